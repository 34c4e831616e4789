"""Mentions that were taken for a place or a body, but name somebody whom the document knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from nescio.core.labels import ORGANIZATION, PERSON, PLACE
from nescio.core.model import Span
from nescio.knowledge.short_names import ShortNames
from nescio.packs.naming import Naming
from nescio.text.folding import fold_words

_SURE: Final = 0.85  # a label this sure is believed
_MAX_WORDS: Final = 3
_MIN_LETTERS: Final = 3
_DOUBTFUL: Final = frozenset({PLACE, ORGANIZATION})  # as such: whoever says "city" knows more


class MistakenPeople:
    """Finds them by their words: all stand in the names of people, or the word is short for one of these."""

    def __init__(self, naming: Naming) -> None:
        self._small, self._short = naming.small_words, ShortNames(naming)
        self._heads, self._endings = naming["organization.heads"], naming.endings

    def find(self, text: str, spans: Sequence[Span], root_of: Mapping[str, str]) -> frozenset[Span]:
        """The spans that are people, whatever their label says."""
        doubtful = [
            span for span in spans if span.label in _DOUBTFUL and span.score < _SURE and not span.is_own
        ]
        if not doubtful:
            return frozenset()
        names = [fold_words(text[s.start : s.end]) for s in spans if root_of[s.label] == PERSON]
        people = {word for name in names for word in self._telling(name) if len(word) >= _MIN_LETTERS}
        people |= {"".join(word[0] for word in self._telling(name)) for name in names if len(name) > 1}
        return frozenset(s for s in doubtful if self._are_people(fold_words(text[s.start : s.end]), people))

    def _telling(self, words: Sequence[str]) -> list[str]:
        return [word for word in words if word not in self._small]

    def _are_people(self, words: Sequence[str], people: set[str]) -> bool:
        own = self._telling(words)
        if not 0 < len(own) <= _MAX_WORDS or not self._heads.isdisjoint(own):
            return False
        return all(self._is_of(word, people) for word in own)

    def _is_of(self, word: str, people: set[str]) -> bool:
        stems = (word.removesuffix(ending) for ending in self._endings)
        longer = self._short.stands_for.get(word, frozenset())
        return (
            word in people
            or not people.isdisjoint(longer)
            or any(len(stem) >= _MIN_LETTERS and stem in people for stem in stems)
        )
