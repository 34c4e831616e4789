"""Guards: how much must speak for a word before every occurrence of it is taken for a name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from nescio.packs.naming import Naming

NEVER: Final = float("inf")
# Support needed by frequency class (Zipf scale): the sum of the scores of the mentions found.
# A word that occurs once in a hundred thousand (4) needs more than one sure mention.
_NEEDED: Final[Mapping[int, float]] = {0: 0.45, 1: 0.45, 2: 0.45, 3: 0.6, 4: 0.85, 5: 1.7, 6: 3.4}
_COMMON: Final = 4  # frequency class


class Guard:
    """Says whether the support for a word is enough, given how common the word is."""

    def __init__(self, naming: Naming, *, strictness: float = 1.0) -> None:
        self._frequency_of = naming.frequency_of
        self._given = naming.gender_of
        self._small = naming.small_words
        self._strictness = strictness

    def needed(self, word: str) -> float:
        """The support that a single word needs."""
        if len(word) < 2 or word in self._small or word.isdigit():
            return NEVER
        zipf = self._frequency_of.get(word, 0)
        if word in self._given:
            zipf -= 1  # frequent because many people are called so
        return _NEEDED.get(max(zipf, 0), NEVER) * self._strictness

    def is_common(self, word: str, *, at_least: int | None = None) -> bool:
        return self._frequency_of.get(word, 0) >= (at_least or _COMMON) and word not in self._given

    def strength(self, words: tuple[str, ...], support: float) -> float:
        """The support in multiples of what these words need; of several, the rarest decides."""
        return support / min(self.needed(word) for word in words)

    def admits(self, words: tuple[str, ...], support: float) -> bool:
        """Enough speaks for these words."""
        return self.strength(words, support) >= 1.0
