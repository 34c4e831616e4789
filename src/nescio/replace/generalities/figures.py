"""Dates, ages and amounts made coarser where they stand; what cannot be is tagged."""

from __future__ import annotations

from collections.abc import Container
from typing import Final

from nescio.core.model import Entity, Span
from nescio.replace.agreement.surroundings import Spot, plain_words_before, spot_of
from nescio.replace.dates import DateForms
from nescio.replace.figures import band, rounded
from nescio.replace.kinds import DATE, Kinds
from nescio.replace.planning import Edit, Scene

_REACH: Final = 20  # characters before a date in which the word before it stands


class CoarseFigures:
    """A date as month, year or decade, an age as a band of years, an amount by its first figure."""

    def __init__(
        self, dates: DateForms, kinds: Kinds, *, prepositions: Container[str], level: str, width: int
    ) -> None:
        self._dates, self._kinds, self._prepositions = dates, kinds, prepositions
        self._level, self._width = level, width

    def edits(self, scene: Scene, entity: Entity) -> dict[Span, Edit]:
        tag = scene.tags[entity.id]
        return {
            span: self._edit(entity, spot_of(scene, span)) or Edit(span.start, span.end, tag)
            for span in entity.mentions
        }

    def _edit(self, entity: Entity, spot: Spot) -> Edit | None:
        root, coarse = self._kinds.root(entity.label), None
        if root == DATE and not entity.is_untold:
            return self._date(spot)
        if root == "AGE":
            coarse = band(spot.name, self._width)
        elif root == "VALUE":
            coarse = rounded(spot.name)
        return Edit(spot.start, spot.end, coarse) if coarse else None

    def _date(self, spot: Spot) -> Edit | None:
        coarse = self._dates.generalize(spot.name, self._level)
        if coarse is None:
            return None
        start, lead = self._lead(spot) if spot.name[:1].isdecimal() else (spot.start, "")
        if start < spot.start and spot.text[start].isupper():
            lead = lead[:1].upper() + lead[1:]
        return Edit(start, spot.end, f"{lead} {coarse}".strip() if start < spot.start else coarse)

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
