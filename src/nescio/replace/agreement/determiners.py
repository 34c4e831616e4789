"""Which determiner a replacement needs where it stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import regex

from nescio.replace.agreement.grammar import DEFINITE, INDEFINITE, Grammar
from nescio.replace.agreement.phrases import Phrase
from nescio.replace.agreement.surroundings import AFTER, Around, stands_alone

_REACH: Final = 80  # characters before a mention in which a sentence may begin
_OPENERS: Final = "\"'“”„‚‘’»«([{¿¡*_–—-"
_STOPS: Final = ".!?…"
_DATELINE: Final = regex.compile(r" ?, \p{L}{0,4} ?\d")  # "Lisboa, 3 de maio", "Berlin, den 3. Mai"

_HOUSE_NUMBER: Final = regex.compile(r" \d{1,3}\p{L}?\b(?! ?[,.]?\d)")


class DeterminerChooser:
    """Keeps the determiner that is there, or chooses one for a noun in the place of a bare name."""

    def __init__(
        self, grammar: Grammar, abbreviations: frozenset[str], is_noun: Callable[[str], bool]
    ) -> None:
        self._grammar, self._abbreviations, self._is_noun = grammar, abbreviations, is_noun

    def choose(
        self, text: str, start: int, end: int, phrase: Phrase, around: Around, *, genitive: bool = False
    ) -> tuple[str, str]:
        """Which determiner the phrase needs here, and the preposition before it."""
        found = around.readings[0] if around.readings else None
        preposition = found.preposition if found and found.preposition else ""
        if around.preposition is not None:
            preposition = around.preposition.text.lower()
        if found is not None:
            kind = self._grammar.determiners[found.determiner].kind
            if phrase.proper and kind == DEFINITE and not phrase.article and not around.adjectives:
                return "", preposition
            return found.determiner, preposition
        if phrase.proper:  # "la revista X": a name beside a noun takes no article
            return (DEFINITE if phrase.article and preposition else ""), preposition
        if phrase.numbered:
            wanted = self._grammar.raw.get("numbered_article", "none")
            dateline = self.begins_sentence(text, start) and bool(_DATELINE.match(text, end))
            bare = wanted == "none" or dateline or stands_alone(text, start, end)
            return ("" if bare else wanted), preposition
        dateline = self.begins_sentence(text, start) and bool(_DATELINE.match(text, end))
        if phrase.place and _HOUSE_NUMBER.match(text, end):
            return "", preposition
        if genitive:
            return (DEFINITE if phrase.definite else INDEFINITE), preposition
        if self._is_apposition(around):
            return "", preposition
        if dateline or stands_alone(text, start, end) or self._is_attributive(text, end, around):
            return "", preposition
        return (DEFINITE if phrase.definite else INDEFINITE), preposition

    def _is_apposition(self, around: Around) -> bool:
        """Whether the name stands right behind a noun that it belongs to: Forum Nordstadt."""
        if not self._grammar.raw.get("capital_nouns") or not around.words or around.preposition:
            return False
        word = around.words[0].text.rpartition("-")[2]
        return word[:1].isupper() and self._is_noun(word)

    def _is_attributive(self, text: str, end: int, around: Around) -> bool:
        """Whether the name stands before a noun that it describes: the 20-year-old Leeds striker."""
        if not self._grammar.raw.get("attributive"):
            return False
        match = AFTER.match(text, end)
        if match is None or around.preposition or not match[1][:1].islower() or not self._is_noun(match[1]):
            return False
        name = AFTER.match(text, match.end())  # "Leeds striker Jones"
        return bool(name and name[1][:1].isupper()) or bool(around.words and "-" in around.words[0].text)

    def is_owner(self, text: str, end: int, phrase: Phrase, around: Around) -> bool:
        """Whether a noun in the place of a name must own the noun after it: a company's shares."""
        rules = self._grammar.raw.get("owned")
        match = AFTER.match(text, end)
        kinds = {self._grammar.determiners[r.determiner].kind for r in around.readings}
        if not rules or phrase.proper or match is None or INDEFINITE in kinds:  # "a company member"
            return False
        word = match[1]
        return word in rules["words"] or (word[:1].islower() and word.endswith(tuple(rules["endings"])))

    def begins_sentence(self, text: str, position: int) -> bool:
        before = text[max(0, position - _REACH) : position].rstrip(_OPENERS + " \t\u00a0")
        if not before or before[-1] in "\n\r\v\f":
            return True
        if before[-1] not in _STOPS:
            return False
        word = regex.split(r"[\s(]", before)[-1]
        return word not in self._abbreviations and not regex.fullmatch(
            r"\p{L}\.|(?:\p{L}\.){2,}|\d{1,2}\.", word
        )
