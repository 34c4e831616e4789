"""No word twice: where the text already says what a thing is, its name is left out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Final

import regex

from nescio.core.scene import Change
from nescio.knowledge.linking import EntryLinker
from nescio.packs.types import Types
from nescio.replace.agreement.grammar import Grammar
from nescio.replace.agreement.surroundings import NearWord, Spot, plain_words_before
from nescio.replace.kinds import Kinds

_AFTER: Final = regex.compile(r"[ \u00a0]+([\p{L}\p{M}]+)")
_WORDS: Final = 3  # before a name that are looked at


class Repetition:
    """Finds the words around a name that say the same as its type."""

    def __init__(self, grammar: Grammar, linker: EntryLinker, types: Types, kinds: Kinds) -> None:
        self._grammar, self._linker, self._types, self._kinds = grammar, linker, types, kinds
        self._capital_nouns = grammar.table.capital_nouns
        self._attributive = grammar.table.attributive

    def edit(self, spot: Spot, *, type: str, label: str, suffix: str = "") -> Change | None:
        """The word for the type that already stands there is enough: the province of X → the province."""
        if (word := self._said_before(spot, type, label)) is not None:
            return Change(word.start, spot.end, word.text + suffix)
        after = _AFTER.match(spot.text, spot.end)
        is_near = self._attributive and after is not None and after.end() <= spot.right
        if is_near and after[1].islower() and self._names_type(after[1], type):
            return Change(spot.start, after.end(), after[1] + suffix)
        return None

    def _said_before(self, spot: Spot, type: str, label: str) -> NearWord | None:
        """The noun before the name that says its type, or enough of it."""
        words = list(islice(plain_words_before(spot), _WORDS))
        if not words:
            return None
        if self._names_type(words[0].text, type) or self._says_enough([w.text for w in words], label):
            return words[0]
        if len(words) > 1 and self._is_link(words[0].text) and self._names_type(words[1].text, type):
            return words[1]
        return None

    def _is_link(self, word: str) -> bool:
        links, readings = self._grammar.links, self._grammar.readings.get(word.lower(), ())
        return word.lower() in links or any(reading.preposition in links for reading in readings)

    def _says_enough(self, words: Sequence[str], label: str) -> bool:
        """Whether a determiner and a noun before the name say what it is: the slum X → the slum."""
        readings, prepositions = self._grammar.readings, self._grammar.prepositions
        if len(words) < 2 or words[0].lower() in prepositions or words[0].lower() in readings:
            return False
        if words[0][:1].isupper() and not self._capital_nouns:
            return False
        further = words[2:] if words[1][:1].islower() and words[1] not in prepositions else []
        if not any(word.lower() in readings for word in (words[1], *further)):
            return False
        roots = {self._kinds.root(self._types.label(type)) for type in self._types.of_word(words[0])}
        return self._kinds.root(label) in roots or self._linker.type_of_noun(words[0], label) is not None

    def _names_type(self, word: str, type: str) -> bool:
        """Whether a common noun says the same as the type, or something right above or below it."""
        if word[:1].isupper() and not self._capital_nouns:
            return False
        lineage = self._types.lineage(type)
        return any(
            found in lineage[:-1] or type in self._types.lineage(found)[:-1] or found == type
            for found in self._types.of_word(word)
        )
