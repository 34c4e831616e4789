"""Functions of people that have a listed word as their head: "senior ward manager", "jefa de turno"."""

from __future__ import annotations

from typing import Final

from nescio.packs.functions import FunctionWords
from nescio.text.word_matcher import Words

_MAX_WORDS: Final = 6  # on each side of the head
_SHORTENED: Final = ". "  # "stellv. Leiterin"
_SHORT: Final = 3  # letters: a shorter small word is no field


class FunctionGrower:
    """Extends the head of a function over what belongs to it on both sides."""

    def __init__(self, words: FunctionWords) -> None:
        self._words = words

    def grow(self, words: Words, first: int, last: int) -> tuple[int, int]:
        """The index of the first and last word of the function."""
        return self._begin(words, first), self._end(words, last)

    def _begin(self, words: Words, first: int) -> int:
        lowest = max(0, first - _MAX_WORDS)
        while first > lowest and words.folded[first - 1] in self._words.before:
            if words.gap(first - 1) != _SHORTENED and not _is_close(words, first - 1):
                break
            first -= 1
        return first

    def _end(self, words: Words, last: int) -> int:
        limit = min(len(words) - 1, last + _MAX_WORDS)
        while last < limit and _is_close(words, last):
            if words.folded[last + 1] in self._words.after:
                last += 1
                continue
            field = self._field(words, last, limit)
            if field == last:
                break
            last = field
        return last

    def _field(self, words: Words, last: int, limit: int) -> int:
        """The last word of "of the Commercial Division", or the place where it began."""
        link = words.folded[last + 1]
        if link not in self._words.links:
            return last
        place = last + 1
        while place < limit and _is_close(words, place) and words.folded[place + 1] in self._words.articles:
            place += 1
        definite = place > last + 1
        if place >= limit or not _is_close(words, place):
            return last
        place += 1
        if words.capital[place]:
            return self._name(words, place, limit)
        small = link in self._words.small and not definite and self._is_field(words, place)
        return place if small else last

    def _name(self, words: Words, place: int, limit: int) -> int:
        """A field with capitals goes on as long as they do."""
        while place < limit and words.gap(place) == " " and words.capital[place + 1]:
            place += 1
        return place

    def _is_field(self, words: Words, place: int) -> bool:
        word = words.folded[place]
        return len(word) > _SHORT and word.isalpha() and word not in self._words.not_fields


def _is_close(words: Words, index: int) -> bool:
    """Between two words of one function stands a space or a hyphen."""
    return words.gap(index) in (" ", "-", "\u00a0")
