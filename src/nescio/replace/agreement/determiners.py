"""Which determiner a replacement needs where it stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import regex

from nescio.replace.agreement.grammar import DEFINITE, INDEFINITE, Front, Grammar
from nescio.replace.agreement.phrases import Utterance
from nescio.replace.agreement.surroundings import AFTER, Around, Spot, stands_alone

_BEFORE_WORD: Final = regex.compile(r"[\s(]")
_SHORT: Final = regex.compile(r"\p{L}\.|(?:\p{L}\.){2,}|\d{1,2}\.")  # an initial, a number of a day
_REACH: Final = 80  # characters before a mention in which a sentence may begin
_OPENERS: Final = "\"'“”„‚‘’»«([{¿¡*_–—-"
_STOPS: Final = ".!?…"
_NOTHING: Final = r"(?!)"  # the shape of what a language does not have


class DeterminerChooser:
    """Keeps the determiner that is there, or chooses one for a noun in the place of a bare name."""

    def __init__(
        self, grammar: Grammar, abbreviations: frozenset[str], is_noun: Callable[[str], bool]
    ) -> None:
        self._grammar, self._abbreviations, self._is_noun = grammar, abbreviations, is_noun
        self._table = grammar.table
        shapes = grammar.table.behind_places
        self._dateline = regex.compile(shapes.dateline or _NOTHING)
        self._house_number = regex.compile(shapes.house_number or _NOTHING)

    def choose(self, said: Utterance) -> Front:
        """Which determiner the phrase needs here, and the preposition before it."""
        around = said.around
        found = around.readings[0] if around.readings else None
        preposition = found.preposition if found else ""
        if around.preposition is not None:
            preposition = around.preposition.text.lower()
        if found is not None:
            return Front(preposition, self._kept(said))
        if said.phrase.proper:  # "la revista X": a name beside a noun takes no article
            return Front(preposition, DEFINITE if said.phrase.article and preposition else "")
        return Front(preposition, self._new(said))

    def _kept(self, said: Utterance) -> str:
        """The determiner that is there; a name that needs no article loses it, unless it is a noun's."""
        phrase, around = said.phrase, said.around
        found = around.readings[0].determiner
        is_definite = self._grammar.determiners[found].kind == DEFINITE
        bare = phrase.proper and is_definite and not phrase.article and not around.adjectives
        return "" if bare and not self.describes(said.spot) else found

    def describes(self, spot: Spot) -> bool:
        """Whether a noun stands behind the name, whose article is the one before: the Coventry office."""
        match = AFTER.match(spot.text, spot.end) if self._table.attributive else None
        return match is not None and match[1].islower() and self._is_noun(match[1])

    def _new(self, said: Utterance) -> str:
        """The determiner of a noun in the place of a bare name."""
        spot, phrase = said.spot, said.phrase
        dateline = self.begins_sentence(spot) and bool(self._dateline.match(spot.text, spot.end))
        if phrase.numbered:
            wanted = self._table.numbered_article
            return "" if wanted == "none" or dateline or stands_alone(spot) else wanted
        if phrase.place and self._house_number.match(spot.text, spot.end):
            return ""
        article = DEFINITE if phrase.definite else INDEFINITE
        if said.is_genitive:
            return article
        bare = self._is_apposition(said.around) or self._is_governed(said.around) or dateline
        return "" if bare or stands_alone(spot) or self._is_attributive(said) else article

    def _is_apposition(self, around: Around) -> bool:
        """Whether the name stands right behind a noun that it belongs to: Forum Nordstadt."""
        if not self._table.capital_nouns or not around.words or around.preposition:
            return False
        word = around.words[0].text.rpartition("-")[2]
        return word[:1].isupper() and self._is_noun(word)

    def _is_governed(self, around: Around) -> bool:
        """Whether an article stands before the word before the name: a white Renault, the film Anna."""
        if not self._table.attributive or len(around.words) < 2 or around.preposition:
            return False
        readings = self._grammar.readings.get(around.words[1].text.lower(), ())
        return not {DEFINITE, INDEFINITE}.isdisjoint(self._grammar.kinds(readings))

    def _is_attributive(self, said: Utterance) -> bool:
        """Whether the name stands before a noun that it describes: the 20-year-old Leeds striker."""
        if not self._table.attributive:
            return False
        text, around = said.spot.text, said.around
        match = AFTER.match(text, said.spot.end)
        if match is None or around.preposition or not match[1][:1].islower() or not self._is_noun(match[1]):
            return False
        name = AFTER.match(text, match.end())  # "Leeds striker Jones"
        return bool(name and name[1][:1].isupper()) or bool(around.words and "-" in around.words[0].text)

    def owner_mark(self, said: Utterance) -> str:
        """What a noun in the place of a name needs to own the noun after it: a company's shares."""
        rules = self._table.owned
        match = AFTER.match(said.spot.text, said.spot.end)
        is_member = INDEFINITE in self._grammar.kinds(said.around.readings)  # "a company member"
        if rules is None or said.phrase.proper or match is None or is_member:
            return ""
        word = match[1]
        owned = word in rules.words or (word[:1].islower() and word.endswith(rules.endings))
        return rules.mark if owned else ""

    def begins_sentence(self, spot: Spot) -> bool:
        before = spot.text[max(0, spot.start - _REACH) : spot.start].rstrip(_OPENERS + " \t\u00a0")
        if not before or before[-1] in "\n\r\v\f":
            return True
        if before[-1] not in _STOPS:
            return False
        word = _BEFORE_WORD.split(before)[-1]
        return word not in self._abbreviations and not _SHORT.fullmatch(word)
