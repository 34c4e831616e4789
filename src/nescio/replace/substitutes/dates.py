"""Substitutes for dates and for the ages that go with them: moved in their own form, and still fitting."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final

import regex

from nescio.core.model import Entity, Span
from nescio.core.scene import Change
from nescio.replace.date_pieces import FEAST, DatePieces, DateShift
from nescio.replace.dates import PLAIN_YEAR, DateForms
from nescio.replace.kinds import AGE, DATE, Kinds
from nescio.replace.substitutes.draw import Draw
from nescio.replace.substitutes.shifts import BIRTH, Shifts
from nescio.replace.times import moved_time

_STAMP: Final = regex.compile(r"(\d{4}-\d{2}-\d{2})([ T])(\d{2}:\d{2}(?::\d{2})?)")
_WORDS: Final = regex.compile(r"(?:(?<!\p{L})\p{L}+ ){1,2}$")  # the last before a date
_FAR: Final = 40  # characters: no two articles are longer
_YEAR: Final = 365.25  # days
_GROWN: Final = 25  # years: from then on somebody may be some years younger and still no child
_SMALL: Final = 2  # years: below, a birth moves with the visits, so that nobody is born after them


class MovedDates:
    """How the dates of one document move, read from it once.

    `ages` are those that births and the first or last day of a document tell, before -> after they moved.
    """

    def __init__(self, shifts: Shifts, visits: list[date], births: list[date], *, has_ages: bool) -> None:
        self.year = visits[0].year if visits else None
        self.has_days = bool(visits)
        self.visits = shifts.visits
        self._births = _births(shifts, visits, births) if visits and has_ages else shifts.births
        self._shifts, self._first = shifts, visits[0] if visits else None
        self.ages: dict[int, int] = {}
        for visit in visits[:1] + visits[-1:]:
            for birth in births:
                age = whole_years(_moved(birth, self.births(birth)), _moved(visit, self.visits))
                if age > 0:
                    self.ages[whole_years(birth, visit)] = age

    def births(self, birth: date | None) -> int:
        """The days by which a birth moves: those of the document, or its own where documents move alike."""
        if not self._shifts.each_birth:
            return self._births
        visits = [self._first] if birth and self._first else []
        return _births(self._shifts, visits, [birth] if birth else []) if visits else _grown(self._shifts)


class DateSubstitutes:
    """Every date of a document as many days away as all others; a birth by days of its own."""

    def __init__(self, forms: DateForms, pieces: DatePieces, kinds: Kinds) -> None:
        self._forms, self._pieces, self._kinds = forms, pieces, kinds

    def edits(self, draw: Draw, entity: Entity) -> dict[Span, Change] | None:
        """The moved dates; None where one cannot be read, or would tell by how much the others move."""
        moved = self.moved(draw)
        is_birth = entity.label == BIRTH
        shift = DateShift(
            moved.births(self._day(draw, entity)) if is_birth else moved.visits, moved.year or PLAIN_YEAR,
            draw.shifts.keeps_weekdays, -draw.shifts.years if is_birth else draw.shifts.year_step,
            draw.shifts.turn,
        )  # fmt: skip
        edits = {}
        for span in entity.mentions:
            new = self._stamp(draw, span, shift, moved)
            if new is None:
                return None
            edits[span] = self._change(draw, span, new)
        return edits

    def _change(self, draw: Draw, span: Span, new: str) -> Change:
        """The new date, with the articles before it where they are of another gender now."""
        left, _ = draw.scene.room(span.start, span.end)
        before = _WORDS.search(draw.text, max(left, span.start - _FAR), span.start)
        if before is None:
            return Change(span.start, span.end, new)
        words = self._pieces.words_before(before[0].split(), draw.text[span.start : span.end], new)
        if words == before[0].split():
            return Change(span.start, span.end, new)
        return Change(before.start(), span.end, f"{' '.join(words)} {new}")

    def _stamp(self, draw: Draw, span: Span, shift: DateShift, moved: MovedDates) -> str | None:
        """A new date; one with a time behind it, as programs write it, moves with the times of the text."""
        old = draw.text[span.start : span.end]
        stamp = _STAMP.fullmatch(old)
        if stamp is None:
            return self._new(old, shift, moved)
        day, time = self._new(stamp[1], shift, moved), moved_time(stamp[3], draw.shifts.minutes)
        return None if day is None or time is None else f"{day}{stamp[2]}{time}"

    def _new(self, old: str, shift: DateShift, moved: MovedDates) -> str | None:
        if moved.has_days and FEAST in self._pieces.kinds(old):
            return None  # whoever takes it for the day of a date nearby would know its true day
        return self._forms.shift(old, shift.days, year=shift.year) or self._pieces.shift(old, shift)

    def moved(self, draw: Draw) -> MovedDates:
        """How dates of this document move; looked for once."""
        if draw.moved_dates is None:
            births = [day for entity, day in self._days(draw) if entity.label == BIRTH]
            visits = [day for entity, day in self._days(draw) if entity.label != BIRTH]
            has_ages = any(self._kinds.root(label) == AGE for label in draw.labels)
            draw.moved_dates = MovedDates(draw.shifts, visits, births, has_ages=has_ages)
        return draw.moved_dates

    def _day(self, draw: Draw, entity: Entity) -> date | None:
        """The first day that an entity tells in full."""
        days = (self._forms.day_of(draw.text[span.start : span.end]) for span in entity.mentions)
        return next((day for day in days if day is not None), None)

    def _days(self, draw: Draw) -> Iterator[tuple[Entity, date]]:
        for entity in draw.scene.entities:
            if self._kinds.root(entity.label) == DATE:
                for span in entity.mentions:
                    if (day := self._forms.day_of(draw.text[span.start : span.end])) is not None:
                        yield entity, day


def whole_years(birth: date, day: date) -> int:
    """How old somebody is on a day."""
    return day.year - birth.year - ((day.month, day.day) < (birth.month, birth.day))


def _births(shifts: Shifts, visits: list[date], births: list[date]) -> int:
    """The days by which births move: some years too, as the ages do, where all are grown up."""
    ages = [whole_years(birth, visits[0]) for birth in births]
    if shifts.keeps_ages or not ages:
        return shifts.births
    if min(ages) < _SMALL:
        return shifts.visits
    return _grown(shifts) if min(ages) >= _GROWN else shifts.births


def _grown(shifts: Shifts) -> int:
    """The days by which births of those move who are grown up."""
    return shifts.births - (0 if shifts.keeps_ages else round(shifts.years * _YEAR))


def _moved(day: date, days: int) -> date:
    try:
        return day + timedelta(days=days)
    except OverflowError:
        return day
