"""Names in objects and streams: states of a button, places to jump to, roles, inks, layers, pictures.

People or their programs chose them, and they can be those of a person.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import pikepdf

from nescio.formats.pdf.checking import vocabulary
from nescio.formats.pdf.content import ContentUnit, instructions
from nescio.formats.pdf.graph import Reached, walk
from nescio.formats.pdf.standins import OURS

_VALUES: Final = frozenset({"/AS", "/V", "/DV", "/D"})
_STATES: Final = frozenset({"/N", "/R", "/D"})
_PLAIN: Final = frozenset({"/Off", "/Yes", "/On"})
_GLYPHS: Final = frozenset({"/Differences", "/CharProcs"})
_WORD: Final = re.compile(r"[^\W\d_]{4,}")
_DEEPEST: Final = 24


def chosen_names(pdf: pikepdf.Pdf, tags: Iterable[str]) -> list[str]:
    """The names, each once, without their slash; `tags` are those within streams."""
    found = dict.fromkeys(name[1:] for reached in walk(pdf) for name in _names(reached))
    return [*found, *(tag[1:] for tag in dict.fromkeys(tags) if _is_own(tag) and tag[1:] not in found)]


def _names(reached: Reached) -> Iterator[str]:
    if reached.key in _GLYPHS:
        return
    if isinstance(reached.value, pikepdf.Name):
        name = str(reached.value)
        if _is_own(name) or (_is_chosen(reached) and name not in _PLAIN):
            yield name
    elif isinstance(reached.value, pikepdf.Dictionary | pikepdf.Stream):
        is_free = _has_chosen_keys(reached)
        for name in sorted(reached.value.keys()):
            if _is_own(name) or (is_free and name not in _PLAIN):
                yield name


def _is_own(name: str) -> bool:
    """Whether a name has a word in it and is none of the standard."""
    return _WORD.search(name) is not None and not name.startswith(OURS) and name[1:] not in vocabulary()


def _is_chosen(reached: Reached) -> bool:
    return reached.key in _VALUES and not _is_kind(reached)


def _is_kind(reached: Reached) -> bool:
    """How a page is shown when jumped to, which stands in an array behind the page."""
    return isinstance(reached.holder, pikepdf.Array)


def _has_chosen_keys(reached: Reached) -> bool:
    if isinstance(reached.value, pikepdf.Stream):
        return False
    return (reached.key in _STATES and reached.above == "/AP") or (
        reached.key == "/Dests" and reached.above == "/Root"
    )


def rename(pdf: pikepdf.Pdf, renamed: Callable[[str], str], tags: Iterable[str]) -> dict[str, str]:
    """Every chosen name of an object by its new one, wherever it stands; answers with those that changed."""
    new_names = {f"/{old}": f"/{renamed(old)}" for old in chosen_names(pdf, tags)}
    changed = {old: new for old, new in new_names.items() if new != old}
    for reached in list(walk(pdf)) if changed else ():
        if reached.key not in _GLYPHS:
            _rename_one(reached, changed)
    return changed


def _rename_one(reached: Reached, changed: Mapping[str, str]) -> None:
    value: Any = reached.value
    if isinstance(value, pikepdf.Name):
        if str(value) in changed:
            reached.holder[reached.place] = pikepdf.Name(changed[str(value)])
    elif isinstance(value, pikepdf.Dictionary | pikepdf.Stream):
        for key in sorted(changed.keys() & set(value.keys())):
            value[changed[key]] = value[key]
            del value[key]


def rename_within(unit: ContentUnit, changed: Mapping[str, str]) -> bytes | None:
    """A stream with the new names in it; None if it has none of them."""
    found = instructions(unit.holder)
    touched = [_renamed(operand, changed, 0) for one in found for operand in one.operands]
    if not any(is_changed for _, is_changed in touched):
        return None
    made, at = [], 0
    for one in found:
        count = len(one.operands)
        is_whole = not isinstance(one, pikepdf.ContentStreamInstruction)  # an image in the stream
        operands = [operand for operand, _ in touched[at : at + count]]
        made.append(one if is_whole else pikepdf.ContentStreamInstruction(operands, one.operator))
        at += count
    return bytes(pikepdf.unparse_content_stream(made))


def _renamed(value: Any, changed: Mapping[str, str], depth: int) -> tuple[Any, bool]:
    if isinstance(value, pikepdf.Name) and str(value) in changed:
        return pikepdf.Name(changed[str(value)]), True
    if depth > _DEEPEST or not isinstance(value, pikepdf.Dictionary | pikepdf.Array):
        return value, False
    places: Sequence[Any] = range(len(value)) if isinstance(value, pikepdf.Array) else sorted(value.keys())
    is_changed = False
    for place in places:
        new, inner = _renamed(value[place], changed, depth + 1)
        if inner:
            value[place] = new
        key = changed.get(place) if isinstance(place, str) else None
        if key is not None:
            value[key] = value[place]
            del value[place]
        is_changed |= inner or key is not None
    return value, is_changed
