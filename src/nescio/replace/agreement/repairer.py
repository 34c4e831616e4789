"""Sentence repair: the words around a replacement agree with it."""

from __future__ import annotations

from collections.abc import Callable

from nescio.replace.agreement.assembling import assemble
from nescio.replace.agreement.cases import CaseChooser
from nescio.replace.agreement.determiners import DeterminerChooser
from nescio.replace.agreement.grammar import DEFINITE, INDEFINITE, Cell, Grammar, Reading
from nescio.replace.agreement.phrases import Phrase
from nescio.replace.agreement.surroundings import AFTER, Around, NearWord, words_before
from nescio.replace.planning import Edit


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
        self._determiners = DeterminerChooser(grammar, abbreviations, is_noun)
        self._cases = CaseChooser(grammar, is_noun)

    def look(
        self, text: str, start: int, *, left: int, genders: str = "", takes_article: bool | None = None
    ) -> Around:
        """Parse what stands before a mention; `genders` are those the name may have."""
        words = words_before(text, start, left)
        grammar = self._grammar
        count = 0
        while count < min(2, len(words) - 1) and self._is_adjective(words, count):
            count += 1
        adjectives, rest = words[:count], words[count:]
        if not rest:
            return Around(words)
        small = rest[0].text.lower()
        readings = grammar.readings.get(small, ())
        if readings and small in grammar.prepositions and not adjectives:
            readings = readings if self._is_article(rest, genders, takes_article) else ()
        if not readings:
            preposition = rest[0] if small in grammar.prepositions else None
            kept = adjectives if all(grammar.is_known_adjective(word.text) for word in adjectives) else ()
            return Around(words, tuple(kept), preposition=preposition)
        preposition = None
        if (
            not any(r.preposition for r in readings)
            and len(rest) > 1
            and rest[1].text.lower() in grammar.prepositions
        ):
            preposition = rest[1]
        return Around(words, tuple(adjectives), rest[0], tuple(readings), preposition)

    def _is_adjective(self, words: tuple[NearWord, ...], place: int) -> bool:
        word, before = words[place].text, words[place + 1].text.lower()
        if not self._grammar.is_adjective(word) or word.lower() in self._grammar.readings:
            return False
        return (
            before in self._grammar.readings
            or before in self._grammar.prepositions
            or self._grammar.is_adjective(before)
        )

    def _is_article(self, rest: tuple[NearWord, ...], genders: str, takes_article: bool | None) -> bool:
        """Whether a word that is both preposition and article ("a" in Portuguese) is an article here."""
        if rest[0].text[:1].isupper() or (
            len(rest) > 1 and rest[1].text.lower() in self._grammar.prepositions
        ):
            return True
        if takes_article is not None:
            return takes_article
        reading = self._grammar.readings[rest[0].text.lower()][0]
        return reading.cell.gender in genders and bool(genders)

    def repair(
        self,
        text: str,
        start: int,
        end: int,
        phrase: Phrase,
        *,
        around: Around,
        room: tuple[int, int],
        genders: str = "",
        genitive: bool = False,
    ) -> Edit:
        """The edit that says the phrase at the place of `text[start:end]`, with its neighbours."""
        if self._is_bound(text, start, end):
            return Edit(start, end, phrase.text)
        determiner, preposition = self._determiners.choose(
            text, start, end, phrase, around, genitive=genitive
        )
        if room[0] and not around.words and not text[room[0] : start].strip():
            determiner = ""  # right behind another name: "Bund Nordstadt Hessen"
        reading = self._cases.reading(text, around, genders, genitive)
        preposition, case = self._cases.choose(
            preposition, phrase, around, reading, text, start, genitive, determiner
        )
        cell = Cell(phrase.number, phrase.gender, case)
        noun = self._noun(phrase, cell, determiner)
        if determiner in (DEFINITE, INDEFINITE) and self._determiners.is_owner(text, end, phrase, around):
            noun += str(self._grammar.raw["owned"]["mark"])
        adjectives = [
            self._adjective(word.text, cell, determiner, reading) for word in reversed(around.adjectives)
        ]
        first = adjectives[0] if adjectives else noun
        front = self._grammar.write(preposition, determiner, cell, first)
        if around.determiner is not None and not self._changes(around, determiner):
            front = self._kept(around, preposition, determiner, cell, first)
        edit = assemble(text, start, end, around, front=front, adjectives=adjectives, noun=noun)
        return self._follow(self._capital(text, edit, mention=start), text, end, room, cell)

    def genitive(self, phrase: Phrase) -> str:
        """The phrase as a genitive attribute: einer Stadt, der Stadt, von Stadt 2."""
        determiner = DEFINITE if phrase.definite else INDEFINITE
        cell = Cell(phrase.number, phrase.gender, "GEN")
        if phrase.numbered:
            return f"{next(iter(self._grammar.links), '')} {phrase.text}".strip()
        noun = self._noun(phrase, cell, determiner)
        return f"{self._grammar.write('', determiner, cell, noun)} {noun}"

    def _changes(self, around: Around, determiner: str) -> bool:
        return not around.readings or around.readings[0].determiner != determiner

    def _kept(self, around: Around, preposition: str, determiner: str, cell: Cell, following: str) -> str:
        """A determiner that stays what it is; words without forms are left as they are."""
        item = self._grammar.determiners[determiner]
        written = around.determiner.text.lower() if around.determiner else ""
        same = self._grammar.write("", determiner, cell, following) == written
        if item.form(cell) is None or (around.preposition is not None and same):
            return f"{preposition} {written}".strip()
        return self._grammar.write(preposition, determiner, cell, following)

    def _noun(self, phrase: Phrase, cell: Cell, determiner: str) -> str:
        """The phrase in its case; adjectives that belong to it are inflected with it."""
        if phrase.proper or not self._grammar.cases:
            declined = phrase.genitive and determiner and cell.case == "GEN"
            return phrase.genitive if declined else phrase.text
        *adjectives, noun = (
            phrase.text.split(" ") if not phrase.numbered else phrase.text.rsplit(" ", 1)[0].split(" ")
        )
        tail = f" {phrase.text.rsplit(' ', 1)[1]}" if phrase.numbered else ""
        if (cell.case == "GEN" and phrase.genitive) or (
            cell.case in ("DAT", "ACC") and noun in self._grammar.raw.get("weak_nouns", ())
        ):
            noun = phrase.genitive
        inflected = [self._grammar.adjective(word, cell, determiner) for word in adjectives]
        return " ".join([*inflected, noun]) + tail

    def _adjective(self, word: str, cell: Cell, determiner: str, reading: Reading | None) -> str:
        if not self._grammar.cases and (reading is None or reading.cell.gender == cell.gender):
            return word
        return self._grammar.adjective(word, cell, determiner)

    def _is_bound(self, text: str, start: int, end: int) -> bool:
        """Whether the mention is a part of a longer word: SPD-Forum."""
        before, after = text[start - 1 : start], text[end : end + 1]
        return (before in "-/@_#" and bool(before)) or (
            after in "-/_@" and bool(after) and text[end + 1 : end + 2].isalnum()
        )

    def _capital(self, text: str, edit: Edit, *, mention: int) -> Edit:
        """A capital letter where the stretch begins a sentence."""
        begins = edit.start == mention and self._determiners.begins_sentence(text, mention)
        if begins or (edit.start < mention and text[edit.start].isupper()):
            return edit._replace(text=edit.text[:1].upper() + edit.text[1:])
        return edit

    def _follow(self, edit: Edit, text: str, end: int, room: tuple[int, int], cell: Cell) -> Edit:
        """An adjective right after the name agrees too: la Barcelona antigua → el pueblo antiguo."""
        if not self._grammar.raw.get("adjectives", {}).get("follow"):
            return edit
        match = AFTER.match(text, end)
        if match is None or match.end() > room[1] or match[1] not in self._grammar.common_adjectives:
            return edit
        word = self._grammar.adjective(match[1], cell, "")
        if word == match[1]:
            return edit
        return Edit(edit.start, match.end(), edit.text + text[end : match.start(1)] + word)
