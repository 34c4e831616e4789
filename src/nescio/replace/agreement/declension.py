"""The genitive of a whole name, by its first or last noun."""

from __future__ import annotations

from collections.abc import Container

from nescio.knowledge.dictionary import Dictionary
from nescio.replace.agreement.grammar import Grammar


class Declension:
    """Declines names that are made of nouns: des Amts Celle, des Müllerwegs."""

    def __init__(self, grammar: Grammar, dictionary: Dictionary) -> None:
        self._has_cases, self._dictionary = bool(grammar.cases), dictionary

    def genitive(self, name: str, gender: str, *, undeclined: Container[str]) -> str:
        """The name in the genitive; empty when its nouns do not tell. Some words are never declined."""
        if not self._has_cases or gender not in ("m", "n"):
            return ""
        words = name.split(" ")
        for place in (0, len(words) - 1):
            found = [noun for noun in self._dictionary.nouns(words[place]) if noun.gender == gender]
            genitive = found[0].form("s", "GEN") if found else None
            if genitive and words[place] not in undeclined:
                return " ".join([*words[:place], genitive, *words[place + 1 :]])
        return ""
