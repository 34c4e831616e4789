"""Finds the entries of lists in a text by the keys of their words: no automaton, nothing to build at load.

An entry is a sequence of words; its key is a 64-bit number made from them. The keys of all entries
stand in one sorted array, which can be mapped from a file as it is. A text is looked up in bulk.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np

from nescio.text.word_matcher import Flags, Indexes, Keys, Words, join_keys

MAX_WORDS: Final = 16  # an entry with more words is refused by the reader of lists
_SIEVE_BITS: Final = 20


class FoundRows(NamedTuple):
    """Occurrences as parallel arrays: the row of the entry, its first and its last word in the text."""

    row: Indexes
    first: Indexes
    last: Indexes

    def keep(self, which: Flags) -> FoundRows:
        return FoundRows(self.row[which], self.first[which], self.last[which])


_NOTHING: Final = FoundRows(*(np.empty(0, dtype=np.int64) for _ in range(3)))


class Sieve:
    """Says quickly that a key is not in a sorted array; most words of a text are in no list."""

    def __init__(self, keys: Keys) -> None:
        self._keys = keys
        self._bits = np.zeros(1 << _SIEVE_BITS, dtype=np.bool_)
        self._bits[keys >> np.uint64(64 - _SIEVE_BITS)] = True

    def find(self, keys: Keys) -> Indexes:
        """The places of those `keys` that are in the array."""
        if not len(self._keys):
            return np.empty(0, dtype=np.int64)
        likely = np.flatnonzero(self._bits[keys >> np.uint64(64 - _SIEVE_BITS)])
        place = np.searchsorted(self._keys, keys[likely])
        place[place == len(self._keys)] = 0
        found: Indexes = likely[self._keys[place] == keys[likely]]
        return found


@dataclass(frozen=True)
class WordIndex:
    """Entries by key: `keys` is sorted, `prefixes` are the keys of the first two words of longer entries."""

    keys: Keys = field(repr=False)
    prefixes: Keys = field(repr=False)
    longest: int

    def __len__(self) -> int:
        return len(self.keys)

    @cached_property
    def _sieves(self) -> tuple[Sieve, Sieve]:
        return Sieve(self.keys), Sieve(self.prefixes)

    def find(self, words: Words, lasts: Keys | None = None) -> FoundRows:
        """Every whole-word occurrence of every entry, overlaps included; gaps are not looked at.

        `lasts` are the keys by which the last word of an entry is looked up, if not those of the words
        as they stand: of words without an ending, say.
        """
        return self.find_keys(words.keys, lasts)

    def find_keys(self, keys: Keys, lasts: Keys | None = None) -> FoundRows:
        """The same for words of which only the keys are given."""
        if not len(self) or not len(keys):
            return _NOTHING
        found = [rows for rows in self._find(keys, keys if lasts is None else lasts) if len(rows.row)]
        if not found:
            return _NOTHING
        return FoundRows(*(np.concatenate(columns) for columns in zip(*found, strict=True)))

    def _find(self, keys: Keys, lasts: Keys) -> Iterator[FoundRows]:
        known, prefixes = self._sieves
        yield self._rows(known.find(lasts), lasts, length=1)
        if self.longest < 2 or len(keys) < 2:
            return
        ended = join_keys(keys[:-1], lasts[1:])
        yield self._rows(known.find(ended), ended, length=2)
        pairs = ended if lasts is keys else join_keys(keys[:-1], keys[1:])
        starts = prefixes.find(pairs)
        grown = pairs[starts]
        for length in range(3, self.longest + 1):
            inside = starts + length <= len(keys)
            starts, grown = starts[inside], grown[inside]
            if not len(starts):
                return
            ended = join_keys(grown, lasts[starts + length - 1])
            yield self._rows(known.find(ended), ended, length=length, starts=starts)
            grown = ended if lasts is keys else join_keys(grown, keys[starts + length - 1])

    def _rows(self, places: Indexes, keys: Keys, *, length: int, starts: Indexes | None = None) -> FoundRows:
        if not len(places):  # most often: a short text names little
            return _NOTHING
        low = np.searchsorted(self.keys, keys[places])
        count = np.searchsorted(self.keys, keys[places], side="right") - low
        first = places if starts is None else starts[places]
        # An entry that stands in several lists has several rows.
        again = np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count)
        first = np.repeat(first, count)
        return FoundRows(np.repeat(low, count) + again, first, first + length - 1)


def split_lines(lines: Sequence[str]) -> tuple[Words, Indexes]:
    """The words of all lines, and how many each line has."""
    words = Words("\n".join(lines))
    breaks = [match.start() for match in re.finditer("\n", words.text)]
    starts = [start for start, _ in words.spans]
    sizes = np.bincount(np.searchsorted(breaks, starts), minlength=len(lines)) if lines else np.empty(0)
    return words, sizes.astype(np.int64)


def _distinct(keys: Keys) -> Keys:
    """Sorted, each once; `numpy.unique` would load a further part of numpy for it."""
    ordered = np.sort(keys)
    first = np.ones(len(ordered), dtype=np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=first[1:])
    return ordered[first]


def build_index(words: Words, sizes: Indexes) -> tuple[WordIndex, Indexes]:
    """An index of the entries whose words stand one after the other, and which entry each row is.

    An entry without words never matches.
    """
    begins = np.cumsum(sizes) - sizes
    keys = np.zeros(len(sizes), dtype=np.uint64)
    prefixes = np.empty(0, dtype=np.uint64)
    longest = int(sizes.max(initial=0))
    for length in range(1, longest + 1):
        due = sizes >= length
        more = words.keys[begins[due] + length - 1]
        keys[due] = more if length == 1 else join_keys(keys[due], more)
        if length == 2:
            prefixes = _distinct(keys[sizes > 2])
    filled = np.flatnonzero(sizes)
    order = filled[np.argsort(keys[filled], kind="stable")]
    return WordIndex(keys[order], prefixes, longest), order
