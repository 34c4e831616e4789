"""What tells a hidden name without being one of its words: spelled, stretched, cut short, made a pet name."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import regex

from nescio.text.folding import fold_word

_SHORTEST: Final = 4  # letters of a name that is spelled, and of one whose beginning tells it
_PIECE: Final = 5  # letters of a piece that tells the name
_LONGEST: Final = 40  # letters of a name whose pieces are looked for
_STEM: Final = 3  # letters of a name that a pet name keeps
_ENDING: Final = 3  # letters of an ending that makes a pet name beyond doubt: Albita, not Alby
_SPELLED: Final = regex.compile(r"(?<![\p{L}\p{N}])\p{L}(?:(?:[ .,-]|, | - |\. ?)\p{L}(?![\p{L}\p{N}])){3,}")
_TOKEN: Final = regex.compile(r"(?<![\p{L}\p{M}\p{N}])[\p{L}\p{M}]{4,}(?![\p{L}\p{M}\p{N}])")
_STRETCHED: Final = regex.compile(r"(\p{L})\1{2,}", regex.IGNORECASE)
_RUN: Final = regex.compile(r"(.)\1+")
# A figure that a reader of print takes for a letter, among letters: 0tto, Sch1lling
_MISREAD: Final = regex.compile(r"(?<![\p{L}\p{N}])(?=\p{L}*[013]+\p{L})[\p{L}013]{4,}(?![\p{L}\p{N}])")
_READINGS: Final = tuple(str.maketrans("013", letters) for letters in ("ole", "oie"))


class LeftName(NamedTuple):
    """Something of an entity that stands in a text."""

    start: int
    end: int
    entity: int
    is_word: bool  # written as a common word, so that it may stay
    is_piece: bool = False  # only a piece of a name; a substitute may hold it by chance
    is_inside: bool = False  # within a longer word, which is another one unless a replacement brought it


class Fragments:
    """Finds names in other forms, and words that are a piece of a name and no words of the language."""

    def __init__(
        self, owners: Mapping[str, int], words: Container[str], *, diminutives: Sequence[str] = ()
    ) -> None:
        self._owners, self._words = owners, words
        self._endings = tuple(ending for ending in diminutives if len(ending) >= _ENDING)
        self._pieces: dict[str, int] = {}
        self._squeezed: dict[str, int] = {}
        self._stems: dict[str, int] = {}
        for name, owner in owners.items():
            for piece in _pieces(name[:_LONGEST]):
                self._pieces.setdefault(piece, owner)
            self._squeezed.setdefault(_RUN.sub(r"\1", name), owner)
            for stem in (name, name[:-1]):
                if len(stem) >= _STEM:
                    self._stems.setdefault(stem, owner)

    def find(self, text: str) -> Iterator[LeftName]:
        """Everything of them in a text; linear in the text."""
        if not self._owners:
            return
        yield from self._spelled(text)
        for match in _TOKEN.finditer(text):
            word = fold_word(match[0])
            if (owner := self._told_by(match[0], word)) is not None:
                yield LeftName(match.start(), match.end(), owner, False, True)
        for match in _MISREAD.finditer(text):
            read = (self._owners.get(fold_word(match[0].translate(table))) for table in _READINGS)
            if (owner := next((id for id in read if id is not None), None)) is not None:
                yield LeftName(match.start(), match.end(), owner, False, True)

    def _spelled(self, text: str) -> Iterator[LeftName]:
        for match in _SPELLED.finditer(text):
            places = [match.start() + place for place, char in enumerate(match[0]) if char.isalpha()]
            letters = "".join(fold_word(text[place]) for place in places)
            for start, end in _stretches(len(letters), _SHORTEST):
                if (owner := self._owners.get(letters[start:end])) is not None:
                    yield LeftName(places[start], places[end - 1] + 1, owner, False)

    def _told_by(self, surface: str, word: str) -> int | None:
        """Whose name a word tells that is no word of the language."""
        if word in self._words:
            return None
        if (owner := self._pieces.get(word)) is not None:
            return owner
        if _STRETCHED.search(surface):
            short = _RUN.sub(r"\1", word)
            is_name = len(short) >= _STEM and (surface[0].isupper() or short not in self._words)
            return self._squeezed.get(short) if is_name else None
        stems = (word.removesuffix(ending) for ending in self._endings if word.endswith(ending))
        found = (self._stems.get(stem) for stem in stems if len(stem) >= _STEM)
        return next((owner for owner in found if owner is not None), None)


def _pieces(name: str) -> Iterator[str]:
    """The pieces of a name that are shorter than it; of its beginning also shorter ones."""
    if len(name) > _SHORTEST:
        yield name[:_SHORTEST]
    for start, end in _stretches(len(name), _PIECE):
        if end - start < len(name):
            yield name[start:end]


def _stretches(length: int, shortest: int) -> Iterator[tuple[int, int]]:
    """Every stretch of a word that is long enough, and no longer than a name."""
    for start in range(length - shortest + 1):
        for end in range(start + shortest, min(length, start + _LONGEST) + 1):
            yield start, end
