"""New names for things: of the type that is wanted, or the nearest above it that has a free one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final, NamedTuple, Protocol

import regex

from nescio.core.identity import KeptThing, Surrogate
from nescio.packs.types import Types
from nescio.replace.substitutes.draw import Draw
from nescio.text.folding import key_of

_SLOT: Final = regex.compile(r"\{(\w+)\}")
_PLACE: Final = "place"
_SETTLEMENT: Final = "settlement"
_TOWNS: Final = ("village", "town", "city")  # what stands for a place of which no more is known


class Wanted(NamedTuple):
    """What a new name should be like."""

    type: str
    gender: str
    article: bool
    number: str = "s"
    about: str = ""  # the folded name that it is to stand for
    own_gender: str = ""  # that of this name, whatever the document shows

    def rank(self, item: Surrogate) -> tuple[bool, bool, bool, bool]:
        """What fits best comes first; a plural is needed more than a gender: its verb stays."""
        is_other = bool(self.gender) and item.gender != self.gender
        is_single = self.number == "p" and item.number != "p"
        return (is_single, is_other, item.number != self.number, item.article != self.article)


class ThingChooser(Protocol):
    """Whoever knows a new name for a thing."""

    def choose(self, draw: Draw, wanted: Wanted) -> KeptThing | None: ...


class ThingNames:
    """Chooses from the lists of one language."""

    def __init__(self, types: Types, unsuffixed: Mapping[str, tuple[str, ...]]) -> None:
        self._types, self._unsuffixed = types, unsuffixed

    def choose(self, draw: Draw, wanted: Wanted) -> KeptThing | None:
        """A free name of the type or one above it; of towns when there is none for such a place."""
        wanted = wanted._replace(about="", own_gender="")  # what is drawn depends on nothing that was hidden
        # "to Harheim" cannot become "to the Lindenviertel".
        bare = _SETTLEMENT in self._types.lineage(wanted.type) and not wanted.article
        alike = self._left(draw, wanted, bare=bare)
        return self._first(draw, alike) or self._first(draw, self._left(draw, wanted, bare=False))

    def _left(self, draw: Draw, wanted: Wanted, *, bare: bool) -> list[Surrogate]:
        """The names and patterns that may still be chosen, the best last; made once for all that want so."""
        if (wanted, bare) not in draw.left:
            lineage = self._types.lineage(wanted.type)
            steps = [*lineage, *_TOWNS] if lineage[-1] == _PLACE else lineage
            items = [item for step in steps for item in _of_type(draw, step, wanted)]
            if _SETTLEMENT in lineage:
                items.sort(key=lambda item: not draw.is_at_home(item))
            draw.left[wanted, bare] = [item for item in reversed(items) if not (bare and item.article)]
        return draw.left[wanted, bare]

    def _first(self, draw: Draw, left: list[Surrogate]) -> KeptThing | None:
        """The best that is free; a name that is not free now goes for good, a pattern may be filled again."""
        patterns: list[Surrogate] = []
        found = None
        while left:
            item = left[-1]
            filled = self._fill(draw, item.text)
            if filled is not None and draw.is_free(filled[0]) and key_of(filled[0]) not in draw.ledger.names:
                found = KeptThing(draw.language, item._replace(text=filled[0]), filled[1])
                break
            left.pop()
            if _SLOT.search(item.text):
                patterns.append(item)
        left += reversed(patterns)
        return found

    def _fill(self, draw: Draw, pattern: str) -> tuple[str, tuple[str, ...]] | None:
        """A pattern with names from the lists that nothing else uses."""
        values: dict[str, str] = {}
        for match in _SLOT.finditer(pattern):
            rest = pattern[match.end() :]
            wrong = next((ends for suffix, ends in self._unsuffixed.items() if rest.startswith(suffix)), ())
            value = draw.name(match[1], partial(_ends_otherwise, wrong))
            if not value:
                return None
            values[match[1]] = value
        return pattern.format(**values), tuple(values.values())


def _of_type(draw: Draw, type: str, wanted: Wanted) -> list[Surrogate]:
    """The names and patterns of one type, those that are most like what is wanted first."""
    pool = [item for items in (draw.places, draw.patterns) for item in items if item.type == type]
    return sorted(pool, key=wanted.rank)


def _ends_otherwise(endings: tuple[str, ...], word: str) -> bool:
    return not word.endswith(endings)
