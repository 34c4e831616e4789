"""Leaks: what is left of a direct entity anywhere in the output of any method.

A leak is a surface, or a part of a person's name of four letters or more, in any case, without accents,
alone or inside another word. What nobody marked there and what reads as another word (a common word, a
longer word, a short number) is counted apart.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import regex
from daachorse import MATCH_KIND_STANDARD, CharwiseDoubleArrayAhoCorasick

from bench.quality.writing.coverage import identifier
from bench.quality.writing.documents import METHODS, JudgedText, pack_of
from bench.quality.writing.figures import Portion, PortionTally, names
from nescio.core.labels import PERSON
from nescio.core.model import Replacement
from nescio.evaluate.model import DIRECT, Mark
from nescio.text.folding import fold, fold_word, fold_words

SHORTEST = 4  # letters or figures of what counts as left
_SHORT_NUMBER = 6  # figures: a shorter number may stand elsewhere for something else
PLACEHOLDER = regex.compile(r"\[(?:\.\.\.|[^\[\]\n]*\d)\]")
_ADDRESS = "URL"
NEVER, PARTLY, FOUND = "never found", "found in part", "found"


class LeftOver(NamedTuple):
    """Something of an entity that stands in an output."""

    entity: str
    method: str
    start: int  # in the output
    end: int
    as_word: bool  # it reads as another word that nobody marked


class _Folded(NamedTuple):
    """A text in small letters without accents and with single spaces, and where each letter came from."""

    text: str
    places: list[int]


def leaks(items: Sequence[JudgedText]) -> dict[str, Portion]:
    tally = PortionTally()
    for item in items:
        found = list(leaks_of(item))
        real = {leak.entity for leak in found if not leak.as_word}
        words = {leak.entity for leak in found if leak.as_word} - real
        by_method = {(leak.entity, leak.method) for leak in found if not leak.as_word}
        for entity, marks in item.chains().items():
            if identifier(marks[0].label) == DIRECT:
                parts = [f"label {marks[0].label}", f"language {item.doc.language}", f"genre {item.group}"]
                tally.add(names("leaks", state_of(item, marks), *parts), entity in real)
                tally.add(["leaks as another word"], entity in words)
                for method in METHODS:
                    tally.add([f"leaks | {method}"], (entity, method) in by_method)
    return tally.figures()


def state_of(item: JudgedText, marks: Iterable[Mark]) -> str:
    """Whether an entity was found: a mention in full, something of one, or nothing."""
    asked = [item.asked(mark) for mark in marks]
    if any(places <= item.hidden for places in asked):
        return FOUND
    return PARTLY if any(places & item.hidden for places in asked) else NEVER


def leaks_of(item: JudgedText) -> Iterator[LeftOver]:
    """Every leak of a document, method by method; linear in its outputs."""
    owners = wanted(item)
    if not owners:
        return
    patterns = sorted(owners)
    automaton = CharwiseDoubleArrayAhoCorasick(patterns, MATCH_KIND_STANDARD)
    marked = _marked(item)
    for method in METHODS:
        solution = item.solutions[method]
        folded = _fold(solution.text)
        sources = _Sources(solution.replacements)
        for start, end, number in automaton.find_overlapping(folded.text):
            place = folded.places[start], folded.places[end - 1] + 1
            if not sources.is_placeholder(place[0]):
                origin = sources.origin(place[0])
                for entity in owners[patterns[number]]:
                    mark = marked.get(origin)
                    named = mark is not None and (
                        entity == mark.entity
                        or mark.label != PERSON  # a file name, an address: glued, but a name
                        or not _is_inside(solution.text, place)
                    )
                    as_word = not named and _reads_as_word(item, solution.text, place, origin)
                    yield LeftOver(entity, method, *place, as_word)


def wanted(item: JudgedText) -> dict[str, set[str]]:
    """What must not be left, folded, and the entities that it would tell."""
    particles = pack_of(item.doc.language).naming["person.particles"]
    owners: dict[str, set[str]] = defaultdict(set)
    for mark in item.doc.mentions:
        if identifier(mark.label) == DIRECT:
            words = fold_words(item.text[mark.start : mark.end])
            parts = [" ".join(words)]
            if mark.label == PERSON:
                parts += [word for word in words if word.isalpha() and word not in particles]
            for part in parts:
                if len(part.replace(" ", "")) >= SHORTEST:
                    owners[part].add(mark.entity)
    return owners


def _marked(item: JudgedText) -> dict[int | None, Mark]:
    """The places that people marked as a direct entity or as an address, and the marks."""
    marks = (mark for mark in item.doc.mentions if identifier(mark.label) == DIRECT or mark.label == _ADDRESS)
    return {place: mark for mark in marks for place in item.asked(mark)}


def _fold(text: str) -> _Folded:
    """Signs between letters are one space, so that a line break in a name hides nothing."""
    pieces: list[str] = []
    places: list[int] = []
    for place, char in enumerate(fold(text)):
        if char != " " or (pieces and pieces[-1] != " "):
            pieces.append(char)
            places.append(place)
    return _Folded("".join(pieces), places)


class _Sources:
    """Where what stands in an output came from: kept text, or a replacement."""

    def __init__(self, rows: Sequence[Replacement]) -> None:
        self._rows = sorted(rows, key=lambda row: row.out_start)
        self._starts = [row.out_start for row in self._rows]

    def _before(self, place: int) -> Replacement | None:
        """The last replacement that begins at or before a place."""
        number = bisect_right(self._starts, place)
        return self._rows[number - 1] if number else None

    def origin(self, place: int) -> int | None:
        """The place in the original; None inside a replacement."""
        row = self._before(place)
        if row is None:
            return place
        return None if place < row.out_end else row.end + place - row.out_end

    def is_placeholder(self, place: int) -> bool:
        row = self._before(place)
        if row is None or place >= row.out_end:
            return False
        inside = place - row.out_start
        return any(m.start() <= inside < m.end() for m in PLACEHOLDER.finditer(row.text))


def _around(text: str, place: tuple[int, int]) -> tuple[int, int]:
    """The letters and figures that a stretch stands among."""
    start, end = place
    while start and text[start - 1].isalnum():
        start -= 1
    while end < len(text) and text[end].isalnum():
        end += 1
    return start, end


def _is_inside(text: str, place: tuple[int, int]) -> bool:
    """Whether a stretch is a part of a longer word; a plural or genitive is none."""
    start, end = _around(text, place)
    return start < place[0] or end > place[1] + 1


def _reads_as_word(item: JudgedText, text: str, place: tuple[int, int], origin: int | None) -> bool:
    """Whether what is found reads as another word: nobody marked it, so it names nobody there."""
    start, end = _around(text, place)
    word = text[start:end]
    if not word.isalpha():
        return word.isdecimal() and len(word) < _SHORT_NUMBER
    if origin is not None and _is_inside(text, place):
        return True
    return fold_word(word) in pack_of(item.doc.language).naming.frequency_of
