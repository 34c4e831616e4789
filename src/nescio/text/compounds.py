"""Compounds: a long word cut into the words it is made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

_SHORTEST: Final = 3  # letters of a part: "Amt", "Rat"
_LONGEST: Final = 60  # no word is longer; a line without spaces is not a word


@dataclass(frozen=True, slots=True)
class Splitter:
    """Cuts at the longest known last part, with the linking elements of a language between."""

    links: Sequence[str]  # "s", "es", "n" … ; the empty one is always possible
    weak_tails: frozenset[str] = frozenset()  # words that only look like a last part

    def split(self, word: str, is_known: Callable[[str], bool]) -> list[str]:
        """The parts in order, linking elements left with the part before them; [word] if none."""
        if not 2 * _SHORTEST <= len(word) <= _LONGEST:
            return [word]
        if "-" in word.strip("-"):
            front, _, tail = word.rpartition("-")
            return [f"{front}-", tail] if tail else [word]
        cut = self._cut(word, is_known)
        if cut is None:
            return [word]
        return [*self.split(word[:cut], is_known), word[cut:]]

    def _cut(self, word: str, is_known: Callable[[str], bool]) -> int | None:
        """Where the last part begins: first a cut that leaves a known front, else a known tail."""
        tails = [
            cut
            for cut in range(_SHORTEST, len(word) - _SHORTEST + 1)
            if word[cut:] not in self.weak_tails and is_known(_capital(word[cut:]))
        ]
        for cut in tails:
            if self._front_is_known(word[:cut], is_known):
                return cut
        return tails[0] if tails else None

    def _front_is_known(self, front: str, is_known: Callable[[str], bool]) -> bool:
        ends = [front, *(front.removesuffix(link) for link in self.links if front.endswith(link))]
        return any(len(end) >= _SHORTEST and is_known(_capital(end)) for end in ends)


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:]
