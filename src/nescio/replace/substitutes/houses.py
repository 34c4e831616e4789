"""The number of a house beside the name of a street: where it stands, and another in its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import regex

from nescio.text.folding import key_of

# A house, and small words between it and the street: 31 da Rua Nova, 4 de la calle Mayor.
_BEFORE: Final = regex.compile(
    r"\d{1,5}(?:\s?[a-zA-Z])?(?:,\s*|\s+)(?:\p{Ll}{1,3}\s+){0,2}(?=\p{Lu}|\p{L}{4})|\d{1,5}(?:\s?[a-zA-Z])?(?:,\s*|\s+)(?=\p{L})"
)
_BEHIND: Final = regex.compile(
    r"(?:,\s*|\s+)(?:n\.?º\s*)?\d{1,5}(?:\s?[a-zA-Z])?(?:\s?[-–/]\s?\d{1,5})?(?=\s*$)"
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
    before = _BEFORE.match(surface)
    start = before.end() if before else 0
    behind = _BEHIND.search(surface, start) if before is None else None
    end = behind.start() if behind else len(surface)
    return Address(surface[:start], surface[start:end], surface[end:])


def _renumbered(part: str, house: Callable[[int], int | None]) -> str:
    new = [house(int(number)) for number in _NUMBER.findall(part)]
    if None in new:
        return ""
    coming = iter(new)
    text: str = _NUMBER.sub(lambda _: str(next(coming)), part)
    return text
