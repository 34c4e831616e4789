"""The values that travel through the pipeline, all immutable."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

SCHEMA: Final = 1
OWN: Final = "own/"  # begins the name of a user's rule or list in the source of a claim
DOUBT: Final = "doubt"  # in place of a rule's name: a claim too weak for the vote, kept as evidence


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
    def is_own(self) -> bool:
        """The claim comes from a list or a rule of the user's: it goes before all others."""
        return self.source.partition(":")[2].startswith(OWN)

    @property
    def is_doubt(self) -> bool:
        """The recognizer itself does not believe the claim; only other evidence makes it a span."""
        return self.source.partition(":")[2] == DOUBT

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

    @property
    def is_untold(self) -> bool:
        """The policy lets nothing of it be told: no month for a day, no other day of the same year."""
        return self.features.get("detail") == "none"


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether an entity must go, and who said so."""

    entity: int
    hide: bool
    reason: str


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

    @property
    def out_end(self) -> int:
        return self.out_start + len(self.text)


@dataclass(frozen=True, slots=True)
class Solution:
    """The anonymized text and its table."""

    text: str = field(repr=False)
    replacements: tuple[Replacement, ...] = ()


@dataclass(frozen=True, slots=True)
class Note:
    """A trace of a stage without content: what happened, how often, how long it took."""

    stage: str
    code: str
    count: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Job:
    """A document on its way: each stage adds a layer, `None` means not yet computed."""

    document: Document
    options: Mapping[str, Any] = field(default_factory=dict, repr=False)
    candidates: tuple[Span, ...] | None = None
    spans: tuple[Span, ...] | None = None
    entities: tuple[Entity, ...] | None = None
    decisions: tuple[Decision, ...] | None = None
    solution: Solution | None = None
    notes: tuple[Note, ...] = ()
    schema: int = SCHEMA

    @property
    def failure(self) -> Note | None:
        """The note of the stage that failed, if one did."""
        return next((note for note in self.notes if note.code.startswith("failed:")), None)
