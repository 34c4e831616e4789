"""Numbers with right check figures from ranges that are assigned to nobody."""

from __future__ import annotations

import string
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Final, NamedTuple

import regex

from nescio.packs.number_ranges import CheckedRange
from nescio.replace.kinds import Kinds
from nescio.replace.substitutes.drawer import Drawer
from nescio.text.checksums import find_check

_TRIES: Final = 20  # some numbers have no right check figure
_NO_SIGN: Final = regex.compile(r"[^\p{L}\p{N}]")


class _Range(NamedTuple):
    item: CheckedRange
    was: Callable[[str], bool]
    passes: Callable[[str], bool]


class ReservedIds:
    """Draws in the form of a number that a check takes for a real one; for any other it has nothing."""

    def __init__(self, ranges: Iterable[CheckedRange], kinds: Kinds) -> None:
        self._kinds = kinds
        self._ranges = [_Range(item, find_check(item.was), find_check(item.check)) for item in ranges]

    def drawn(self, drawer: Drawer, label: str, old: str) -> str | None:
        """A new number without blanks and signs, whose check figures are right."""
        plain = _NO_SIGN.sub("", old).upper()
        labels = (label, self._kinds.root(label))
        for item, was, passes in self._ranges:
            if item.label in labels and was(old):
                tried = (_begun(drawer, item, plain) for _ in range(_TRIES))
                whole = (number for begun in tried for number in _completed(begun, item))
                return next(filter(passes, whole), None)
        return None


def _begun(drawer: Drawer, item: CheckedRange, plain: str) -> str:
    begin = drawer.one_of(item.begins)
    return begin + "".join(_like(drawer, char) for char in plain[len(begin) :])


def _completed(number: str, item: CheckedRange) -> Iterator[str]:
    """A number with all possible check figures, or letters where letters stand."""
    start = item.place % len(number)
    end = start + item.width
    signs = [string.digits if char.isdecimal() else string.ascii_uppercase for char in number[start:end]]
    for figures in product(*signs):
        yield number[:start] + "".join(figures) + number[end:]


def _like(drawer: Drawer, char: str) -> str:
    return str(drawer.number(0, 9)) if char.isdecimal() else drawer.one_of(string.ascii_uppercase)
