"""Phrases beside and around the mentions of a text, looked up in linear time."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final, NamedTuple

_TOKEN: Final = re.compile(r"[\w’'º]+(?:-\w+)*|\n\s*\n|[.!?](?=\s)|\n")
_PARTS: Final = re.compile(r"[\w’'º]+(?:-\w+)*")
_BREAK: Final = "\n\n"
_STOPS: Final = frozenset(".!?")
_GAPS: Final = _STOPS | {"\n", _BREAK}
_ABBREVIATED: Final = 4  # letters: a full stop behind a shorter word may belong to it
_STEM: Final = 5  # letters of a word that is known in compounds too
_REACH: Final = 40  # tokens of a sentence on either side


class Told(NamedTuple):
    """What a phrase tells, and the phrase as the language's file has it."""

    kind: str
    phrase: str


class PhraseTable:
    """Phrases by their words; a phrase may tell several things."""

    def __init__(self, phrases: Mapping[str, Iterable[str]]) -> None:
        self._found: dict[tuple[str, ...], list[Told]] = {}
        for kind, entries in phrases.items():
            for entry in entries:
                words = tuple(word.casefold() for word in _PARTS.findall(entry))
                if words:
                    self._found.setdefault(words, []).append(Told(kind, entry))
        self.longest = max(map(len, self._found), default=0)

    def ending(self, words: list[str]) -> list[Told]:
        """The longest phrase at the end of these words."""
        for size in range(min(self.longest, len(words)), 0, -1):
            if found := self._found.get(tuple(words[-size:])):
                return found
        return []

    def beginning(self, words: list[str]) -> list[Told]:
        """The longest phrase at their beginning."""
        for size in range(min(self.longest, len(words)), 0, -1):
            if found := self._found.get(tuple(words[:size])):
                return found
        return []

    def inside(self, words: list[str]) -> Iterator[Told]:
        """What words tell, also those with an ending or in a compound: "Oberlandesgerichts"."""
        for word in words:
            for (first, *more), found in self._found.items():
                if not more and (word == first or (len(first) >= _STEM and first in word)):
                    yield from found

    def anywhere(self, words: list[str]) -> Iterator[Told]:
        for start in range(len(words)):
            yield from self.beginning(words[start : start + self.longest])


class TokenRow:
    """The words of a text, small, with the ends of sentences, lines and paragraphs between them."""

    def __init__(self, text: str, abbreviations: Collection[str] = ()) -> None:
        self._abbreviations = abbreviations
        matches = list(_TOKEN.finditer(text))
        self.words = [_BREAK if "\n" in m[0] and m[0].count("\n") > 1 else m[0].casefold() for m in matches]
        self._starts = [m.start() for m in matches]
        self._ends = [m.end() for m in matches]

    def left(self, start: int, *, breaks: bool = False) -> list[str]:
        """The words of the sentence before a place, nearest last; `breaks`: an empty line does not end it."""
        at, found = bisect_right(self._ends, start) - 1, list[str]()
        while at >= 0 and len(found) < _REACH:
            word = self.words[at]
            if (word == _BREAK and not breaks) or self._ends_sentence(at):
                break
            if word not in _GAPS:
                found.append(word)
            at -= 1
        return found[::-1]

    def right(self, end: int) -> list[str]:
        """The words of the sentence behind a place."""
        at, found = bisect_left(self._starts, end), list[str]()
        while at < len(self.words) and len(found) < _REACH:
            word = self.words[at]
            if word == _BREAK or self._ends_sentence(at):
                break
            if word not in _GAPS:
                found.append(word)
            at += 1
        return found

    def _ends_sentence(self, at: int) -> bool:
        word = self.words[at]
        if word not in _STOPS:
            return False
        before = self.words[at - 1] if at else ""
        if word == "." and before in self._abbreviations:
            return False
        return word != "." or len(before) > _ABBREVIATED or before.isdecimal()
