"""Numbers for placeholders: one per entity, and none that could be taken for what stands in the text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from nescio.core.identity import MOST
from nescio.core.model import Entity
from nescio.text.standing import standing, word_key

FARTHER: Final = MOST  # from there on identities of a ledger have second numbers
_GAP: Final = "\0"  # stands for a mention; belongs to no word and parts what is around it


def visible_text(text: str, fences: Iterable[tuple[int, int]]) -> str:
    """The text outside all hidden mentions, which are given in order, with a gap for each."""
    pieces, read = [], 0
    for start, end in fences:
        pieces.append(text[read:start])
        read = max(read, end)
    return _GAP.join([*pieces, text[read:]])


class _Series(NamedTuple):
    """What is counted together: entities whose placeholders differ in nothing but their number."""

    word: str  # folded
    lead: str  # digits at the end of the name itself, as in `ID2`


class _Holder(NamedTuple):
    """Who has a number: an entity, or an identity of the ledger, which has the same in all documents."""

    series: _Series
    entity: int | None
    identity: str = ""
    number: int = 0


class Numbers:
    """One number per entity and display name, in the order of appearance."""

    def __init__(self, entities: Sequence[Entity], call: Callable[[str], str], visible: str) -> None:
        self._holder_of = {entity.id: _holder(entity, call(entity.label)) for entity in entities}
        self._taken = standing(visible, {holder.series.word for holder in self._holder_of.values()})
        self._last: dict[_Series, int] = {}
        self._jump = 0
        self._number_of: dict[_Holder, int] = {}
        holders = dict.fromkeys(self._holder_of.values())
        for holder in sorted(
            holders, key=lambda holder: not holder.identity
        ):  # those that bring a number first
            self._number_of[holder] = self._next(holder)

    @property
    def of(self) -> Mapping[int, int]:
        return {entity: self._number_of[holder] for entity, holder in self._holder_of.items()}

    def renew(self, ids: Iterable[int]) -> None:
        """Other numbers for these entities; each time farther away, so that no row of them is in the way."""
        holders = dict.fromkeys(self._holder_of[id] for id in ids)
        for series in {holder.series for holder in holders}:
            self._last[series] = self._last.get(series, 0) + self._jump
        self._jump = max(self._jump * 100, 100)
        for holder in holders:
            self._number_of[holder] = self._next(holder)

    def _next(self, holder: _Holder) -> int:
        """The next free number; that of an identity, where it is not free, with a figure far before it."""
        series = holder.series
        taken = self._taken.setdefault(series.word, set())
        number = holder.number if holder.identity else self._last.get(series, 0) + 1
        while series.lead + str(number) in taken:
            number += FARTHER if holder.identity else 1
        taken.add(series.lead + str(number))
        self._last[series] = max(holder.number or number, self._last.get(series, 0))
        return number


def _holder(entity: Entity, display: str) -> _Holder:
    word = display.rstrip("0123456789")
    series = _Series(word_key(word), display[len(word) :])
    if entity.identity is None:
        return _Holder(series, entity.id)
    return _Holder(series, None, entity.identity.id, entity.identity.number)
