"""Finds list entries as whole words, whatever their case and accents, in linear time."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import NamedTuple

from daachorse import CharwiseDoubleArrayAhoCorasick

from nescio.text.folding import compose, fold

_WORD = re.compile(r"[^ ]+")
# What may stand between two words of one entry: "St. Gallen", "Jean-Pierre", a wrapped line.
_GAP = re.compile(
    r"[.'’ʼ]?(?:[ \t\u00a0\u202f]{0,3}|[ \t]{0,3}\r?\n[ \t]{0,40})|[-‐‑–/&+]|[ \u00a0]?[&+-][ \u00a0]?"
)


class Hit(NamedTuple):
    """An entry found: the stretch of text, which entry, and the index of its first and last word."""

    start: int
    end: int
    entry: int
    first: int
    last: int


class Words:
    """The words of a text in folded form with their offsets into the original text."""

    def __init__(self, text: str) -> None:
        self.text = text
        composed, origins = compose(text)
        folded = fold(composed)
        self.folded = folded.split()
        spans = [match.span() for match in _WORD.finditer(folded)]
        if origins is not None:
            spans = [(origins[start], origins[end]) for start, end in spans]
        self.spans = spans

    def surface(self, index: int) -> str:
        start, end = self.spans[index]
        return self.text[start:end]

    def gap(self, index: int) -> str:
        """What stands between word `index` and the next."""
        return self.text[self.spans[index][1] : self.spans[index + 1][0]]

    def joined(self, first: int, last: int) -> bool:
        """The words are neighbours as in one name: no comma, full stop or table cell between."""
        return all(_GAP.fullmatch(self.gap(index)) for index in range(first, last))


def fold_entry(entry: str) -> str:
    return " ".join(fold(compose(entry)[0]).split())


class WordMatcher:
    """An automaton over folded entries; entry numbers are the order in which they were given."""

    def __init__(self, entries: Iterable[str]) -> None:
        owners: dict[str, list[int]] = {}
        for number, entry in enumerate(entries):
            if entry:
                owners.setdefault(entry, []).append(number)
        self._owners = list(owners.values())
        # The spaces around make the automaton match words, not characters.
        patterns = [f" {entry} " for entry in owners]
        self._automaton = CharwiseDoubleArrayAhoCorasick(patterns) if patterns else None

    def find(self, words: Words) -> Iterator[Hit]:
        """Every whole-word occurrence of every entry, overlaps included."""
        if self._automaton is None or not words.folded:
            return
        starts = [0, *accumulate(len(word) + 1 for word in words.folded)]
        line = f" {' '.join(words.folded)} "
        for begin, end, pattern in self._automaton.find_overlapping(line):
            first = bisect_right(starts, begin) - 1
            last = bisect_right(starts, end - 2) - 1
            if words.joined(first, last):
                start, stop = words.spans[first][0], words.spans[last][1]
                for entry in self._owners[pattern]:
                    yield Hit(start, stop, entry, first, last)
