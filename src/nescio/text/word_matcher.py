"""The words of a text in folded form, with their offsets and with keys to look them up by."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import ClassVar, Final
from weakref import WeakValueDictionary

import numpy as np
from numpy.typing import NDArray

from nescio.text.folding import compose, fold_codes

# What may stand between two words of one entry: "St. Gallen", "Jean-Pierre", a wrapped line.
_GAP = re.compile(
    r"[.'’ʼ]?(?:[ \t\u00a0\u202f]{0,3}|[ \t]{0,3}\r?\n[ \t]{0,40})|[-‐‑–/&+]|[ \u00a0]?[&+-][ \u00a0]?"
)
_SPACE: Final = 0x20
_BETWEEN: Final = "\n"  # parts the words of two texts
_BLOCK: Final = 1 << 18  # characters hashed at a time, so that memory stays flat
_SHORT: Final = 3  # letters of a word that an ending must leave: "das" is no "da" with an ending
_LONG: Final = 256  # letters: a longer word is no entry of any list
_MIXER: Final = 0x9E3779B97F4A7C15
_JOINER: Final = np.uint64(0xD1B54A32D192ED03)

Keys = NDArray[np.uint64]
Flags = NDArray[np.bool_]
Indexes = NDArray[np.int64]


def _scramble(numbers: Keys) -> Keys:
    """The finisher of SplitMix64: every bit of the input moves every bit of the output."""
    mixed = numbers * np.uint64(_MIXER)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


def _powers(count: int) -> Keys:
    return np.multiply.accumulate(np.full(count, np.uint64(_MIXER | 1)))


_POWERS = _powers(_LONG)
_LETTERS = _scramble(np.arange(1, 0x10001, dtype=np.uint64))


class Words:
    """The words of a text: where they stand, how they are compared, which begin with a capital."""

    _in_use: ClassVar[WeakValueDictionary[str, Words]] = WeakValueDictionary()

    @classmethod
    def of(cls, text: str) -> Words:
        """The same as long as somebody holds them: parts that look at one text in turn share its words."""
        words = cls._in_use.get(text)
        if words is None:
            words = cls._in_use[text] = cls(text)
        return words

    @classmethod
    def hold(cls, texts: Sequence[str]) -> list[Words]:
        """The words of many texts, which `of` gives as long as somebody holds these."""
        held = cls.of_all(texts)
        cls._in_use.update(zip(texts, held, strict=True))
        return held

    @classmethod
    def of_all(cls, texts: Sequence[str]) -> list[Words]:
        """The words of many texts, worked out together: short ones cost far less so."""
        whole = cls(_BETWEEN.join(texts)) if len(texts) > 1 else None
        if whole is None or whole._origins is not None:  # marks could join over the end of a text
            return [cls._in_use.get(text) or cls(text) for text in texts]
        begins = np.cumsum([0, *(len(text) + len(_BETWEEN) for text in texts)])
        first = np.searchsorted(whole._starts, begins).tolist()
        return [
            whole._part(text, begin, slice(*edges))
            for text, begin, edges in zip(texts, begins.tolist(), pairwise(first), strict=False)
        ]

    def _part(self, text: str, begin: int, which: slice) -> Words:
        """The words of one of many texts."""
        part = Words.__new__(Words)
        part.text, part._origins = text, None
        part._folded = self._folded[begin : begin + len(text)]
        part._capitals = self._capitals[begin : begin + len(text)]
        part._starts, part._ends = self._starts[which] - begin, self._ends[which] - begin
        part.capital = self.capital[which]
        part.__dict__.update(keys=self.keys[which], folded=self.folded[which])
        return part

    def __init__(self, text: str) -> None:
        self.text = text
        composed, origins = compose(text)
        codes = np.frombuffer(composed.encode("utf-32-le", "surrogatepass"), dtype="<u4")
        self._folded, capitals = fold_codes(codes)
        inside = np.zeros(len(codes) + 2, dtype=np.int8)
        np.not_equal(self._folded, _SPACE, out=inside[1:-1], casting="unsafe")
        edges = np.flatnonzero(np.diff(inside))
        self._starts, self._ends = edges[::2], edges[1::2]
        self.capital: Flags = capitals[self._starts]
        self._capitals = capitals
        self._origins = None if origins is None else np.array(origins, dtype=np.int64)

    def __len__(self) -> int:
        return len(self._starts)

    @cached_property
    def shouted(self) -> Flags:
        """Which words have more than one capital letter, or are a single letter."""
        if not len(self):
            return self.capital
        counts = np.add.reduceat(self._capitals, self._starts, dtype=np.int32)
        found: Flags = (counts > 1) | (self._ends - self._starts == 1)
        return found

    @cached_property
    def spans(self) -> list[tuple[int, int]]:
        starts, ends = self._starts, self._ends
        if self._origins is not None:
            starts, ends = self._origins[starts], self._origins[ends]
        return list(zip(starts.tolist(), ends.tolist(), strict=True))

    @cached_property
    def folded(self) -> list[str]:
        return self._folded.tobytes().decode("utf-32-le", "surrogatepass").split()

    @cached_property
    def keys(self) -> Keys:
        """A number for each word; equal for words that are compared as equal."""
        keys = np.empty(len(self), dtype=np.uint64)
        first = 0
        while first < len(self):
            last = int(np.searchsorted(self._starts, self._starts[first] + _BLOCK))
            last = max(last, first + 1)
            keys[first:last] = self._keys_of(first, last)
            first = last
        return keys

    def _keys_of(self, first: int, last: int) -> Keys:
        starts, ends = self._starts[first:last], self._ends[first:last]
        begin, stop = int(starts[0]), int(ends[-1])
        letters = _LETTERS[self._folded[begin:stop] & 0xFFFF]
        # The place of each letter in its word; what stands between words counts for nothing.
        place = np.arange(stop - begin, dtype=np.int64)
        lengths = np.diff(starts, append=stop)
        place -= np.repeat(starts - begin, lengths)
        letters *= _POWERS[np.minimum(place, _LONG - 1)]
        letters[self._folded[begin:stop] == _SPACE] = 0
        return _scramble(np.add.reduceat(letters, starts - begin))

    def keys_without(self, ending: str) -> Keys:
        """The keys of the words without an ending; 0, which no entry has, for those that end otherwise."""
        keys = np.zeros(len(self), dtype=np.uint64)
        least = len(ending) + _SHORT
        ended = [
            (index, word[: -len(ending)])
            for index, word in enumerate(self.folded)
            if len(word) >= least and word.endswith(ending)
        ]
        if ended:
            indexes, words = zip(*ended, strict=True)
            keys[list(indexes)] = Words("\n".join(words)).keys
        return keys

    def surface(self, index: int) -> str:
        start, end = self.spans[index]
        return self.text[start:end]

    def gap(self, index: int) -> str:
        """What stands between word `index` and the next."""
        return self.text[self.spans[index][1] : self.spans[index + 1][0]]

    def joined(self, first: int, last: int) -> bool:
        """The words are neighbours as in one name: no comma, full stop or table cell between."""
        return all(_GAP.fullmatch(self.gap(index)) for index in range(first, last))


def join_keys(left: Keys, right: Keys) -> Keys:
    """The key of an entry and one more word."""
    return _scramble((left ^ _JOINER) + right)
