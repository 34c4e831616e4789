"""All objects of a document that its trailer reaches, each once and always in the same order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import pikepdf

from nescio.formats.pdf.refusals import refused

_MOST: Final = 5_000_000  # objects; more are a bomb


class Reached(NamedTuple):
    """A value and its holder; `key` is the nearest key of a dictionary, `above` the one before."""

    holder: Any
    place: Any  # the key or index in the holder
    value: Any
    key: str
    above: str

    def is_within(self, *names: str, behind: int) -> bool:
        """Whether it stands in an array that begins with such a name and has more than `behind` items."""
        holder = self.holder
        if not isinstance(holder, pikepdf.Array) or len(holder) <= behind:
            return False
        return isinstance(holder[0], pikepdf.Name) and str(holder[0]) in names


def walk(pdf: pikepdf.Pdf) -> Iterator[Reached]:
    """Everything but numbers; containers before what they hold."""
    seen: set[tuple[int, int]] = set()
    stack: list[Reached] = []
    for key in ("/Info", "/Root"):
        if key in pdf.trailer:
            stack.append(Reached(pdf.trailer, key, pdf.trailer[key], key, ""))
    count = 0
    while stack:
        found = stack.pop()
        value = found.value
        count += 1
        if count > _MOST:
            raise refused("it has too many objects")
        if isinstance(value, pikepdf.Dictionary | pikepdf.Array | pikepdf.Stream):
            if value.is_indirect:
                if value.objgen in seen:
                    continue
                seen.add(value.objgen)
            yield found
            stack.extend(reversed(list(_inside(found))))
        elif isinstance(value, pikepdf.String | pikepdf.Name):
            yield found


def _inside(found: Reached) -> Iterator[Reached]:
    value = found.value
    if isinstance(value, pikepdf.Array):
        for index, item in enumerate(value):
            if isinstance(item, pikepdf.Object):
                yield Reached(value, index, item, found.key, found.above)
        return
    for key in sorted(value.keys()):
        item = value.get(key)
        if isinstance(item, pikepdf.Object):
            yield Reached(value, key, item, key, found.key)
