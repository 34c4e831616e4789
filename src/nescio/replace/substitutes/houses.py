"""The number of a house beside the name of a street: where it stands, and another in its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import regex

from nescio.text.folding import key_of

_HOUSE: Final = r"\d{1,5}(?:\s?[a-zA-Z](?!\p{L}))?"
# `12 Elm Road`, `Flat 3, 9 Oak Street`; the name of a house before it goes: `Rowan Lodge, 14b Elm Road`.
_BEFORE: Final = regex.compile(
    rf"(?:\p{{L}}{{1,5}}\.?\s{_HOUSE},\s*)?{_HOUSE}(?:,\s*|\s+)(?=\p{{L}}{{2}})(?!(?:de|do|da|di)\s)"
)
# Small words between a house and its street: `31 da Rua Nova`, but not `15 de Novembro, 80`.
_OF: Final = regex.compile(rf"{_HOUSE}\s+(?:\p{{Ll}}{{1,3}}\s+){{1,2}}(?=\p{{Lu}}|\p{{L}}{{4}})")
_NAMED: Final = regex.compile(r"[^,\d]{3,40},\s*(?=\d)")
# A number, and what says where in the house: `14, 2ºC`, `3, 1. Stock`, `12 r/c esq.`
_BEHIND: Final = regex.compile(
    rf"(?:,\s*|\s+)(?:n\.?º\s*)?{_HOUSE}(?:\s?[-–/]\s?{_HOUSE})?"
    r"(?:\s?\d{1,2}\.?[ºª°]\s?\p{L}?|(?:,\s*[^,]{1,12}){1,2})?\s*$"
)
_NUMBER: Final = regex.compile(r"\d+")


class Address(NamedTuple):
    """A street, and what stands before and behind it."""

    before: str
    street: str
    behind: str

    def key(self) -> str:
        return key_of(self.street)

    def written(self, street: str, house: Callable[[int], int | None]) -> str:
        """A new street with other numbers; without any where there are none to have."""
        parts = [_renumbered(part, house) for part in (self.before, self.behind)]
        return f"{parts[0]}{street}{parts[1]}"


def read_address(surface: str) -> Address:
    """`12 Elm Road` and `Lindenstraße 12 a` in their parts; what has no number is a street alone."""
    house = _NAMED.match(surface)
    first = house.end() if house else 0
    before = _BEFORE.match(surface, first)
    behind = None if before else _BEHIND.search(surface)
    before = before or (None if behind else _OF.match(surface, first))
    start = before.end() if before else 0
    end = behind.start() if behind else len(surface)
    return Address(before[0] if before else "", surface[start:end], surface[end:])


def _renumbered(part: str, house: Callable[[int], int | None]) -> str:
    new = [house(int(number)) for number in _NUMBER.findall(part)]
    if None in new:
        return ""
    coming = iter(new)
    text: str = _NUMBER.sub(lambda _: str(next(coming)), part)
    return text
