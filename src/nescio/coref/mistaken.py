"""Mentions with a wrong label: people taken for a place or a body, and bodies taken for either.

The document itself tells: elsewhere the same words stand in the name of somebody or something else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from nescio.core.labels import ORGANIZATION, PERSON, PLACE
from nescio.core.model import Span
from nescio.knowledge.short_names import ShortNames
from nescio.packs.naming import Naming
from nescio.text.folding import fold_words

_SURE: Final = 0.85  # a label this sure is believed
_MAX_WORDS: Final = 3
_MIN_LETTERS: Final = 3
_MIN_SOUND: Final = 5  # letters of a word that is compared by its sound
_DOUBTFUL: Final = frozenset({PERSON, PLACE, ORGANIZATION})  # as such: whoever says "city" knows more


class MistakenLabels:
    """Finds them by their words: all stand in the names of people, or are the name of a body."""

    def __init__(self, naming: Naming) -> None:
        self._small, self._short = naming.small_words, ShortNames(naming)
        self._heads, self._endings = naming["organization.heads"], naming.endings
        self._given, self._legal = naming.gender_of, naming["organization.legal_forms"]

    def find(self, text: str, spans: Sequence[Span], root_of: Mapping[str, str]) -> dict[Span, str]:
        """The spans that are of another kind than their label says, and that kind."""
        doubtful = [s for s in spans if s.label in _DOUBTFUL and s.score < _SURE and not s.is_told]
        if not doubtful:
            return {}
        words_of = {span: fold_words(text[span.start : span.end]) for span in spans}
        people = self._people(words_of[s] for s in spans if root_of[s.label] == PERSON)
        found = {
            span: PERSON
            for span in doubtful
            if span.label != PERSON and self._are_people(words_of[span], people)
        }
        bodies = [words_of[s] for s in spans if root_of[s.label] == ORGANIZATION and s not in found]
        whole, begun = self._bodies(bodies)
        known = [w for s, w in words_of.items() if root_of[s.label] == PERSON and len(w) > 1]
        taken = {word for words in known if words not in begun for word in words}
        for span in doubtful:
            names = begun if span.label == PERSON else whole
            words = words_of[span]
            if span.label != ORGANIZATION and words in names and taken.isdisjoint(words):
                found.setdefault(span, ORGANIZATION)
        return found

    def _people(self, names: Iterable[Sequence[str]]) -> set[str]:
        people: set[str] = set()
        for name in names:
            own = self._telling(name)
            people.update(word for word in own if len(word) >= _MIN_LETTERS)
            people.update(f"={self._short.sound(word)}" for word in own if len(word) >= _MIN_SOUND)
            if len(name) > 1:
                people.add("".join(word[0] for word in own))
        return people

    def _bodies(self, names: Sequence[tuple[str, ...]]) -> tuple[set[tuple[str, ...]], set[tuple[str, ...]]]:
        """Names of bodies without their legal form; and also what companies are called by, the beginning."""
        whole: set[tuple[str, ...]] = set()
        begun: set[tuple[str, ...]] = set()
        for name in names:
            size = len(name)
            while size > 1 and (
                name[size - 1] in self._legal or "".join(name[size - 2 : size]) in self._legal
            ):
                size -= 1 if name[size - 1] in self._legal else 2
            own = name[:size]
            if not own or own[0] in self._given:
                continue
            whole.add(own)
            parts = range(1, len(own)) if size < len(name) and len(own) <= _MAX_WORDS else ()
            begun.update([own, *(own[:part] for part in parts)])
        return whole, begun

    def _telling(self, words: Sequence[str]) -> list[str]:
        return [word for word in words if word not in self._small]

    def _are_people(self, words: Sequence[str], people: set[str]) -> bool:
        own = self._telling(words)
        if not 0 < len(own) <= _MAX_WORDS or not self._heads.isdisjoint(own):
            return False
        # "Curro Espina" is a person where "Espina" is one: the other word is a given name.
        known = [word for word in own if self._is_of(word, people)]
        unknown = [word for word in own if word not in known and word not in self._given]
        return bool(known) and 2 * len(unknown) <= len(own)

    def _is_of(self, word: str, people: set[str]) -> bool:
        stems = (word.removesuffix(ending) for ending in self._endings)
        longer = self._short.stands_for.get(word, frozenset())
        return (
            word in people
            or (len(word) >= _MIN_SOUND and f"={self._short.sound(word)}" in people)
            or not people.isdisjoint(longer)
            or any(len(stem) >= _MIN_LETTERS and stem in people for stem in stems)
        )
