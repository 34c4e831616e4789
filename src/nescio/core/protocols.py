"""What a part must offer; structural, so no base class is needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Protocol

from nescio.core.model import Decision, Document, Entity, Job, Span


class Detector(Protocol):
    """Entry point group `nescio.detectors`: claims about whole batches, overlaps allowed."""

    name: str
    labels: frozenset[str]

    def detect(self, docs: Sequence[Document]) -> list[list[Span]]: ...


class Voter(Protocol):
    """Entry point group `nescio.voters`: sorted spans that never overlap."""

    def vote(self, doc: Document, candidates: Sequence[Span]) -> list[Span]: ...


class SecondPass(Protocol):
    """Entry point group `nescio.second_passes`: the spans with additions and relabellings.

    A pass that also has `reconsider(doc, spans, claims)` is asked by that instead: `claims` are all
    that the recognizers said, the doubts and vetoes among them.
    """

    def rescan(self, doc: Document, spans: Sequence[Span]) -> list[Span]: ...


class Linker(Protocol):
    """Entry point group `nescio.linkers`: every span in exactly one entity."""

    def link(self, doc: Document, spans: Sequence[Span]) -> list[Entity]: ...


class Policy(Protocol):
    """Entry point group `nescio.policies`: one decision per entity."""

    def decide(self, doc: Document, entities: Sequence[Entity]) -> list[Decision]: ...


@dataclass(frozen=True, slots=True)
class Context:
    """What a method may know about the entity it replaces."""

    document: Document = field(repr=False)
    number: int  # 1 for the first hidden entity of its label in the document, 2 for the next
    label_name: str  # the label in the words of the document's language


class Method(Protocol):
    """Entry point group `nescio.methods`: the same entity always gets the same answer."""

    name: str
    reversible: bool

    def replace(self, mention: Span, entity: Entity, context: Context) -> str: ...


class Format(Protocol):
    """Entry point group `nescio.formats`: reads documents as jobs and writes them back.

    `name` is what the file is called for people and in the table of solutions. `write` returns
    the bytes of the finished file; whoever calls it puts them where they belong.
    """

    suffixes: ClassVar[frozenset[str]]

    def read(self, data: bytes, *, name: str) -> list[Job]: ...

    def write(self, jobs: Sequence[Job], data: bytes) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing of the world; a lower id was there first and is the better known one."""

    id: int
    uid: str  # "Q45" when it came from Wikidata
    name: str
    type: str = ""  # a type of nescio; empty when no type of ours fits
    country: str = ""  # ISO 3166, two letters
    size: int = 0  # inhabitants of a place


class KnowledgeBase(Protocol):
    """Entry point group `nescio.knowledge`: what a name may mean, best known first, and what is above it."""

    def find(self, term: str, language: str, *, label: str | None = None) -> list[Entry]: ...

    def parents(self, entry: Entry) -> list[Entry]: ...
