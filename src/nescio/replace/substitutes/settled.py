"""Which new names stand for the places of a document, so that numbers can follow them."""

from __future__ import annotations

from bisect import bisect_left
from typing import Final, NamedTuple

import regex

from nescio.core.model import Entity
from nescio.text.folding import key_of

# `35037 Marburg`, `Leeds, LS1 4AB`, `Seattle, WA 98101`: what may stand between a postcode and its town.
_BETWEEN: Final = regex.compile(r"[\s,;–-]{1,4}(?:\p{Lu}{1,3}[\s–-])?")


class _SettledPlace(NamedTuple):
    start: int
    end: int
    new: str


class Settled:
    """Remembers what stands for each place, by its old name and by where it stands."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._places: list[_SettledPlace] = []
        self._is_sorted = True
        self._new: dict[str, str] = {}

    def put(self, entity: Entity, new: str) -> None:
        for span in entity.mentions:
            self._places.append(_SettledPlace(span.start, span.end, new))
            self._is_sorted = False
            self._new.setdefault(key_of(self._text[span.start : span.end]), new)

    def new(self, name: str) -> str:
        """What stands for an old name; empty if the document has it not."""
        return self._new.get(key_of(name), "")

    def beside(self, entity: Entity) -> str:
        """What stands for the place whose postcode an entity is: the nearer of those right before and behind.

        In `35037 Marburg, 50667 Köln` a comma parts each postcode from the town of the other.
        """
        for span in entity.mentions:
            before, behind = self._around(span.start)
            gaps = []
            if before is not None and self._is_gap(before.end, span.start):
                gaps.append((span.start - before.end, before.new))
            if behind is not None and self._is_gap(span.end, behind.start):
                gaps.append((behind.start - span.end, behind.new))
            if gaps:
                return min(gaps, key=lambda gap: gap[0])[1]
        return ""

    def _around(self, start: int) -> tuple[_SettledPlace | None, _SettledPlace | None]:
        """The last place that begins before here, and the first that does not."""
        if not self._is_sorted:
            self._places.sort()
            self._is_sorted = True
        at = bisect_left(self._places, (start,))
        return self._places[at - 1] if at else None, self._places[at] if at < len(self._places) else None

    def _is_gap(self, start: int, end: int) -> bool:
        return start < end and _BETWEEN.fullmatch(self._text, start, end) is not None

    def nearest(self, entity: Entity) -> str:
        """What stands for the place next to the first mention of an entity."""
        start = entity.mentions[0].start
        found = [place for place in self._around(start) if place is not None]
        return min(found, key=lambda place: abs(place.start - start)).new if found else ""
