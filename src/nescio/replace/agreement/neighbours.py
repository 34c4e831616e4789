"""Reads the words before a name: adjectives, a determiner, a preposition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from nescio.replace.agreement.grammar import Grammar
from nescio.replace.agreement.phrases import NameUse
from nescio.replace.agreement.surroundings import Around, NearWord, Spot, words_before

_ADJECTIVES: Final = 2  # at most, between a determiner and a name


class NeighbourReader:
    """Parses what stands before a mention with the grammar of a language."""

    def __init__(self, grammar: Grammar) -> None:
        self._grammar = grammar

    def read(self, spot: Spot, use: NameUse) -> Around:
        words = words_before(spot)
        count = 0
        while count < min(_ADJECTIVES, len(words) - 1) and self._is_adjective(words, count):
            count += 1
        adjectives, rest = words[:count], words[count:]
        if not rest:
            return Around(words)
        grammar, small = self._grammar, rest[0].text.lower()
        readings = grammar.readings.get(small, ())
        if readings and small in grammar.prepositions and not adjectives:
            readings = readings if self._is_article(rest, use) else ()
        if not readings:
            preposition = rest[0] if small in grammar.prepositions else None
            known = all(grammar.is_known_adjective(word.text) for word in adjectives)
            return Around(words, adjectives if known else (), preposition=preposition)
        has_own = any(reading.preposition for reading in readings)
        preposition = rest[1] if not has_own and self._is_preposition(rest[1:]) else None
        return Around(words, adjectives, rest[0], readings, preposition)

    def _is_adjective(self, words: Sequence[NearWord], place: int) -> bool:
        word, before = words[place].text, words[place + 1].text.lower()
        grammar = self._grammar
        if not grammar.is_adjective(word) or word.lower() in grammar.readings:
            return False
        return before in grammar.readings or before in grammar.prepositions or grammar.is_adjective(before)

    def _is_article(self, rest: Sequence[NearWord], use: NameUse) -> bool:
        """Whether a word that is both preposition and article ("a" in Portuguese) is an article here."""
        if rest[0].text[:1].isupper() or self._is_preposition(rest[1:]):
            return True
        if use.takes_article is not None:
            return use.takes_article
        reading = self._grammar.readings[rest[0].text.lower()][0]
        return reading.cell.gender in use.genders and bool(use.genders)

    def _is_preposition(self, words: Sequence[NearWord]) -> bool:
        return bool(words) and words[0].text.lower() in self._grammar.prepositions
