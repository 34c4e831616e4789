"""Numbers for placeholders: one per entity, and none that could be taken for what stands in the text."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from nescio.core.labels import LabelSet
from nescio.core.model import Entity
from nescio.text.folding import fold

FARTHER: Final = 10**9  # no ledger counts so far: from there on its identities have second numbers
_DIGITS: Final = re.compile("[0-9]+")
_LONGEST: Final = 20  # digits that are looked at; no number of ours has more
_GAP: Final = "\0"  # stands for a mention; belongs to no word and parts what is around it


def visible_text(text: str, fences: Iterable[tuple[int, int]]) -> str:
    """The text outside all hidden mentions, which are given in order, with a gap for each."""
    pieces, read = [], 0
    for start, end in fences:
        pieces.append(text[read:start])
        read = max(read, end)
    return _GAP.join([*pieces, text[read:]])


def standing(text: str, words: Collection[str]) -> dict[str, set[str]]:
    """Which digits stand behind the folded words, in one pass over the text.

    Case, accents and up to two blanks, hyphens or low lines between word and number do not count: an
    editor may have written `[Person 1]`, and the way back understands it. Of `PERSON12` the 1 counts
    too, for without delimiters `PERSON1` is a part of it.
    """
    found: dict[str, set[str]] = {word: set() for word in words if word}
    lengths = {len(word) for word in found}
    last_letters = {word[-1] for word in found}
    folded = _fold(text) if found else ""
    for match in _DIGITS.finditer(text) if found else ():
        for end in _word_ends(text, match.start()):
            if folded[end - 1 : end] not in last_letters:
                continue
            for word in {folded[max(0, end - length) : end] for length in lengths} & found.keys():
                digits = match[0][:_LONGEST]
                found[word] |= {digits[:size] for size in range(1, len(digits) + 1)}
    return found


def _fold(text: str) -> str:
    return fold(text).replace("ı", "i")  # they are one when case does not count


def _word_ends(text: str, start: int) -> Iterator[int]:
    """Where a word may end to which the number at this place belongs."""
    yield start
    for end in (start - 1, start - 2):
        if end < 0 or not (text[end].isspace() or text[end] in "_-"):
            return
        yield end


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

    def __init__(self, entities: Sequence[Entity], labels: LabelSet, visible: str) -> None:
        self._holder_of = {entity.id: _holder(entity, labels) for entity in entities}
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


def _holder(entity: Entity, labels: LabelSet) -> _Holder:
    display = labels[entity.label].display
    word = display.rstrip("0123456789")
    series = _Series(_fold(word).lstrip(), display[len(word) :])
    if entity.identity is None:
        return _Holder(series, entity.id)
    return _Holder(series, None, entity.identity.id, entity.identity.number)
