"""Unigram word pieces: the most probable split of one word into known pieces."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Final

from daachorse import CharwiseDoubleArrayAhoCorasick

WORD_START: Final = "▁"
_MAX_WORD: Final = 64
_UNKNOWN_PENALTY: Final = -25.0
_MANY: Final = 2_000  # words from which an automaton of the pieces is worth the time to make it


class PieceSplitter:
    """Splits words into piece numbers; unknown characters have no number."""

    def __init__(self, pieces: Sequence[str], scores: Sequence[float]) -> None:
        self._pieces = pieces
        self._number_of: Mapping[str, int] = {piece: i for i, piece in enumerate(pieces)}
        self._longest = max(map(len, pieces), default=0)
        self._scores = list(scores)
        self._automaton: CharwiseDoubleArrayAhoCorasick | None = None
        self._asked = 0

    def split(self, word: str) -> list[int]:
        """Return the piece numbers of a word; a word longer than 64 characters is cut."""
        text = WORD_START + unicodedata.normalize("NFKC", word)[:_MAX_WORD]
        whole = self._number_of.get(text)
        return [whole] if whole is not None else self._best(text, self._found(text))

    def _found(self, text: str) -> Iterable[tuple[int, int, int]]:
        """Every piece in a text: start, end, number; by their ends, then by their starts."""
        self._asked += 1
        if self._asked == _MANY:
            # An empty piece stands nowhere in a text, and an automaton refuses it.
            self._automaton = CharwiseDoubleArrayAhoCorasick([piece or "\0" for piece in self._pieces])
        if self._automaton is not None:
            try:
                found: list[tuple[int, int, int]] = self._automaton.find_overlapping(text)
            except UnicodeEncodeError:  # a lone surrogate
                pass
            else:
                return found
        number_of = self._number_of.get
        return [
            (start, end, number)
            for end in range(1, len(text) + 1)
            for start in range(max(0, end - self._longest), end)
            if (number := number_of(text[start:end])) is not None
        ]

    def _best(self, text: str, found: Iterable[tuple[int, int, int]]) -> list[int]:
        """The most probable way through the pieces, by Viterbi."""
        scores, size = self._scores, len(text)
        best = [0.0] + [-math.inf] * size
        back: list[tuple[int, int | None]] = [(0, None)] * (size + 1)
        done = 0  # up to here also the way over an unknown character is tried
        for start, end, number in chain(found, [(0, size + 1, -1)]):
            while done < end - 1:
                done += 1
                if best[done - 1] + _UNKNOWN_PENALTY > best[done]:
                    best[done] = best[done - 1] + _UNKNOWN_PENALTY
                    back[done] = (done - 1, None)
            if end <= size and best[start] + scores[number] > best[end]:
                best[end] = best[start] + scores[number]
                back[end] = (start, number)
        return _walk_back(back)


def _walk_back(back: Sequence[tuple[int, int | None]]) -> list[int]:
    numbers: list[int] = []
    end = len(back) - 1
    while end > 0:
        end, number = back[end]
        if number is not None:
            numbers.append(number)
    return numbers[::-1]
