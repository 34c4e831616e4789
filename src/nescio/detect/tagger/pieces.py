"""Unigram word pieces: the most probable split of one word into known pieces."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Mapping, Sequence

WORD_START = "▁"
_MAX_PIECE = 24
_MAX_WORD = 64
_UNKNOWN_PENALTY = -25.0


class PieceSplitter:
    """Splits words into piece numbers; unknown characters have no number."""

    def __init__(self, pieces: Sequence[str], scores: Sequence[float]) -> None:
        self._number_of: Mapping[str, int] = {piece: i for i, piece in enumerate(pieces)}
        self._scores = list(scores)

    def split(self, word: str) -> list[int]:
        """Return the piece numbers of a word; a word longer than 64 characters is cut."""
        text = WORD_START + unicodedata.normalize("NFKC", word)[:_MAX_WORD]
        whole = self._number_of.get(text)
        return [whole] if whole is not None else self._viterbi(text)

    def _viterbi(self, text: str) -> list[int]:
        best = [0.0] + [-math.inf] * len(text)
        back: list[tuple[int, int | None]] = [(0, None)] * (len(text) + 1)
        for end in range(1, len(text) + 1):
            for start in range(max(0, end - _MAX_PIECE), end):
                number = self._number_of.get(text[start:end])
                if number is not None and best[start] + self._scores[number] > best[end]:
                    best[end] = best[start] + self._scores[number]
                    back[end] = (start, number)
            if best[end - 1] + _UNKNOWN_PENALTY > best[end]:
                best[end] = best[end - 1] + _UNKNOWN_PENALTY
                back[end] = (end - 1, None)
        return _walk_back(back)


def _walk_back(back: Sequence[tuple[int, int | None]]) -> list[int]:
    numbers: list[int] = []
    end = len(back) - 1
    while end > 0:
        end, number = back[end]
        if number is not None:
            numbers.append(number)
    return numbers[::-1]
