"""Family names before their given names, side by side in a sentence: `Bell, Tom and Hale, Ann signed`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from nescio.core.labels import PERSON, LabelSet
from nescio.core.model import Span
from nescio.packs.naming import Naming
from nescio.second_pass.lookup import SOURCE, Cover
from nescio.text.folding import fold_word, fold_words

_FAMILY: Final = re.compile(r"(?<![\w'’-])(?P<name>[^\W\d_][\w'’-]{1,40}),[ \u00a0]$")
_BETWEEN: Final = re.compile(r"\s?;\s|\s(?P<word>[^\W\d_]{1,3}|&)\s")
_REACH: Final = 44  # characters before a given name in which its family name stands
_EVERYDAY: Final = 6  # frequency class of words that are no family name even here
_DISCOUNT: Final = 0.85


class _Turned(NamedTuple):
    """A given name with the family name before it."""

    start: int
    end: int  # of the family name
    given: Span


class TurnedNames:
    """Finds the family names of two people who stand beside each other, family name first.

    One alone says nothing: in `corpus/train` of 73 unclaimed words before a comma and a given name one was
    a name, the others greetings (*Gracias, Wilson*), kin and the ends of clauses.
    """

    def __init__(self, naming: Naming, labels: LabelSet) -> None:
        self._labels, self._given = labels, naming.gender_of
        self._conjunctions, self._frequency_of = naming["person.conjunctions"], naming.frequency_of
        self._never = naming.small_words | naming["person.kin_m"] | naming["person.kin_f"]

    def find(self, text: str, spans: Sequence[Span]) -> Iterator[Span]:
        """The family names that nobody claims; `spans` in order."""
        cover = Cover(spans)
        seen: set[int] = set()
        for one, other in pairwise(self._places(text, spans)):
            if not self._are_beside(text, one, other):
                continue
            for place in (one, other):
                if place.start not in seen and cover.is_free(place.start, place.end):
                    seen.add(place.start)
                    score = place.given.score * _DISCOUNT
                    yield Span(place.start, place.end, PERSON, score, f"{SOURCE}:turned_list")

    def _places(self, text: str, spans: Sequence[Span]) -> Iterator[_Turned]:
        for span in spans:
            if span.label not in self._labels or self._labels.root(span.label) != PERSON:
                continue
            words = fold_words(text[span.start : span.end])
            before = _FAMILY.search(text[max(0, span.start - _REACH) : span.start])
            if before is None or not words or not all(word in self._given for word in words):
                continue
            start = span.start - len(before[0])
            if before["name"][0].isupper() and self._may_be_name(fold_word(before["name"])):
                yield _Turned(start, start + len(before["name"]), span)

    def _may_be_name(self, word: str) -> bool:
        return word not in self._never and self._frequency_of.get(word, 0) < _EVERYDAY

    def _are_beside(self, text: str, one: _Turned, other: _Turned) -> bool:
        between = _BETWEEN.fullmatch(text, one.given.end, other.start)
        if between is None:
            return False
        word = between["word"]
        return not word or word == "&" or fold_word(word) in self._conjunctions
