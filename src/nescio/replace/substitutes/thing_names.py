"""New names for things: of the type that is wanted, or the nearest above it that has a free one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

import regex

from nescio.core.identity import KeptThing, Surrogate
from nescio.packs.types import Types
from nescio.replace.substitutes.draw import Draw
from nescio.text.folding import key_of

_SLOT: Final = regex.compile(r"\{(\w+)\}")
_PLACE: Final = "place"
_SETTLEMENT: Final = "settlement"
_TOWNS: Final = ("village", "town", "city")  # what stands for a place of which no more is known
_CITIES: Final = ("city", "town")  # whose names stand inside others


class Wanted(NamedTuple):
    """What a new name should be like."""

    type: str
    gender: str
    article: bool

    def rank(self, item: Surrogate) -> tuple[bool, bool, bool]:
        is_other = bool(self.gender) and item.gender != self.gender
        return (is_other, item.number != "s", item.article != self.article)


class ThingNames:
    """Chooses from the lists of one language."""

    def __init__(self, types: Types, unsuffixed: Mapping[str, tuple[str, ...]]) -> None:
        self._types, self._unsuffixed = types, unsuffixed

    def choose(self, draw: Draw, wanted: Wanted) -> KeptThing | None:
        """A free name of the type or one above it; of towns when there is none for such a place."""
        lineage = self._types.lineage(wanted.type)
        steps = [*lineage, *_TOWNS] if lineage[-1] == _PLACE else lineage
        items = [item for step in steps for item in _of_type(draw, step, wanted)]
        alike = items
        if _SETTLEMENT in lineage and not wanted.article:  # "to Harheim" cannot become "to the Lindenviertel"
            alike = [item for item in items if not item.article]
        return self._first(draw, alike) or self._first(draw, items)

    def _first(self, draw: Draw, items: Sequence[Surrogate]) -> KeptThing | None:
        for item in items:
            filled = self._fill(draw, item.text)
            if filled is None:
                continue
            text, names = filled
            if draw.is_free(text) and key_of(text) not in draw.ledger.names:
                return KeptThing(draw.language, item._replace(text=text), names)
        return None

    def _fill(self, draw: Draw, pattern: str) -> tuple[str, tuple[str, ...]] | None:
        """A pattern with names from the lists that nothing else uses."""
        values: dict[str, str] = {}
        for match in _SLOT.finditer(pattern):
            rest = pattern[match.end() :]
            wrong = next((ends for suffix, ends in self._unsuffixed.items() if rest.startswith(suffix)), ())
            value = draw.name(_pool(draw, match[1]), partial(_ends_otherwise, wrong))
            if not value:
                return None
            values[match[1]] = value
        return pattern.format(**values), tuple(values.values())


def _of_type(draw: Draw, type: str, wanted: Wanted) -> list[Surrogate]:
    """The names and patterns of one type, those that are most like what is wanted first."""
    pool = [item for items in (draw.places, draw.patterns) for item in items if item.type == type]
    return sorted(pool, key=wanted.rank)


def _pool(draw: Draw, slot: str) -> Sequence[str]:
    """The names that may fill a slot of a pattern."""
    return {
        "family": draw.family,
        "given_m": draw.given.get("m", []),
        "given_f": draw.given.get("f", []),
        "city": [place.text for place in draw.places if place.type in _CITIES and not place.article],
    }[slot]


def _ends_otherwise(endings: tuple[str, ...], word: str) -> bool:
    return not word.endswith(endings)
