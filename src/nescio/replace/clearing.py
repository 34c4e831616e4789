"""Takes out of an output what was left of hidden names; their tags stand there instead."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter
from types import MappingProxyType
from typing import Final, NamedTuple

from nescio.core.edits import BY_PERSON
from nescio.core.model import Replacement, Solution
from nescio.core.stretches import Stretches
from nescio.replace.excerpts import Excerpts
from nescio.replace.fragments import LeftName
from nescio.replace.leftovers import HiddenNames

CLEARED: Final = "left over: replaced by its tag"
AS_WORD: Final = "left over: written as a common word"
BY_DECISION: Final = "left over: kept by decision"
METHOD: Final = "tag"
_BY_START: Final = attrgetter("start")
_JOINTS: Final = " -\u00a0"  # between the words of a name
_ROUNDS: Final = 4  # a tag in the place of a name brings nothing new, so two are enough for any method


class PlainNames(NamedTuple):
    """How an entity is called where its own replacement will not do."""

    tag: Callable[[int], str]
    label: Callable[[int], str]
    is_exchanged: Callable[[str], bool] = lambda _: False  # by label: its values stand in each other's place
    mentions: Mapping[int, tuple[int, int]] = MappingProxyType({})  # by start of a replacement what it is for


def clear(
    solution: Solution, text: str, names: HiddenNames, open: Stretches, naming: PlainNames
) -> tuple[Solution, dict[str, int]]:
    """The solution in which no hidden name stands, and how much was found and why the rest may stay.

    All of the text is looked through once, and then only what is near to a change; the replacements are
    written anew once, when it is known which they are.
    """
    cleared, stays = 0, dict[int, str]()
    draft = _Draft(solution.text, solution.replacements, [row.out_start for row in solution.replacements])
    left: Iterable[LeftName] = names.find(draft.text)
    for _ in range(_ROUNDS):
        wrong, new = _faults(left, draft, open, naming, stays)
        if not wrong and not new:
            break
        cleared += len(wrong) + len(new)
        new += (_tagged(draft.rows[number], naming) for number in wrong)
        draft = draft.changed(text, wrong, new)
        near = Excerpts(draft.text, draft.places(new), words=names.most_words)
        left = near.located(names.find(near.text))
    if not cleared:
        return solution, dict(Counter(stays.values()))
    rows = (row.moved(start) for row, start in zip(draft.rows, draft.starts, strict=True))
    done = replace(solution, text=draft.text, replacements=tuple(rows))
    return done, {CLEARED: cleared, **Counter(stays.values())}


def _faults(
    found: Iterable[LeftName], draft: _Draft, open: Stretches, naming: PlainNames, stays: dict[int, str]
) -> tuple[set[int], list[Replacement]]:
    """The numbers of replacements that tell a name, and new ones for what stands between them.

    What may stay is put down with its reason, by its place in the original.
    """
    wrong: set[int] = set()
    new: list[Replacement] = []
    for left in found:
        touched = draft.touching(left.start, left.end)
        if left.is_piece if touched else left.is_inside:
            continue
        if touched:
            wrong.update(n for n in touched if not _is_plain(draft.rows[n], naming))
            continue
        start, end = draft.origin(left.start), draft.origin(left.end)
        if any(True for _ in open.touching(start, end)):
            stays[start] = BY_DECISION
        elif left.is_word and not _is_beside(left, draft, naming):  # beside a name, a word is a part of it
            stays[start] = AS_WORD
        else:
            stays.pop(start, None)
            tag = naming.tag(left.entity)
            new.append(Replacement(start, end, tag, left.entity, naming.label(left.entity), METHOD, 0))
    return wrong, new


def _tagged(row: Replacement, naming: PlainNames) -> Replacement:
    """The tag for the mention alone: the words around it that the replacement took in come back."""
    start, end = naming.mentions.get(row.start, (row.start, row.end))
    return replace(row, start=start, end=end, text=naming.tag(row.entity), method=METHOD)


def _is_plain(row: Replacement, naming: PlainNames) -> bool:
    """Whether a replacement is a placeholder already, or what a person or its method wants to stand there."""
    is_wanted = row.method == BY_PERSON or naming.is_exchanged(row.label)
    return is_wanted or row.text == naming.tag(row.entity)


def _is_beside(left: LeftName, draft: _Draft, naming: PlainNames) -> bool:
    """Whether a word with a capital stands right behind somebody of the same kind: a family name, cut off."""
    if not draft.text[left.start].isupper() or draft.text[left.start - 1] not in _JOINTS:
        return False
    row = draft.ending(left.start - 1)
    return row is not None and row.label == naming.label(left.entity)


@dataclass(frozen=True, slots=True)
class _Draft:
    """An output that is being cleared: its replacements in order, and where each stands in it now."""

    text: str = field(repr=False)
    rows: Sequence[Replacement] = field(repr=False)
    starts: Sequence[int]

    def changed(self, text: str, gone: Container[int], new: Iterable[Replacement]) -> _Draft:
        """The original text with other replacements."""
        old = (row for number, row in enumerate(self.rows) if number not in gone)
        rows = sorted([*old, *new], key=_BY_START)
        pieces: list[str] = []
        starts: list[int] = []
        read = shift = 0
        for row in rows:
            start, end, stands = row.start, row.end, row.text
            starts.append(start + shift)
            pieces += (text[read:start], stands)
            read, shift = end, shift + len(stands) - end + start
        return _Draft("".join([*pieces, text[read:]]), rows, starts)

    def places(self, rows: Iterable[Replacement]) -> Iterator[tuple[int, int]]:
        """Where some of the replacements stand in the output, in order."""
        for row in sorted(rows, key=_BY_START):
            number = bisect_left(self.rows, row.start, key=_BY_START)
            yield self.starts[number], self._end(number)

    def _end(self, number: int) -> int:
        return self.starts[number] + len(self.rows[number].text)

    def touching(self, start: int, end: int) -> list[int]:
        """The numbers of those that a stretch of the output touches."""
        first = max(bisect_right(self.starts, start) - 1, 0)
        last = bisect_left(self.starts, end, first)
        return [number for number in range(first, last) if self._end(number) > start]

    def ending(self, place: int) -> Replacement | None:
        """The one that ends at a place of the output."""
        number = bisect_right(self.starts, place) - 1
        return self.rows[number] if number >= 0 and self._end(number) == place else None

    def origin(self, place: int) -> int:
        """The place in the original of one that no replacement covers."""
        number = bisect_right(self.starts, place) - 1
        if number < 0:
            return place
        row, end = self.rows[number], self._end(number)
        return row.end + place - end if place >= end else row.start
