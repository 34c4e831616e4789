"""Dates, ages and amounts made coarser where they stand; what cannot be is tagged."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Final

import regex

from nescio.core.model import Entity, Span
from nescio.core.scene import Change, Scene
from nescio.replace.agreement.surroundings import Spot, plain_words_before, spot_of
from nescio.replace.date_pieces import DatePieces
from nescio.replace.dates import DateForms
from nescio.replace.figures import band, spread
from nescio.replace.generalities.date_nouns import DateNouns
from nescio.replace.kinds import AGE, DATE, TIME, VALUE, Kinds
from nescio.replace.numerals import NumberWriter
from nescio.replace.times import coarse_time

_YEARS: Final = regex.compile(r"\d{4}(?!\p{L})[^\p{L}]*")  # one, or from one to another
_FIGURES: Final = regex.compile(r"\d+")
_LETTER: Final = regex.compile(r"(?<!\p{L})\p{L}(?![\p{L}'’])")  # alone: "siete y veinte"
_REACH: Final = 20  # characters before a date in which the word before it stands


class CoarseFigures:
    """A date as month, year or decade, an age as a band of years, an amount or a time as a range."""

    def __init__(
        self, dates: DateForms, pieces: DatePieces, nouns: DateNouns, numbers: NumberWriter, kinds: Kinds,
        *, prepositions: Container[str], level: str, width: int,
    ) -> None:  # fmt: skip
        self._dates, self._pieces, self._nouns, self._numbers = dates, pieces, nouns, numbers
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
            coarse = coarse_time(self._hour(spot.name))
        elif root == AGE:
            below = "" if spot.text.startswith("-", spot.end) else self._numbers.below  # a 6-year-old
            coarse = band(self._numbers.in_figures(spot.name), self._width, below)
        elif root == VALUE:
            coarse = spread(self._numbers.in_figures(spot.name), self._numbers.decimal)
        return Change(spot.start, spot.end, coarse) if coarse else None

    def _hour(self, name: str) -> str:
        """An hour in words in figures, where it is one and stands first: not "half ten", "ten past five"."""
        figures = self._numbers.in_figures(name)
        is_hour = figures[:1].isdecimal() and len(_FIGURES.findall(figures)) == 1
        return figures if is_hour and not _LETTER.search(name) else name

    def _date(self, spot: Spot) -> Change | None:
        coarse, has_day = self._coarse(spot.name)
        if coarse is None:
            return self._nouns.say(spot)
        is_year = _YEARS.fullmatch(coarse) is not None  # none stands behind the word before a day: am 2019
        before = self._dates.before_year if is_year else self._dates.before
        if not is_year and self._pieces.is_range(spot.name):
            before = self._dates.before_range
        start, lead = self._lead(spot, before) if has_day or is_year else (spot.start, "")
        if start < spot.start and spot.text[start].isupper():
            lead = lead[:1].upper() + lead[1:]
        return Change(start, spot.end, f"{lead} {coarse}".strip() if start < spot.start else coarse)

    def _coarse(self, name: str) -> tuple[str | None, bool]:
        """A date as one, by its pieces, or by the year in it; and whether words of a day go before it."""
        pieces = None if self._dates.reads(name) else self._pieces.generalize(name, self._level)
        if pieces is not None:
            return pieces, self._pieces.begins_with_day(name)
        return self._dates.generalize(name, self._level), self._dates.has_day(name)

    def _lead(self, spot: Spot, before: Callable[[str], str | None]) -> tuple[int, str]:
        """From where the words before a day give way to those before a month or a year, and to which."""
        start, lead = spot.start, ""
        for word in plain_words_before(spot, reach=_REACH):
            other = before(word.text)
            if other is None:
                if lead and word.text.lower() in self._prepositions:
                    lead = ""  # "desde el 3 de marzo" → "desde marzo"
                break
            start, lead = word.start, other
        return start, lead
