"""Takes out of an output what was left of hidden names; their tags stand there instead."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
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

    All of the text is looked through once, and then only what is near to a change.
    """
    cleared, stays = 0, dict[int, str]()
    left: Iterable[LeftName] = names.find(solution.text)
    for _ in range(_ROUNDS):
        wrong, new = _faults(left, solution, open, naming, stays)
        if not wrong and not new:
            break
        cleared += len(wrong) + len(new)
        rows = solution.replacements
        new += (_tagged(rows[number], naming) for number in wrong)
        changed = {row.start for row in new}
        old = (row for number, row in enumerate(rows) if number not in wrong)
        solution = _written(solution, text, [*old, *new])
        places = ((row.out_start, row.out_end) for row in solution.replacements if row.start in changed)
        near = Excerpts(solution.text, places, words=names.most_words)
        left = near.located(names.find(near.text))
    counts = {CLEARED: cleared} if cleared else {}
    return solution, {**counts, **Counter(stays.values())}


def _faults(
    found: Iterable[LeftName], solution: Solution, open: Stretches, naming: PlainNames, stays: dict[int, str]
) -> tuple[set[int], list[Replacement]]:
    """The numbers of replacements that tell a name, and new ones for what stands between them.

    What may stay is put down with its reason, by its place in the original.
    """
    rows = _Rows(solution.replacements)
    wrong: set[int] = set()
    new: list[Replacement] = []
    for left in found:
        touched = rows.touching(left.start, left.end)
        if left.is_piece if touched else left.is_inside:
            continue
        if touched:
            wrong.update(n for n in touched if not _is_plain(solution.replacements[n], naming))
            continue
        start, end = rows.origin(left.start), rows.origin(left.end)
        reason = _reason(left, rows, open, is_beside=_is_beside(left, rows, solution.text, naming))
        if reason:
            stays[start] = reason
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


def _is_beside(left: LeftName, rows: _Rows, text: str, naming: PlainNames) -> bool:
    """Whether a word with a capital stands right behind somebody of the same kind: a family name, cut off."""
    row = rows.ending(left.start - 1)
    is_near = row is not None and text[left.start - 1] in _JOINTS and text[left.start].isupper()
    return is_near and row is not None and row.label == naming.label(left.entity)


def _reason(left: LeftName, rows: _Rows, open: Stretches, *, is_beside: bool) -> str:
    """Why something may stay; empty if it may not. Beside a name, a word is a part of the name."""
    start, end = rows.origin(left.start), rows.origin(left.end)
    if any(True for _ in open.touching(start, end)):
        return BY_DECISION
    return AS_WORD if left.is_word and not is_beside else ""


def _written(solution: Solution, text: str, rows: Iterable[Replacement]) -> Solution:
    """The text with other replacements."""
    pieces: list[str] = []
    placed: list[Replacement] = []
    read = written = 0
    for row in sorted(rows, key=lambda row: row.start):
        pieces += (text[read : row.start], row.text)
        written += row.start - read
        placed.append(row.moved(written))
        written += len(row.text)
        read = row.end
    return replace(solution, text="".join([*pieces, text[read:]]), replacements=tuple(placed))


class _Rows:
    """The replacements of an output by place."""

    def __init__(self, rows: Sequence[Replacement]) -> None:
        self._rows = rows
        self._starts = [row.out_start for row in rows]

    def touching(self, start: int, end: int) -> list[int]:
        """The numbers of those that a stretch of the output touches."""
        number = bisect_right(self._starts, start) - 1
        if number >= 0 and self._rows[number].out_end <= start:
            number += 1
        found = []
        for n in range(max(number, 0), len(self._rows)):
            if self._rows[n].out_start >= end:
                break
            if self._rows[n].out_end > start:
                found.append(n)
        return found

    def ending(self, place: int) -> Replacement | None:
        """The one that ends at a place of the output."""
        number = bisect_right(self._starts, place) - 1
        return self._rows[number] if number >= 0 and self._rows[number].out_end == place else None

    def origin(self, place: int) -> int:
        """The place in the original of one that no replacement covers."""
        number = bisect_right(self._starts, place) - 1
        if number < 0:
            return place
        row = self._rows[number]
        return row.end + place - row.out_end if place >= row.out_end else row.start
