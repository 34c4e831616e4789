"""Family names before their given names, as registers write them: `Bell, Tom; Hale, Ann`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from nescio.core.labels import PERSON, LabelSet
from nescio.core.model import Span
from nescio.core.stretches import Stretches
from nescio.packs.naming import Naming
from nescio.second_pass.lookup import SOURCE
from nescio.text.folding import fold_word, fold_words

_ITEM: Final = re.compile(
    r"(?<![\w'’-])(?P<family>[^\W\d_][\w'’-]{1,40}),[ \u00a0](?=(?P<given>[^\W\d_][\w'’-]{1,40}))"
)
_BETWEEN: Final = re.compile(r"\s?[;/&]\s|\s(?P<word>[^\W\d_]{1,3})\s|,\s")
_OPENS: Final = re.compile(r"(?:\A|[\n\t:;/(&–—]|[ \u00a0]{2})[ \t]*(?:[-•*]|\d{1,3}[.)])?[ \t]*\Z")
_CLOSES: Final = re.compile(r"[ \t]*(?:\Z|[\n\t:;/()&–—]|[ \u00a0]{2})|\.(?:\s|\Z)|,[ \u00a0]+[^\W_A-ZÀ-Þ]")
_GOES_ON: Final = re.compile(r",[ \u00a0](?P<next>[^\W\d_][\w'’-]*)")
_WORD_BEFORE: Final = re.compile(r"([^\W\d_]{1,20})\.?[ \u00a0]\Z")
_FIELD: Final = re.compile(r":[ \t\u00a0]*\Z")
_COMMON: Final = 4  # frequency class of words that are no given name that lists do not have
_REACH: Final = 24  # characters around a name in which its place is read
_EVERYDAY: Final = 6  # frequency class of words that are no family name even here
_SCORE: Final = 0.8
_SOME: Final = 2  # names of this form that make a register of a text


class _Turned(NamedTuple):
    """A family name, a comma, and what may be a given name."""

    start: int
    end: int
    is_known: bool  # the second is a given name beyond doubt, the first is none
    is_framed: bool  # begins and ends as an entry of a list does
    found: int  # how many of its two parts were found as a person
    heard: int  # how many of them a detector at least thought of
    is_field: bool = False  # all in capitals behind a colon, the family name found: Name: IBARRA PAZ, UNAI


_BOTH: Final = 2


class TurnedNames:
    """Finds people who are written family name first, as one stretch.

    One alone says little: in `corpus/train` of 73 unclaimed words before a comma and a given name one was
    a name, the others greetings (*Gracias, Wilson*), kin and the ends of clauses. So both parts were found
    and the place is that of an entry, or there are several in the text.
    """

    def __init__(self, naming: Naming, labels: LabelSet) -> None:
        self._labels, self._given, self._titles = labels, naming.gender_of, naming.titles
        self._conjunctions, self._frequency_of = naming["person.conjunctions"], naming.frequency_of
        self._never = naming.small_words | naming["person.kin_m"] | naming["person.kin_f"]

    def find(self, text: str, spans: Sequence[Span], claims: Sequence[Span] = ()) -> Iterator[Span]:
        """The whole names; what was found of them goes up in them."""
        people = [span for span in spans if self._is_person(span)]
        others = Stretches([span for span in spans if not self._is_person(span)])
        heard = Stretches([claim for claim in (*spans, *claims) if self._is_person(claim)])
        items = [
            item
            for item in self._items(text, Stretches(people), heard)
            if not any(True for _ in others.touching(item.start, item.end))
        ]
        beside = self._beside(text, items)
        known = sum(item.is_known and (item.is_framed or item.found == _BOTH) for item in items)
        is_register = known + sum(self._is_turned(text, span) for span in people) >= _SOME
        for item in items:
            if item in beside or self._is_entry(item, is_register=is_register):
                yield Span(item.start, item.end, PERSON, _SCORE, f"{SOURCE}:turned_list")

    def _is_entry(self, item: _Turned, *, is_register: bool) -> bool:
        if item.is_field and item.is_framed:
            return True
        if item.found == _BOTH:
            return item.is_framed + item.is_known + is_register >= _BOTH
        return item.is_framed and item.is_known and is_register and item.heard == _BOTH

    def _is_turned(self, text: str, span: Span) -> bool:
        family, comma, given = text[span.start : span.end].partition(",")
        return bool(comma) and self._are_given(given) and not self._are_given(family)

    def _items(self, text: str, people: Stretches, heard: Stretches) -> Iterator[_Turned]:
        for match in _ITEM.finditer(text):
            start, comma, behind = match.start(), match.end("family"), match.start("given")
            if not (text[start].isupper() and text[behind].isupper() and self._may_be_name(match["family"])):
                continue
            before = next((s for s in people.touching(start, comma) if s.end == comma), None)
            after = next((s for s in people.touching(behind, behind + 1) if s.start == behind), None)
            start, end = before.start if before else start, after.end if after else match.end("given")
            is_given = self._are_given(text[behind:end])
            is_long = not is_given and after is not None and " " in text[behind:end]
            if is_long or self._is_enumeration(text, end) or self._is_whole(text, start, comma):
                continue
            yield _Turned(
                start,
                end,
                is_known=is_given and not self._are_given(text[start:comma]),
                is_framed=self._opens(text, start) and _CLOSES.match(text, end) is not None,
                found=(before is not None) + (after is not None),
                heard=_is_heard(heard, start, comma) + _is_heard(heard, behind, end),
                is_field=before is not None and self._is_field(text, start, behind, end),
            )

    def _is_field(self, text: str, start: int, behind: int, end: int) -> bool:
        is_filled = _FIELD.search(text, max(0, start - _REACH), start) is not None
        is_rare = self._frequency_of.get(fold_word(text[behind:end]), 0) < _COMMON
        return is_filled and is_rare and text[start:end].isupper()

    def _is_person(self, span: Span) -> bool:
        return span.label in self._labels and self._labels.root(span.label) == PERSON

    def _may_be_name(self, surface: str) -> bool:
        word = fold_word(surface)
        return word not in self._never and self._frequency_of.get(word, 0) < _EVERYDAY

    def _are_given(self, surface: str) -> bool:
        words = fold_words(surface)
        return bool(words) and all(word in self._given for word in words)

    def _is_enumeration(self, text: str, end: int) -> bool:
        """Another given name follows: `Koch, Lena, Tom`."""
        following = _GOES_ON.match(text, end)
        return following is not None and fold_word(following["next"]) in self._given

    def _is_whole(self, text: str, start: int, comma: int) -> bool:
        """What stands before the comma is somebody's whole name, or has a title."""
        words = fold_words(text[start:comma])
        before = _WORD_BEFORE.search(text[max(0, start - _REACH) : start])
        is_titled = before is not None and fold_word(before[1]) in self._titles
        return is_titled or (len(words) > 1 and words[0] in self._given)

    def _opens(self, text: str, start: int) -> bool:
        before = text[max(0, start - _REACH) : start]
        return _OPENS.search(before) is not None and not (start > _REACH and before.isspace())

    def _beside(self, text: str, items: Sequence[_Turned]) -> set[_Turned]:
        """Those beside each other, each of which a detector thought of."""
        return {
            item
            for one, other in pairwise(items)
            if one.is_known and other.is_known and one.heard and other.heard
            if self._are_beside(text, one, other)
            for item in (one, other)
        }

    def _are_beside(self, text: str, one: _Turned, other: _Turned) -> bool:
        between = _BETWEEN.fullmatch(text, one.end, other.start)
        return between is not None and (
            not between["word"] or fold_word(between["word"]) in self._conjunctions
        )


def _is_heard(claims: Stretches, start: int, end: int) -> bool:
    return any(True for _ in claims.touching(start, end))
