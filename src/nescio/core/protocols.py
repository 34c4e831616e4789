"""What a part must offer, and what it may offer besides; structural, so no base class is needed.

Every part is made by `build(pack, options)`, named by an entry point of its group. The verbs that
a part may lack stand in protocols of their own (`Reconsidering`, `Planning` …): the pipeline asks
for them by `isinstance` or, where that would be asked for every mention, by `plans`, `calls` and the like
at the end; a part that has the verb is used by it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, TypeGuard, runtime_checkable

from nescio.core.contents import Contents
from nescio.core.model import Decision, Document, Entity, Job, Span
from nescio.core.scene import Change, Context, Scene


class Detector(Protocol):
    """Entry point group `nescio.detectors`: claims about whole batches, overlaps allowed."""

    name: str
    labels: frozenset[str]

    def detect(self, docs: Sequence[Document]) -> list[list[Span]]: ...


@runtime_checkable
class Explaining(Protocol):
    """A detector that can say in words how it came to a claim; it may quote the document."""

    def explain(self, doc: Document, claim: Span) -> str: ...


@runtime_checkable
class Missing(Protocol):
    """A detector that may go on without an answer; asked after each batch, it says about which texts."""

    def missed(self) -> Sequence[int]: ...


class Voter(Protocol):
    """Entry point group `nescio.voters`: sorted spans that never overlap."""

    def vote(self, doc: Document, candidates: Sequence[Span]) -> list[Span]: ...


class SecondPass(Protocol):
    """Entry point group `nescio.second_passes`: the spans with additions and relabellings."""

    def rescan(self, doc: Document, spans: Sequence[Span]) -> list[Span]: ...


@runtime_checkable
class Reconsidering(Protocol):
    """A second pass that weighs what the vote passed over; it is asked by this verb instead.

    `claims` are all that the detectors said, their doubts and vetoes among them.
    """

    def reconsider(self, doc: Document, spans: Sequence[Span], claims: Sequence[Span]) -> list[Span]: ...


class Linker(Protocol):
    """Entry point group `nescio.linkers`: every span in exactly one entity."""

    def link(self, doc: Document, spans: Sequence[Span]) -> list[Entity]: ...


class Policy(Protocol):
    """Entry point group `nescio.policies`: one decision per entity, perhaps about a part of it."""

    def decide(self, doc: Document, entities: Sequence[Entity]) -> list[Decision]: ...


class Method(Protocol):
    """Entry point group `nescio.methods`: the same entity always gets the same answer."""

    name: str
    reversible: bool  # its answer stands for one entity only, so that it can be led back

    def replace(self, mention: Span, entity: Entity, context: Context) -> str: ...


@runtime_checkable
class Planning(Protocol):
    """A method that looks at the whole document; it is asked once per document.

    Its changes may cover neighbouring words (an article, a preposition) and never touch another
    mention; a mention without a change is asked for by `replace`.
    """

    def plan(self, scene: Scene) -> Mapping[Span, Change]: ...


@runtime_checkable
class Calling(Protocol):
    """A method that has names of its own for labels: entities of one name are numbered together."""

    def call(self, label: str) -> str: ...


@runtime_checkable
class Dividing(Protocol):
    """A method that works on words, not on names, so that each piece is replaced by itself.

    `inside` gives the pieces of a hidden mention that go; without one the whole mention is one.
    `outside` gives those of a stretch without mentions; it is asked where the method serves `MISC`.
    Pieces are in order and do not overlap.
    """

    def inside(self, doc: Document, mention: Span) -> list[Span]: ...

    def outside(self, doc: Document, start: int, end: int) -> list[Span]: ...


@runtime_checkable
class Exchanging(Protocol):
    """A method that puts values of a document in each other's place, so that they stand in its output."""

    exchanges: bool


@runtime_checkable
class Telling(Protocol):
    """A method that can go on without something, such as a remote that does not answer.

    `problems` says what went wrong, by kind, since it was last asked; never with source text.
    """

    def problems(self) -> Mapping[str, int]: ...


# Asked for every document or mention, and `isinstance` looks through the whole protocol each time.


def reconsiders(second_pass: object) -> TypeGuard[Reconsidering]:
    return callable(getattr(second_pass, "reconsider", None))


def plans(method: object) -> TypeGuard[Planning]:
    return callable(getattr(method, "plan", None))


def calls(method: object) -> TypeGuard[Calling]:
    return callable(getattr(method, "call", None))


def divides(method: object) -> TypeGuard[Dividing]:
    return callable(getattr(method, "inside", None)) and callable(getattr(method, "outside", None))


def tells(method: object) -> TypeGuard[Telling]:
    return callable(getattr(method, "problems", None))


class Format(Protocol):
    """Entry point group `nescio.formats`, named by suffix: reads documents as jobs and writes them back.

    `name` is what the file is called for people and in the table of solutions. `write` returns
    the bytes of the finished file; whoever calls it puts them where they belong.
    """

    suffixes: ClassVar[frozenset[str]]

    def read(self, data: bytes, *, name: str) -> list[Job]: ...

    def write(self, jobs: Sequence[Job], data: bytes) -> bytes: ...


@runtime_checkable
class Settling(Protocol):
    """A format whose texts have places: a solution is first made one that the places can take.

    Its `write` refuses a file in which something hidden would be left.
    """

    def settle(self, jobs: Sequence[Job], data: bytes) -> list[Job]: ...


@runtime_checkable
class Inspecting(Protocol):
    """A format that can say what becomes of each part of a file."""

    def inspect(self, data: bytes) -> Contents: ...


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


class Dialect(Protocol):
    """Entry point group `nescio.dialects`: another system's configurations, jobs and names.

    `aliases` lead from its names to nescio's, by entry point group; "labels" is the key for labels.
    """

    aliases: Mapping[str, Mapping[str, str]]

    def reads_section(self, section: Mapping[str, Any]) -> bool: ...

    def settings(self, section: Mapping[str, Any], *, where: str) -> dict[str, Any]: ...

    def left_out(self, section: Mapping[str, Any]) -> list[str]: ...

    def reads_job(self, data: object) -> bool: ...

    def job(self, data: Mapping[str, Any]) -> Job: ...

    def write(self, job: Job) -> dict[str, Any]: ...
