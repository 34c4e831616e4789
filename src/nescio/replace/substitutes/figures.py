"""Substitutes for ages, amounts and times: near ones in the same form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import regex

from nescio.core.model import Entity, Span
from nescio.core.scene import Change
from nescio.replace.figures import band
from nescio.replace.kinds import AGE, TIME, VALUE
from nescio.replace.numerals import NumberWriter
from nescio.replace.substitutes.draw import Draw
from nescio.replace.substitutes.drawer import Drawer
from nescio.replace.substitutes.shifts import Shifts
from nescio.replace.times import moved_time
from nescio.text.folding import key_of

_AMOUNT: Final = regex.compile(r"\d+")
_YOUNG: Final = 25  # years: below, births move by days alone, and one year is much
_ADULT: Final = 18  # years: nobody comes of age, and nobody is a child again
_BAND: Final = 5  # years
_TRIES: Final = 12  # until a figure is found that no other entity has


class FigureSubstitutes:
    """Ages and times of a document move together; an amount keeps its first figure and its round ones."""

    def __init__(self, numbers: NumberWriter) -> None:
        self._numbers = numbers

    def edits(
        self, draw: Draw, entity: Entity, root: str, *, ages: Mapping[int, int]
    ) -> dict[Span, Change] | None:
        """The same figure for every mention, None where one cannot be read.

        `ages` are those that moved dates tell: an age that the dates told before is what they tell now.
        """
        edits: dict[Span, Change] = {}
        said: dict[str, str | None] = {}
        for span in entity.mentions:
            old = draw.text[span.start : span.end]
            if old not in said:
                said[old] = self._told(old, ages) if root == AGE else None
                said[old] = said[old] or self._new(draw, root, old)
            new = said[old]
            if new is None:
                return None
            edits[span] = Change(span.start, span.end, new)
        return edits

    def _told(self, old: str, ages: Mapping[int, int]) -> str | None:
        """An age as dates tell it; where it would stay as it is, a band that holds it."""
        figures = self._numbers.in_figures(old)
        if not all(int(years) in ages for years in _AMOUNT.findall(figures) or [-1]):
            return None
        new = self._numbers.changed(old, ages.__getitem__)
        return new if new is None or key_of(new) != key_of(old) else band(figures, _BAND)

    def _new(self, draw: Draw, root: str, old: str) -> str | None:
        """A figure that is not the old one and that nothing else of its kind has become."""
        change = self._changes(draw, root)
        for place in range(_TRIES):
            new = change(old, place)
            if new is not None and key_of(new) != key_of(old) and draw.claim(root, new):
                return new
        return None

    def _changes(self, draw: Draw, root: str) -> Callable[[str, int], str | None]:
        if root == AGE:
            return lambda old, place: self._numbers.changed(
                old, lambda years: _aged(years, draw.shifts, place)
            )
        if root == TIME:
            return lambda old, place: self._time(old, draw.shifts.minutes, place)
        if root == VALUE:
            return lambda old, place: self._amount(draw.drawer_for(root, old, str(place)), old)
        return lambda old, place: None

    def _time(self, old: str, minutes: int, place: int) -> str | None:
        new = moved_time(old, minutes + 60 * place)
        if new is not None:
            return new
        is_hour = len(_AMOUNT.findall(self._numbers.in_figures(old))) == 1
        return self._numbers.changed(old, lambda number: _later(number, minutes, place, is_hour=is_hour))

    def _amount(self, drawer: Drawer, old: str) -> str | None:
        """Other figures behind the first; where only zeros are, another first one."""
        if not _AMOUNT.search(old):
            return self._numbers.changed(old, lambda value: _near(drawer, value))
        digits = [char for char in old if char.isdecimal()]
        first = next((n for n, char in enumerate(digits) if char != "0"), 0)
        last = max((n for n, char in enumerate(digits) if char != "0"), default=0)
        new = list(digits)
        for place in range(first + 1, last + 1):
            new[place] = str(drawer.number(1 if place == last else 0, 9))
        if first == last:
            new[first] = str(drawer.number(1, 9))
        coming = iter(new)
        return "".join(next(coming) if char.isdecimal() else char for char in old)


def _aged(years: int, shifts: Shifts, place: int) -> int:
    """Some years older or younger, on the same side of the coming of age."""
    step = shifts.young_years if years < _YOUNG else shifts.years
    step += place if step > 0 else -place
    other = years + step
    if other < 1 or (years < _ADULT) != (other < _ADULT):
        other = years - step
    return other if other > 1 else years + 1 + place  # "one years" is no age


def _later(number: int, minutes: int, place: int, *, is_hour: bool) -> int:
    """An hour in words some hours later, without one and two, which have genders; minutes some later."""
    if number > 12 and is_hour:
        return 13 + (number + abs(minutes) // 60 + 1 + place) % 8
    if number > 12:
        return 13 + (number + abs(minutes) + place) % 47
    return 3 + (number + (round(minutes / 60) or 1) + place - 3) % 10


def _near(drawer: Drawer, value: int) -> int:
    """Another number of the same ten, another full ten for a full ten."""
    if value >= 20 and value % 10 == 0:
        return drawer.number(2, 9) * 10
    low = value // 10 * 10
    return drawer.number(max(low, 2), low + 9)
