"""Hashed gazetteer: what lists and frequency tables know about a word or a phrase."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

FLAGS = (
    "given_name",
    "family_name",
    "place",
    "major_place",
    "org",
    "org_word",
    "legal_form",
    "title",
    "institution",
    "calendar",
    "stop_word",
    "place_word",
    "street_word",
    "starts_phrase",
    "common_noun",
)
PHRASE_CLASSES = ("LOC", "ORG")
MAX_PHRASE = 6
_STARTS_PHRASE = 1 << FLAGS.index("starts_phrase")
_SHIFT = len(PHRASE_CLASSES)


class LexiconTables(NamedTuple):
    """Sorted 64-bit keys with what is known about each key."""

    word_keys: NDArray[np.uint64]
    word_flags: NDArray[np.uint16]
    word_zipf: NDArray[np.uint8]  # (words, languages), Zipf frequency times 25
    phrase_keys: NDArray[np.uint64]
    phrase_class: NDArray[np.uint8]
    phrase_starts: NDArray[np.uint64]  # the first two words of every phrase


def hash_key(text: str) -> int:
    """Return the stable 64-bit key of a case-folded word or phrase."""
    return int.from_bytes(
        blake2b(text.casefold().encode("utf-8", "replace"), digest_size=8).digest(), "little"
    )


class Lexicon:
    """Looks words and phrases up without storing their text."""

    def __init__(self, tables: LexiconTables) -> None:
        self._tables = tables
        self.languages = tables.word_zipf.shape[1]

    def words(self, words: Sequence[str]) -> tuple[NDArray[np.uint16], NDArray[np.float32]]:
        """Return the flag bits and the Zipf frequencies (0 to 1) of each word."""
        keys = np.array([hash_key(word) for word in words], dtype=np.uint64)
        rows, known = _find(self._tables.word_keys, keys)
        flags = np.where(known, self._tables.word_flags[rows], 0).astype(np.uint16)
        zipf = self._tables.word_zipf[rows] * known[:, None] / np.float32(200.0)
        return flags, zipf.astype(np.float32)

    def phrases(self, words: Sequence[str], flags: Iterable[int]) -> NDArray[np.float32]:
        """Mark the longest listed phrases: one begin and one inside column per class."""
        marks = np.zeros((len(words), 2 * len(PHRASE_CLASSES)), dtype=np.float32)
        free_from = 0
        for start in self._possible(words, flags):
            if start >= free_from:
                free_from = self._mark(marks, words, start) or free_from
        return marks

    def _possible(self, words: Sequence[str], flags: Iterable[int]) -> list[int]:
        """Where two words stand that begin a phrase."""
        starts = np.array([at for at, flag in enumerate(flags) if flag & _STARTS_PHRASE], dtype=np.int64)
        keys = np.array([hash_key(" ".join(words[at : at + 2])) for at in starts.tolist()], dtype=np.uint64)
        found: list[int] = starts[_find(self._tables.phrase_starts, keys)[1]].tolist()
        return found

    def _mark(self, marks: NDArray[np.float32], words: Sequence[str], start: int) -> int:
        ends = range(min(len(words), start + MAX_PHRASE), start + 1, -1)
        keys = np.array([hash_key(" ".join(words[start:end])) for end in ends], dtype=np.uint64)
        rows, known = _find(self._tables.phrase_keys, keys)
        if not known.any():
            return 0
        longest = int(known.argmax())
        end, kind = ends[longest], int(self._tables.phrase_class[rows[longest]])
        marks[start, kind] = 1.0
        marks[start + 1 : end, _SHIFT + kind] = 1.0
        return end


def _find(table: NDArray[np.uint64], keys: NDArray[np.uint64]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """The row of each key in a sorted table, and whether it is there."""
    rows = np.minimum(np.searchsorted(table, keys), len(table) - 1)
    return rows, table[rows] == keys if len(table) else np.zeros(len(keys), dtype=np.bool_)
