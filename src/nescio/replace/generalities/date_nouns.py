"""Says a day as a noun or in other words where neither its month nor its year can be told."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Final

import regex

from nescio.core.scene import Change
from nescio.packs.dates import DateTable
from nescio.replace.agreement.grammar import DEFINITE, Grammar, Reading
from nescio.replace.agreement.phrases import NameUse, Phrase
from nescio.replace.agreement.repairer import Repairer
from nescio.replace.agreement.surroundings import AFTER, NearWord, Spot, plain_words_before
from nescio.replace.date_pieces import FEAST, WEEKDAY, DatePieces

_REACH: Final = 20  # characters before a date in which the word before it stands
_LONG: Final = regex.compile(r"\d{3}")  # of a year, an amount: what is no day
_LETTER: Final = regex.compile(r"\p{L}")
_STOPS: Final = ".!?\n…"
WEEK, WEEKEND, HOLIDAY, DAY = range(4)  # the nouns of a table


class DateNouns:
    """A weekday, a day at the weekend, a holiday, a certain day; or words that need no noun."""

    def __init__(self, table: DateTable, pieces: DatePieces, grammar: Grammar, repairer: Repairer) -> None:
        self._table, self._pieces, self._grammar, self._repairer = table, pieces, grammar, repairer

    def say(self, spot: Spot) -> Change | None:
        """What is said, with the word before it; None where nothing would fit."""
        if not self._table.nouns:
            return None
        kind = self._kind(spot.name)
        before = list(islice(plain_words_before(spot, reach=_REACH), 2))
        return self._adverb(spot, kind, before) or self._noun(spot, kind, before)

    def _noun(self, spot: Spot, kind: int, before: list[NearWord]) -> Change | None:
        word = before[0].text.lower() if before else ""
        if word in self._table.noun_not_after or not (self._governs(word) or self._is_subject(spot)):
            return None
        is_day = word in self._table.before and not _LONG.search(spot.name)
        if kind == DAY and not is_day:
            return None
        noun, gender, genitive = self._table.nouns[kind]
        phrase = Phrase(noun, gender, "s", genitive)
        reading = self._article(word)
        if reading is not None and reading.preposition:  # zum Mittwoch → zu einem Wochentag
            text = self._repairer.behind(reading.preposition, phrase, reading.cell.case)
            return Change(before[0].start, spot.end, _begun(text, spot, before[0].start))
        if reading is not None:  # "hasta el lunes": of several days, so the article goes
            spot = replace(spot, start=before[0].start)
        return self._repairer.repair(spot, phrase, NameUse(phrase.gender))

    def _governs(self, word: str) -> bool:
        grammar = self._grammar
        return word in self._table.noun_after or word in grammar.prepositions or word in grammar.readings

    def _is_subject(self, spot: Spot) -> bool:
        match = AFTER.match(spot.text, spot.end)
        return match is not None and match[1].lower() in self._table.noun_before

    def _article(self, word: str) -> Reading | None:
        """How a word is read that is the definite article and nothing else but a preposition."""
        readings = self._grammar.readings.get(word, ())
        is_article = bool(readings) and all(reading.determiner == DEFINITE for reading in readings)
        return readings[0] if is_article else None

    def _kind(self, name: str) -> int:
        kind = self._pieces.sole_kind(name)
        if kind == WEEKDAY:
            return WEEKEND if self._pieces.is_weekend(name) else WEEK
        return HOLIDAY if kind == FEAST else DAY

    def _adverb(self, spot: Spot, kind: int, before: list[NearWord]) -> Change | None:
        """During the week, on a holiday: for a word that goes with a day, or where none stands."""
        table = self._table
        words = (*table.week, table.holiday, table.day)[kind]
        leads = (table.week_before, table.week_before, table.holiday_before, table.day_before)[kind]
        word = before[0].text.lower() if before else ""
        is_led = len(before) > 1 and self._is_preposition(before[1].text.lower())
        if word in leads and not is_led and not _LONG.search(spot.name):
            return Change(before[0].start, spot.end, _begun(words, spot, before[0].start))
        if kind == DAY or self._governs(word) or word in table.noun_not_after or self._is_subject(spot):
            return None
        if not before and not _is_free(spot):
            return None
        return Change(spot.start, spot.end, _begun(words, spot, spot.start))

    def _is_preposition(self, word: str) -> bool:
        return word in self._table.noun_after or word in self._grammar.prepositions


def _is_free(spot: Spot) -> bool:
    """Whether no word that could govern it stands before a day: at a start, behind a sign."""
    return not _LETTER.search(spot.text[max(spot.left, spot.start - 2) : spot.start])


def _begun(words: str, spot: Spot, start: int) -> str:
    """With a capital at the start of a sentence or line, in capitals among capitals."""
    if spot.name.isupper() and len(spot.name) > 3:
        return words.upper()
    before = spot.text[:start].rstrip(' \t\u00a0"“„«»(*•–-')[-1:]
    begins = not before or before in _STOPS
    return words[:1].upper() + words[1:] if begins else words
