"""What a job hides, word for word: looked for in the corners where the pipeline sees no words."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from nescio.core.model import Job, Replacement, Span
from nescio.text.occurrences import occurrences

_WORD: Final = re.compile(r"[^\W\d_]{4,}")
_PERSON: Final = "PER"
_ANY_CASE: Final = 4  # characters from which a surface is looked for in any case


class Surfaced(NamedTuple):
    """A hidden surface where nothing hides it yet."""

    start: int
    end: int
    like: Replacement  # how it was replaced elsewhere


class Hidden:
    """The surfaces that a finished job hides, each with one of its replacements."""

    def __init__(self, job: Job) -> None:
        self._rows = [] if job.solution is None else sorted(job.solution.replacements, key=_start)
        self._starts = [row.start for row in self._rows]
        self._text = job.document.text
        self._like: dict[str, Replacement] = {}
        for mention in mentions_of(job):
            self._add(mention)

    def _add(self, mention: Span) -> None:
        row = self.row_at(mention.start)
        surface = self._text[mention.start : mention.end]
        if row is None or row.text == self._text[row.start : row.end]:
            return
        self._like.setdefault(" ".join(surface.split()), row)
        self._like.setdefault(surface, row)
        if mention.label.startswith(_PERSON):
            for word in _WORD.findall(surface):
                if word[0].isupper():
                    self._like.setdefault(word, row)

    def row_at(self, position: int) -> Replacement | None:
        number = bisect_right(self._starts, position) - 1
        row = self._rows[number] if number >= 0 else None
        return row if row is not None and position < max(row.end, row.start + 1) else None

    @property
    def surfaces(self) -> list[str]:
        """What must not stand anywhere in the document any more; too short ones would be everywhere."""
        return sorted(surface for surface in self._like if is_telling(surface))

    def find(self, text: str) -> Iterator[Surfaced]:
        """Where surfaces stand in a text, as words or as parts of names that programs make of words."""
        of = self._by_spelling
        for start, spelling in occurrences(of, lowered(text)):
            end = start + len(spelling)
            exact = text[start:end] in self._like
            if (exact or len(spelling) >= _ANY_CASE) and stands_free(text, start, end):
                yield Surfaced(start, end, of[spelling])

    @cached_property
    def _by_spelling(self) -> Mapping[str, Replacement]:
        return {lowered(surface): self._like[surface] for surface in reversed(self.surfaces)}


def mentions_of(job: Job) -> Iterator[Span]:
    hidden = {decision.entity: decision for decision in job.decisions or () if decision.hide}
    for entity in job.entities or ():
        decision = hidden.get(entity.id)
        if decision is not None:
            yield from entity.mentions if decision.mentions is None else decision.mentions


def is_telling(surface: str) -> bool:
    """Whether a surface says something by itself: three letters, or five digits."""
    letters = sum(map(str.isalpha, surface))
    return letters >= 3 or letters + sum(map(str.isdigit, surface)) >= 5


def lowered(text: str) -> str:
    """In small letters, each character one character."""
    low = text.lower()
    return low if len(low) == len(text) else "".join(c if len(c.lower()) > 1 else c.lower() for c in text)


def stands_free(text: str, start: int, end: int) -> bool:
    """Whether a stretch is no part of a longer word; digits, signs and a change of case end a word."""
    return _is_border(text, start) and _is_border(text, end)


def _is_border(text: str, at: int) -> bool:
    if at in (0, len(text)):
        return True
    before, behind = text[at - 1], text[at]
    if before.isdigit() and behind.isdigit():
        return False
    return not (before.isalpha() and behind.isalpha()) or (before.islower() and behind.isupper())


def with_rows(rows: Iterable[Replacement], added: Iterable[Replacement]) -> list[Replacement]:
    """The rows and those of the added ones that touch none of them, in their order."""
    taken: Sequence[Replacement] = sorted(rows, key=_start)
    starts = [row.start for row in taken]
    free = []
    for row in added:
        number = bisect_right(starts, row.start)
        left_free = number == 0 or taken[number - 1].end <= row.start
        if left_free and (number == len(taken) or row.end <= taken[number].start):
            free.append(row)
    return sorted([*taken, *free], key=_start)


def _start(row: Replacement) -> int:
    return row.start
