"""Dates, ages and amounts made coarser where they stand; what cannot be is tagged."""

from __future__ import annotations

from collections.abc import Container
from itertools import islice
from typing import Final

from nescio.core.model import Entity, Span
from nescio.core.scene import Change, Scene
from nescio.replace.agreement.surroundings import Spot, plain_words_before, spot_of
from nescio.replace.date_pieces import DatePieces
from nescio.replace.dates import DateForms
from nescio.replace.figures import band, spread
from nescio.replace.kinds import AGE, DATE, TIME, VALUE, Kinds
from nescio.replace.numerals import NumberWriter
from nescio.replace.times import coarse_time
from nescio.replace.word_kinds import written_like

_REACH: Final = 20  # characters before a date in which the word before it stands


class CoarseFigures:
    """A date as month, year or decade, an age as a band of years, an amount or a time as a range."""

    def __init__(
        self, dates: DateForms, pieces: DatePieces, numbers: NumberWriter, kinds: Kinds,
        *, prepositions: Container[str], level: str, width: int,
    ) -> None:  # fmt: skip
        self._dates, self._pieces, self._numbers = dates, pieces, numbers
        self._kinds, self._prepositions = kinds, prepositions
        self._level, self._width = level, width

    def edits(self, scene: Scene, entity: Entity) -> dict[Span, Change]:
        root, tag = self._kinds.root(entity.label), scene.tags[entity.id]
        if root == DATE and entity.id in scene.untold:
            return {span: Change(span.start, span.end, tag) for span in entity.mentions}
        return {
            span: self._edit(root, spot_of(scene, span)) or Change(span.start, span.end, tag)
            for span in entity.mentions
        }

    def _edit(self, root: str, spot: Spot) -> Change | None:
        coarse = None
        if root == DATE:
            return self._date(spot)
        if root == TIME:
            hour = self._numbers.in_figures(spot.name)
            coarse = coarse_time(hour if hour.isdecimal() else spot.name)
        elif root == AGE:
            coarse = band(self._numbers.in_figures(spot.name), self._width)
        elif root == VALUE:
            coarse = spread(self._numbers.in_figures(spot.name))
        return Change(spot.start, spot.end, coarse) if coarse else None

    def _date(self, spot: Spot) -> Change | None:
        coarse, has_day = self._coarse(spot.name)
        if coarse is None:
            return self._said(spot)
        if coarse[:1].isdecimal() and not has_day and self._lead(spot)[0] < spot.start:
            return None  # "on Good Friday 2009": a year cannot stand behind the word before a day
        start, lead = self._lead(spot) if has_day else (spot.start, "")
        if start < spot.start and spot.text[start].isupper():
            lead = lead[:1].upper() + lead[1:]
        return Change(start, spot.end, f"{lead} {coarse}".strip() if start < spot.start else coarse)

    def _coarse(self, name: str) -> tuple[str | None, bool]:
        """A date as one, by its pieces, or by the year in it; and whether words of a day go before it."""
        pieces = None if self._dates.reads(name) else self._pieces.generalize(name, self._level)
        if pieces is not None:
            return pieces, self._pieces.begins_with_day(name)
        return self._dates.generalize(name, self._level), self._dates.has_day(name)

    def _said(self, spot: Spot) -> Change | None:
        """A weekday or a feast in other words, with the word before it; None where they would not fit."""
        words, leads = self._pieces.weekday_words(spot.name), self._pieces.week_before
        if not words:
            words, leads = self._pieces.holiday_words(spot.name), self._pieces.holiday_before
        if not words:
            return None
        before = list(islice(plain_words_before(spot, reach=_REACH), 2))
        start, model = spot.start, spot.name
        if before:
            if before[0].text.lower() not in leads:
                return None
            if len(before) > 1 and before[1].text.lower() in self._prepositions:
                return None
            start, model = before[0].start, before[0].text
        elif spot.text[spot.start - 1 : spot.start].strip(" \n"):
            model = words  # in brackets or behind a sign
        return Change(start, spot.end, written_like(words, model))

    def _lead(self, spot: Spot) -> tuple[int, str]:
        """From where the words before a day give way to those before a month, and to which."""
        start, lead = spot.start, ""
        for word in plain_words_before(spot, reach=_REACH):
            other = self._dates.before(word.text)
            if other is None:
                if lead and word.text.lower() in self._prepositions:
                    lead = ""  # "desde el 3 de marzo" → "desde marzo"
                break
            start, lead = word.start, other
        return start, lead
