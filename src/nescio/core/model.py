"""The values that travel through the pipeline, all immutable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from nescio.core.identity import Identity, Kept

if TYPE_CHECKING:
    from nescio.core.edits import Edit

SCHEMA: Final = 2
OWN: Final = "own/"  # begins the name of a user's rule or list in the source of a claim
FAILED: Final = "failed: "  # begins the code of a note about a stage that failed
NO_ANSWER: Final = "no_answer: "  # begins a note: then the detector that said nothing about the text
UNSURE_LANGUAGE: Final = "language_likely"  # a note: the language was told from the text, and not for sure
PROSE_END: Final = (
    "prose"  # in the meta of a document: where what people read ends; the language is told by it
)
# In the meta of a document: what its format says for sure, as start, end and label; where a user said it,
# the name of the rule as well.
CLAIMS: Final = "claims"
PEOPLE: Final = "people"  # in the meta of a document: claims that are one person each, as starts and ends
FORMAT: Final = "format"  # the source of such claims
DOUBT: Final = "doubt"  # in place of a rule's name: a claim too weak for the vote, kept as evidence


class _Source(NamedTuple):
    """What the source of a claim says; there are few, and millions of claims."""

    maker: str
    is_own: bool
    is_doubt: bool
    is_told: bool


class _KnownSources(dict[str, _Source]):
    """Reads a source once: they are asked for millions of times."""

    def __missing__(self, source: str) -> _Source:
        maker, _, rule = source.partition(":")
        own = rule.startswith(OWN)
        if len(self) >= _MOST_SOURCES:
            self.clear()
        found = self[source] = _Source(maker, own, rule == DOUBT, own or maker == FORMAT)
        return found


_MOST_SOURCES: Final = 4096  # a service elsewhere may invent some for every claim
_SOURCES: Final = _KnownSources()


class Span(NamedTuple):
    """A claim that `text[start:end]` is a `label`.

    Offsets are half open and count code points of the original text. A span
    holds no text, so it can be logged.
    """

    start: int
    end: int
    label: str
    score: float
    source: str  # the rule or detector that made the claim, `detector` or `detector:rule`

    @property
    def maker(self) -> str:
        """Who made the claim: the source without the rule."""
        return _SOURCES[self.source].maker

    @property
    def is_own(self) -> bool:
        """The claim comes from a list or a rule of the user's: it goes before all others."""
        return _SOURCES[self.source].is_own

    @property
    def is_told(self) -> bool:
        """The claim needs nobody's belief: it is the user's, or the format of the document says so."""
        return _SOURCES[self.source].is_told

    @property
    def is_doubt(self) -> bool:
        """The detector itself does not believe the claim; only other evidence makes it a span."""
        return _SOURCES[self.source].is_doubt

    def overlaps(self, other: Span) -> bool:
        return self.start < other.end and other.start < self.end


@dataclass(frozen=True, slots=True)
class Document:
    """A text with its language; the text never shows in a repr."""

    id: str
    text: str = field(repr=False)
    language: str = "xx"
    meta: Mapping[str, Any] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class Entity:
    """One person, place, number … with all its mentions."""

    id: int
    label: str
    mentions: tuple[Span, ...]
    features: Mapping[str, str] = field(default_factory=dict, repr=False)  # may quote the text
    identity: Identity | None = None  # who it is in all documents, where a ledger says so


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether an entity must go, and who said so.

    A policy may hide a part of it, such as day and month of a date: then `mentions` are the parts
    that go, and nothing of them may be told again, no month for a day, no other day of that year.
    """

    entity: int
    hide: bool
    reason: str
    mentions: tuple[Span, ...] | None = None  # None: all of the entity's


@dataclass(frozen=True, slots=True)
class Replacement:
    """One replaced stretch: where it was, what stands there now, where that is."""

    start: int
    end: int
    text: str
    entity: int
    label: str
    method: str
    out_start: int
    order: int | None = None  # which occurrence of its text in the output this is, counted from 0

    @property
    def out_end(self) -> int:
        return self.out_start + len(self.text)

    def at(self, order: int | None) -> Replacement:
        """The same as that occurrence of its text; written out, for there are as many as mentions."""
        return Replacement(
            self.start, self.end, self.text, self.entity, self.label, self.method, self.out_start, order
        )

    def moved(self, out_start: int) -> Replacement:
        """The same at another place of the output."""
        return Replacement(
            self.start, self.end, self.text, self.entity, self.label, self.method, out_start, self.order
        )


@dataclass(frozen=True, slots=True)
class Solution:
    """The anonymized text and its table."""

    text: str = field(repr=False)
    replacements: tuple[Replacement, ...] = ()
    totals: Mapping[str, int] = field(default_factory=dict)  # how often each replacement stands in the text
    kept: Mapping[int, tuple[Kept, ...]] = field(default_factory=dict, repr=False)  # by entity, for a ledger

    def counted(self, found: Iterable[tuple[int, str]]) -> Solution:
        """The solution with what its way back needs: which occurrence of its text each replacement is.

        `found` says where in the text of the solution the texts of its replacements stand, in order.
        """
        totals: Counter[str] = Counter()
        order: dict[tuple[int, str], int] = {}
        for start, text in found:
            order[start, text] = totals[text]
            totals[text] += 1
        rows = (row.at(order.get((row.out_start, row.text))) for row in self.replacements)
        return replace(self, replacements=tuple(rows), totals=dict(totals))


@dataclass(frozen=True, slots=True)
class Note:
    """A trace of a stage without content: what happened, how often, how long it took."""

    stage: str
    code: str
    count: int = 0
    seconds: float = 0.0

    @property
    def reason(self) -> str:
        """Why a stage failed, in a sentence for a person."""
        return self.code.removeprefix(FAILED)


@dataclass(frozen=True, slots=True)
class Job:
    """A document on its way: each stage adds a layer and rewrites none, `None` means not yet computed.

    A person's edits lie over the layers: they change what the next stage reads, never what a
    stage said.
    """

    document: Document
    options: Mapping[str, Any] = field(default_factory=dict, repr=False)
    candidates: tuple[Span, ...] | None = None  # detect: every claim
    voted: tuple[Span, ...] | None = None  # vote: the winners, which never overlap
    spans: tuple[Span, ...] | None = None  # second_pass: the winners with what was found beside them
    entities: tuple[Entity, ...] | None = None  # coref
    decisions: tuple[Decision, ...] | None = None  # decide
    solution: Solution | None = None  # replace
    edits: tuple[Edit, ...] = ()  # of a person, in the order they were made
    taken: Collection[Kept] = field(
        default=(), repr=False
    )  # substitutes of a ledger's other identities: none is given twice
    notes: tuple[Note, ...] = ()
    schema: int = SCHEMA

    @property
    def failure(self) -> Note | None:
        """The note of the stage that failed, if one did."""
        return next((note for note in self.notes if note.code.startswith(FAILED)), None)

    def failed(self, stage: str, reason: str) -> Job:
        """The job without a solution and with a note that says why; the reason holds no source text."""
        note = Note(stage, f"{FAILED}{reason}")
        return replace(self, solution=None, notes=(*self.notes, note))
