"""The documents that are judged: as people marked them, and as every method of nescio gives them back."""

from __future__ import annotations

import hashlib
import sys
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Generic, Protocol, TypeVar

import regex

from bench.quality.letters import letters
from nescio import Document, Job, load
from nescio.core.errors import InputError
from nescio.core.model import Entity, Solution
from nescio.evaluate.model import Annotation, Mark
from nescio.evaluate.read.files import read_annotations
from nescio.packs import Pack, load_pack
from tools.corpus import folder_of, group_of

TAG, SUPPRESS, SUBSTITUTE, GENERALIZE = METHODS = ("tag", "suppress", "substitute", "generalize")
NATURAL = (SUBSTITUTE, GENERALIZE)  # those that write prose
_WORD = regex.compile(r"\p{L}[\p{L}\p{M}'’-]+")
_BEGINS = regex.compile(r"(?:^|[.!?:\n])[\s\"“„«(\[*•–-]*$")
_CAPITALS = 0.30  # share of capitalised words among those that no sentence or line begins with
_CAPITAL_NOUNS = 0.45  # the same where nouns are written with a capital
_LOOK_BACK = 12  # characters before a word in which the end of a sentence is looked for


@cache
def pack_of(language: str) -> Pack:
    """The pack of a language, read once."""
    return load_pack(language)


@cache
def small_words(language: str) -> frozenset[str]:
    """The words that agree with a name: determiners, prepositions and what they make together."""
    table = pack_of(language).grammar
    forms = [
        form for item in table.determiners for form in (*item.forms.values(), *item.before_vowel.values())
    ]
    forms += [form for item in table.contractions for form in item.forms.values()]
    words = table.prepositions
    forms += [*words.words, *words.governs, *words.instead]
    return frozenset(form.lower() for form in forms)


class HasPlace(Protocol):
    """Something that reaches from here to there."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


S = TypeVar("S", bound=HasPlace)


class SortedStretches(Generic[S]):
    """SortedStretches that do not overlap, found by place."""

    def __init__(self, found: Iterable[S]) -> None:
        self._found = sorted(found, key=lambda item: item.start)
        self._starts = [item.start for item in self._found]
        self._ends = [item.end for item in self._found]

    def touching(self, other: HasPlace) -> list[S]:
        """Those that share a place with another stretch."""
        return self._found[bisect_right(self._ends, other.start) : bisect_left(self._starts, other.end)]

    def widest(self, other: HasPlace) -> S | None:
        """The one that shares most places with another stretch, the first of several."""
        found = self.touching(other)
        return max(found, key=lambda item: _shared(item, other)) if found else None


def _shared(one: HasPlace, other: HasPlace) -> int:
    return min(one.end, other.end) - max(one.start, other.start)


@dataclass(frozen=True)
class JudgedText:
    """One document with what nescio found in it and made of it."""

    doc: Annotation = field(repr=False)
    entities: tuple[Entity, ...] = field(repr=False)
    solutions: Mapping[str, Solution] = field(repr=False)  # by method
    hidden: frozenset[int] = field(repr=False)  # places of letters and figures that go
    group: str
    folder: str
    capitals: bool  # full of capitals that are no names

    @property
    def text(self) -> str:
        return self.doc.text or ""

    def asked(self, mark: Mark) -> set[int]:
        """The places of a reference that must go."""
        return letters(self.text, [(mark.start, mark.end)])

    def chains(self) -> dict[str, list[Mark]]:
        """The references of each entity that people marked."""
        found: dict[str, list[Mark]] = {}
        for mark in self.doc.mentions:
            found.setdefault(mark.entity, []).append(mark)
        return found


def read(folder: Path) -> list[Annotation]:
    """All documents below a folder, in a fixed order; what is wrong ends the run in one sentence."""
    try:
        return read_annotations(folder)
    except InputError as error:
        sys.exit(str(error))


def fingerprint(docs: Iterable[Annotation]) -> str:
    """By which two runs over the same documents know each other."""
    found = hashlib.sha256()
    for doc in sorted(docs, key=lambda doc: doc.id):
        found.update(repr((doc.id, doc.text, [mark[:3] for mark in doc.mentions])).encode())
    return found.hexdigest()[:16]


def run(docs: Sequence[Annotation]) -> list[JudgedText]:
    """What nescio as it ships makes of the documents, with each of its methods."""
    found: dict[str, JudgedText] = {}
    for language in sorted({doc.language for doc in docs}):
        own = [doc for doc in docs if doc.language == language]
        jobs = [Job(Document(doc.id, doc.text or "", language)) for doc in own]
        decided = load(language).run(jobs, stop="decide")
        done = {method: load(language, method=method).run(decided, start="replace") for method in METHODS}
        for number, doc in enumerate(own):
            found[doc.id] = _judged(doc, {method: jobs[number] for method, jobs in done.items()})
    return [found[doc.id] for doc in docs]


def _judged(doc: Annotation, jobs: Mapping[str, Job]) -> JudgedText:
    solutions: dict[str, Solution] = {}
    for method, job in jobs.items():
        if job.solution is None:
            reason = job.failure.reason if job.failure else "there is no solution"
            sys.exit(f"{doc.place}: the document {doc.id!r} failed with {method!r}: {reason}")
        solutions[method] = job.solution
    hidden = letters(doc.text or "", ((row.start, row.end) for row in solutions[TAG].replacements))
    entities = jobs[TAG].entities or ()
    return JudgedText(
        doc, entities, solutions, frozenset(hidden), group_of(doc), folder_of(doc), is_full_of_capitals(doc)
    )


def is_full_of_capitals(doc: Annotation) -> bool:
    """Whether many words have a capital that nobody marked and that begin no sentence and no line."""
    text = doc.text or ""
    marked = letters(text, ((mark.start, mark.end) for mark in doc.mentions))
    words = [match for match in _WORD.finditer(text) if match.start() not in marked]
    inside = [word for word in words if word[0][0].isupper() and not _begins(text, word.start())]
    nouns = pack_of(doc.language).grammar.capital_nouns
    return len(inside) >= (_CAPITAL_NOUNS if nouns else _CAPITALS) * len(words) > 0


def _begins(text: str, place: int) -> bool:
    """Whether a sentence or a line begins at a place."""
    before = text[max(0, place - _LOOK_BACK) : place]
    return place == 0 or _BEGINS.search(before, pos=1 if place > _LOOK_BACK else 0) is not None
