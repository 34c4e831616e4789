"""Unigram word pieces: the most probable split of each of many words into known pieces, all at once."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

WORD_START: Final = "▁"
_MAX_WORD: Final = 64
_UNKNOWN_PENALTY: Final = -25.0
_TOGETHER: Final = 4_096  # words that are split at once
_STEP: Final = np.uint64(0x9E3779B97F4A7C15)
_MIX: Final = np.uint64(0xD6E8FEB86659FD93)
_SIEVE_BITS: Final = 20

Numbers = NDArray[np.int64]
Keys = NDArray[np.uint64]


class PieceTable(NamedTuple):
    """The pieces by the key of their text, in the order of the keys: they are looked up, never read."""

    keys: Keys
    numbers: NDArray[np.uint32]
    longest: int

    @classmethod
    def of(cls, pieces: Sequence[str]) -> PieceTable:
        """The table of pieces, which are numbered as they come; an empty one stands nowhere."""
        text = _Letters.of(pieces)
        longest = int(text.sizes.max(initial=0))
        keys = np.zeros(len(pieces), dtype=np.uint64)
        for size in range(1, longest + 1):
            own = np.flatnonzero(text.sizes >= size)
            keys[own] = _longer(keys[own], text.codes[text.starts[own] + (size - 1)])
        filled = np.flatnonzero(text.sizes)
        order = filled[np.argsort(keys[filled], kind="stable")]
        return cls(keys[order], order.astype(np.uint32), longest)


class PieceSplitter:
    """Splits words into piece numbers; unknown characters have no number."""

    def __init__(self, table: PieceTable, scores: NDArray[np.float32]) -> None:
        self._table = table
        self._scores = scores.astype(np.float64)
        self._sieve = np.zeros(1 << _SIEVE_BITS, dtype=np.bool_)
        self._sieve[_sieve_place(table.keys)] = True

    @classmethod
    def of(cls, pieces: Sequence[str], scores: Sequence[float]) -> PieceSplitter:
        """The splitter of pieces that are numbered as they come."""
        return cls(PieceTable.of(pieces), np.array(scores, dtype=np.float32))

    def split(self, words: Sequence[str]) -> tuple[Numbers, Numbers]:
        """Return the pieces of all words one after the other, and how many each word has.

        A word longer than 64 characters is cut.
        """
        parts = [self._split(words[at : at + _TOGETHER]) for at in range(0, len(words), _TOGETHER)]
        if not parts:
            return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
        return np.concatenate([flat for flat, _ in parts]), np.concatenate([own for _, own in parts])

    def _split(self, words: Sequence[str]) -> tuple[Numbers, Numbers]:
        text = _Letters.of([WORD_START + _normal(word)[:_MAX_WORD] for word in words])
        found = self._found(text)
        whole = (found.starts == 0) & (found.ends == text.sizes[found.words])
        alone = np.full(len(words), -1, dtype=np.int64)
        alone[found.words[whole]] = found.numbers[whole]
        best = self._best(found.of(alone[found.words] < 0), np.where(alone < 0, text.sizes, 0))
        rows = np.concatenate([alone[None], best])
        known = rows.T >= 0
        return rows.T[known], known.sum(1)

    def _found(self, text: _Letters) -> _Standing:
        """Every piece in the words, by where it ends in its word, then by word, then by its start."""
        table, hits = self._table, list[tuple[Numbers, Numbers, Numbers]]()
        for size, at, keys in _keys(text, table.longest):
            likely = np.flatnonzero(self._sieve[_sieve_place(keys)])
            rows = np.searchsorted(table.keys, keys[likely])
            rows[rows == len(table.keys)] = 0
            same = table.keys[rows] == keys[likely]
            at = at[likely[same]]
            hits.append((at, np.full(len(at), size), table.numbers[rows[same]].astype(np.int64)))
        at, sizes, numbers = (np.concatenate(part) for part in zip(*hits, strict=True))
        words = text.owner[at]
        starts = at - text.starts[words]
        # No two are alike in end, word and start: one number says all three.
        order = np.argsort(((starts + sizes) * len(text.sizes) + words) * (_MAX_WORD + 2) + starts)
        return _Standing(words, starts, starts + sizes, numbers).of(order)

    def _best(self, found: _Standing, sizes: Numbers) -> Numbers:
        """The most probable way through the pieces of each word, by Viterbi: pieces in rows, -1 for none."""
        longest = int(sizes.max(initial=0))
        best = np.zeros((longest + 1, len(sizes)))
        back = np.zeros((longest + 1, len(sizes)), dtype=np.int64)
        number = np.full((longest + 1, len(sizes)), -1, dtype=np.int64)
        edges = np.searchsorted(found.ends, np.arange(longest + 2)).tolist()
        for end in range(1, longest + 1):
            # The way over an unknown character is taken where it is better than any piece.
            best[end] = best[end - 1] + _UNKNOWN_PENALTY
            back[end] = end - 1
            own = found.of(slice(edges[end], edges[end + 1]))
            if not len(own.words):
                continue
            values = best[own.starts, own.words] + self._scores[own.numbers]
            first = np.flatnonzero(np.diff(own.words, prepend=-1))
            highest = np.maximum.reduceat(values, first)
            groups = np.repeat(np.arange(len(first)), np.diff(first, append=len(values)))
            top = np.flatnonzero(values == highest[groups])
            top = top[np.diff(groups[top], prepend=-1) > 0]  # of equal ones the first
            top = top[highest >= best[end, own.words[top]]]
            at = own.words[top]
            best[end, at], back[end, at], number[end, at] = values[top], own.starts[top], own.numbers[top]
        return _walk_back(back, number, sizes)


class _Letters(NamedTuple):
    """Words one after the other: their characters, where each begins, how long it is, whose a place is."""

    codes: NDArray[np.uint64]
    starts: Numbers
    sizes: Numbers
    owner: Numbers

    @classmethod
    def of(cls, words: Sequence[str]) -> _Letters:
        codes = np.frombuffer("".join(words).encode("utf-32-le", "surrogatepass"), dtype="<u4")
        sizes = np.array([len(word) for word in words], dtype=np.int64)
        starts = np.cumsum(sizes) - sizes
        return cls(
            codes.astype(np.uint64) + np.uint64(1), starts, sizes, np.repeat(np.arange(len(words)), sizes)
        )


class _Standing(NamedTuple):
    """Pieces that stand in words: in which, where in it, and their numbers."""

    words: Numbers
    starts: Numbers
    ends: Numbers
    numbers: Numbers

    def of(self, rows: Numbers | NDArray[np.bool_] | slice) -> _Standing:
        return _Standing(*(column[rows] for column in self))


def _keys(text: _Letters, longest: int) -> Iterator[tuple[int, Numbers, Keys]]:
    """The keys of all stretches of words, by their length: where they begin in the text, and the keys."""
    at = np.arange(len(text.codes))
    left = text.starts[text.owner] + text.sizes[text.owner] - at
    keys = np.zeros(len(at), dtype=np.uint64)
    for size in range(1, longest + 1):
        fitting = left >= size
        at, left, keys = at[fitting], left[fitting], keys[fitting]
        keys = _longer(keys, text.codes[at + (size - 1)])
        yield size, at, keys


def _longer(keys: Keys, codes: Keys) -> Keys:
    """The keys of stretches that are longer by one character."""
    return keys * _STEP + codes


def _sieve_place(keys: Keys) -> Keys:
    return (keys * _MIX) >> np.uint64(64 - _SIEVE_BITS)


def _normal(word: str) -> str:
    return word if word.isascii() else unicodedata.normalize("NFKC", word)


def _walk_back(back: Numbers, number: Numbers, sizes: Numbers) -> Numbers:
    """The numbers on the ways that end where words do, the last row being the last piece."""
    at, words = sizes.copy(), np.arange(len(sizes))
    rows = []
    while at.any():
        rows.append(np.where(at > 0, number[at, words], -1))
        at = back[at, words]
    return np.stack(rows[::-1]) if rows else np.empty((0, len(sizes)), dtype=np.int64)
