"""Sentence repair: the words around a replacement agree with it."""

from __future__ import annotations

from collections.abc import Callable

from nescio.core.scene import Change
from nescio.replace.agreement.assembling import NewWords, assemble
from nescio.replace.agreement.cases import CaseChooser
from nescio.replace.agreement.determiners import DeterminerChooser
from nescio.replace.agreement.grammar import DEFINITE, INDEFINITE, Cell, Front, Grammar, Reading
from nescio.replace.agreement.neighbours import NeighbourReader
from nescio.replace.agreement.phrases import NameUse, Phrase, Utterance
from nescio.replace.agreement.surroundings import AFTER, Around, Spot


class Repairer:
    """Puts a phrase in the place of a mention and makes its neighbours fit."""

    def __init__(
        self,
        grammar: Grammar,
        abbreviations: frozenset[str] = frozenset(),
        *,
        is_noun: Callable[[str], bool] = lambda word: False,
    ) -> None:
        self._grammar = grammar
        self._neighbours = NeighbourReader(grammar)
        self._determiners = DeterminerChooser(grammar, abbreviations, is_noun)
        self._cases = CaseChooser(grammar, is_noun)

    def repair(self, spot: Spot, phrase: Phrase, use: NameUse, *, is_genitive: bool = False) -> Change:
        """The edit that says the phrase at the spot, with its neighbours."""
        if _is_bound(spot):
            return Change(spot.start, spot.end, phrase.text)
        around = self._neighbours.read(spot, use)
        said = Utterance(spot, around, phrase, use.genders, is_genitive)
        front, reading = self._front(said), self._cases.reading(said)
        governed = self._cases.choose(said, front, reading)
        front = front._replace(preposition=governed.preposition)
        cell = Cell(phrase.number, phrase.gender, governed.case)
        edit = assemble(spot, around, self._words(said, front, cell, reading))
        return self._follow(self._capital(edit, spot, around), spot, cell)

    def describes(self, spot: Spot) -> bool:
        """Whether the name stands before a noun that it describes."""
        return self._determiners.describes(spot)

    def genitive(self, phrase: Phrase) -> str:
        """The phrase as a genitive attribute: einer Stadt, der Stadt, von Stadt 2."""
        determiner = DEFINITE if phrase.definite else INDEFINITE
        cell = Cell(phrase.number, phrase.gender, "GEN")
        if phrase.numbered:
            return f"{next(iter(self._grammar.links), '')} {phrase.text}".strip()
        noun = self._noun(phrase, cell, determiner)
        return f"{self._grammar.write(Front('', determiner), cell, noun)} {noun}"

    def behind(self, preposition: str, phrase: Phrase, case: str) -> str:
        """A preposition and the phrase with the indefinite article: an einem Feiertag."""
        cell = Cell(phrase.number, phrase.gender, case)
        noun = self._noun(phrase, cell, INDEFINITE)
        return f"{self._grammar.write(Front(preposition, INDEFINITE), cell, noun)} {noun}"

    def _front(self, said: Utterance) -> Front:
        front, spot = self._determiners.choose(said), said.spot
        if spot.left and not said.around.words and not spot.before.strip():
            return front._replace(determiner="")  # right behind another name: "Bund Nordstadt Hessen"
        return front

    def _words(self, said: Utterance, front: Front, cell: Cell, reading: Reading | None) -> NewWords:
        """The noun in its form, the adjectives that stand there, and what comes before them."""
        around = said.around
        noun = self._noun(said.phrase, cell, front.determiner)
        if front.determiner in (DEFINITE, INDEFINITE):
            noun += self._determiners.owner_mark(said)
        changes = bool(self._grammar.cases) or (reading is not None and reading.cell.gender != cell.gender)
        adjectives = [word.text for word in reversed(around.adjectives)]
        if changes:
            adjectives = [self._grammar.adjective(word, cell, front.determiner) for word in adjectives]
        following = adjectives[0] if adjectives else noun
        if around.readings and around.readings[0].determiner == front.determiner:
            return NewWords(self._kept(around, front, cell, following), adjectives, noun)
        return NewWords(self._grammar.write(front, cell, following), adjectives, noun)

    def _kept(self, around: Around, front: Front, cell: Cell, following: str) -> str:
        """A determiner that stays what it is; words without forms are left as they are."""
        written = around.determiner.text.lower() if around.determiner else ""
        same = self._grammar.write(Front("", front.determiner), cell, following) == written
        is_fixed = self._grammar.form(front.determiner, cell) is None
        if is_fixed or (around.preposition is not None and same):
            return f"{front.preposition} {written}".strip()
        return self._grammar.write(front, cell, following)

    def _noun(self, phrase: Phrase, cell: Cell, determiner: str) -> str:
        """The phrase in its case; adjectives that belong to it are inflected with it."""
        if phrase.proper or not self._grammar.cases:
            declined = phrase.genitive and determiner and cell.case == "GEN"
            return phrase.genitive if declined else phrase.text
        words, number = phrase.text.split(" "), ""
        if phrase.numbered:
            words, number = words[:-1], f" {words[-1]}"
        *adjectives, noun = words
        is_weak = cell.case in ("DAT", "ACC") and noun in self._grammar.table.weak_nouns
        if (cell.case == "GEN" and phrase.genitive) or is_weak:
            noun = phrase.genitive
        inflected = [self._grammar.adjective(word, cell, determiner) for word in adjectives]
        return " ".join([*inflected, noun]) + number

    def _capital(self, edit: Change, spot: Spot, around: Around) -> Change:
        """A capital letter where the stretch begins a sentence, not behind an article of the line before."""
        is_governed = around.determiner is not None or around.preposition is not None
        begins = edit.start == spot.start and not is_governed and self._determiners.begins_sentence(spot)
        if begins or (edit.start < spot.start and spot.text[edit.start].isupper()):
            return edit._replace(text=edit.text[:1].upper() + edit.text[1:])
        return edit

    def _follow(self, edit: Change, spot: Spot, cell: Cell) -> Change:
        """An adjective right after the name agrees too: la Barcelona antigua → el pueblo antiguo."""
        if not self._grammar.table.adjectives.follow:
            return edit
        match = AFTER.match(spot.text, spot.end)
        if match is None or match.end() > spot.right or not self._grammar.is_known_adjective(match[1]):
            return edit
        word = self._grammar.adjective(match[1], cell, "")
        if word == match[1]:
            return edit
        return Change(edit.start, match.end(), edit.text + spot.text[spot.end : match.start(1)] + word)


def _is_bound(spot: Spot) -> bool:
    """Whether the mention is a part of a longer word: SPD-Forum."""
    before, after = spot.text[spot.start - 1 : spot.start], spot.text[spot.end : spot.end + 1]
    return (before in "-/@_#" and bool(before)) or (
        after in "-/_@" and bool(after) and spot.text[spot.end + 1 : spot.end + 2].isalnum()
    )
