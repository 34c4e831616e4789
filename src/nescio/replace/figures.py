"""Ages and amounts made less exact, in their own spelling."""

from __future__ import annotations

from typing import Final, NamedTuple

import regex

_NUMBER: Final = regex.compile(r"\d+(?:[.,\u00a0 '’]\d{3}(?!\d))*(?:[.,]\d+)?")
_WHOLE: Final = regex.compile(r"\d+(?:[.,\u00a0 '’]\d{3}(?!\d))*")
_EITHER: Final = regex.compile(r"\d{1,3}[.,]\d{3}")  # thousands, or three decimals
_DOLLAR: Final = "$"  # with it thousands have a comma in all languages
_AGE: Final = regex.compile(r"(?P<lead>\D*)(?P<years>\d+)(?P<unit>(?!\p{L}{1,3}(?!\p{L}))\D*)")
_OLDEST: Final = 130
_FIGURES: Final = 15  # of an amount; what has more is no amount


def band(text: str, width: int, below: str = "") -> str | None:
    """An age as a band of years: 45 → 40–49; None when the text has not one number.

    The lowest band is told by its end where `below` says how: 4 years → under 10 years.

    A number that letters are glued to (`21st`, `40s`, `54F`) is not read. Words before a round age
    (`Mitte 50`, `early 40`) part a band that is no longer said, so they go.
    """
    match = _AGE.fullmatch(text)
    if match is None or not 0 < int(match["years"]) < _OLDEST:
        return None
    years = int(match["years"])
    low = years // width * width
    lead = "" if years % 10 == 0 and regex.search(r"\p{L}", match["lead"]) else match["lead"]
    told = f"{low}–{low + width - 1}"
    if not low and below and not lead and match["unit"][:1] in ("", " ", "\u00a0"):
        told = below.format(years=width)
    return f"{lead}{told}{match['unit']}"


def spread(text: str, decimal: str = "") -> str | None:
    """An amount as a range that it lies in, in its own spelling: 9.412,37 € → 9.000–10.000 €.

    A single figure would state an amount that is false; a range states one that is true. `decimal` is the
    sign before decimals in the language: 3,644 € are less than four where it is the comma.
    """
    amount = read_amount(text, decimal)
    return None if amount is None else amount.between(*_bounds(amount.whole))


class Amount(NamedTuple):
    """The only number of a text, as it is written, and what stands around it."""

    lead: str
    written: str  # without decimals
    point: str
    decimals: str
    tail: str

    @property
    def whole(self) -> int:
        return int("".join(char for char in self.written if char.isdigit()))

    @property
    def value(self) -> int:
        """In units of its last decimal."""
        return self.whole * int(10 ** len(self.decimals)) + int(self.decimals or "0")

    def between(self, low: int, high: int) -> str:
        """A range of whole numbers in its place."""
        return f"{self.lead}{_spelled(low, self.written)}–{_spelled(high, self.written)}{self.tail}"

    def changed(self, value: int) -> str:
        """Another value in the same spelling."""
        whole, decimals = divmod(value, int(10 ** len(self.decimals)))
        rest = f"{self.point}{decimals:0{len(self.decimals)}}" if self.decimals else ""
        return f"{self.lead}{_spelled(whole, self.written)}{rest}{self.tail}"


def read_amount(text: str, decimal: str = "") -> Amount | None:
    """The number of a text; None if it has none, several, or one that is no amount: 007."""
    match = _NUMBER.search(text)
    if match is None or len(_NUMBER.findall(text)) != 1:
        return None
    is_small = _EITHER.fullmatch(match[0]) and decimal in match[0] and _DOLLAR not in text
    if decimal and is_small:
        written = match[0].partition(decimal)[0]
    else:
        whole = _WHOLE.match(match[0])
        written = whole[0] if whole else match[0]
    rest = match[0][len(written) :]
    figures = [char for char in written if char.isdigit()]
    if len(figures) > _FIGURES or (figures[0] == "0" and len(figures) > 1):
        return None
    return Amount(text[: match.start()], written, rest[:1], rest[1:], text[match.end() :])


def _bounds(amount: int) -> tuple[int, int]:
    """The round numbers that an amount lies between; a small one lies between the smallest."""
    if amount < 10:
        return (1, 10) if amount else (0, 1)
    step: int = 10 ** (len(str(amount)) - 1)
    return amount // step * step, (amount // step + 1) * step


def _spelled(number: int, model: str) -> str:
    """A number with the sign between thousands that another one has."""
    signs = [char for char in model if not char.isdigit()]
    figures = str(number)
    if not signs:
        return figures
    groups = []
    while figures:
        groups.append(figures[-3:])
        figures = figures[:-3]
    return signs[0].join(reversed(groups))
