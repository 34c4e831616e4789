"""What tells a hidden name without being one of its words: its letters one by one, a piece of it."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from typing import Final, NamedTuple

import regex

from nescio.text.folding import fold_word

_SHORTEST: Final = 4  # letters of a name that is spelled
_PIECE: Final = 5  # letters of a piece that tells the name
_LONGEST: Final = 40  # letters of a name whose pieces are looked for
_SPELLED: Final = regex.compile(r"(?<![\p{L}\p{N}])\p{L}(?:(?:[ .,-]|, | - |\. ?)\p{L}(?![\p{L}\p{N}])){3,}")
_TOKEN: Final = regex.compile(r"(?<![\p{L}\p{M}\p{N}])[\p{L}\p{M}]{5,}(?![\p{L}\p{M}\p{N}])")


class LeftName(NamedTuple):
    """Something of an entity that stands in a text."""

    start: int
    end: int
    entity: int
    is_word: bool  # written as a common word, so that it may stay
    is_piece: bool = False  # only a piece of a name; a substitute may hold it by chance


class Fragments:
    """Finds names that are spelled, and words that are a piece of a name and no words of the language."""

    def __init__(self, owners: Mapping[str, int], words: Container[str]) -> None:
        self._owners, self._words = owners, words
        self._pieces: dict[str, int] = {}
        for name, owner in owners.items():
            for piece in _pieces(name[:_LONGEST]):
                self._pieces.setdefault(piece, owner)

    def find(self, text: str) -> Iterator[LeftName]:
        """Everything of them in a text; linear in the text."""
        if not self._owners:
            return
        for match in _SPELLED.finditer(text):
            places = [match.start() + place for place, char in enumerate(match[0]) if char.isalpha()]
            letters = "".join(fold_word(text[place]) for place in places)[:_LONGEST]
            for start, end in _stretches(len(letters), _SHORTEST):
                if (owner := self._owners.get(letters[start:end])) is not None:
                    yield LeftName(places[start], places[end - 1] + 1, owner, False)
        for match in _TOKEN.finditer(text) if self._pieces else ():
            piece = fold_word(match[0])
            if piece in self._pieces and piece not in self._words:
                yield LeftName(match.start(), match.end(), self._pieces[piece], False, True)


def _pieces(name: str) -> Iterator[str]:
    """The pieces of a name that are shorter than it."""
    for start, end in _stretches(len(name), _PIECE):
        if end - start < len(name):
            yield name[start:end]


def _stretches(length: int, shortest: int) -> Iterator[tuple[int, int]]:
    """Every stretch of a word that is long enough."""
    for start in range(length - shortest + 1):
        for end in range(start + shortest, length + 1):
            yield start, end
