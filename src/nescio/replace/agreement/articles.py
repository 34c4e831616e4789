"""The article before a word: its form where the first sound changes, and the gender that it shows."""

from __future__ import annotations

from itertools import islice

from nescio.core.scene import Change
from nescio.replace.agreement.grammar import Front, Grammar
from nescio.replace.agreement.surroundings import Spot, plain_words_before


def sounded(spot: Spot, new: str, grammar: Grammar) -> Change:
    """The edit that says a new word of the same gender and number: a nurse, an optician."""
    word = next(plain_words_before(spot), None)
    small = word.text.lower() if word else ""
    for reading in grammar.readings.get(small, ()):
        front = Front(reading.preposition, reading.determiner)
        other = grammar.write(front, reading.cell, new)
        if word and other != small and grammar.write(front, reading.cell, spot.name) == small:
            article = other[:1].upper() + other[1:] if word.text[0].isupper() else other
            return Change(word.start, spot.end, article + spot.text[word.end : spot.start] + new)
    return Change(spot.start, spot.end, new)


def shown_gender(spot: Spot, grammar: Grammar) -> str:
    """The gender of the article before the noun that an adjective follows: una pianista vietnamita."""
    words = [word.text.lower() for word in islice(plain_words_before(spot), 2)]
    if len(words) < 2 or words[0] in grammar.prepositions or words[0] in grammar.readings:
        return ""
    cells = [reading.cell for reading in grammar.readings.get(words[1], ())]
    genders = {cell.gender for cell in cells if cell.gender and cell.number == "s"}
    return genders.pop() if len(genders) == 1 and grammar.table.adjectives.follow else ""
