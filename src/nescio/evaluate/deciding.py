"""How good decisions are: of what must go, how much went, and of what may stay, how much stayed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from nescio.api import Anonymizer
from nescio.core.errors import InputError
from nescio.core.model import Document, Entity, Job, Span
from nescio.core.protocols import Policy
from nescio.decide.decided import DecidedEntity, DecidedText
from nescio.decide.years import without_years
from nescio.evaluate.decision_counts import DATES, NAMES, DecidedOutcome, count_roles, thesis_counts
from nescio.evaluate.metrics.arrays import Floats
from nescio.evaluate.metrics.scores import Counts
from nescio.evaluate.metrics.significance import Comparison, randomization
from nescio.explain import policy_spans


class JudgedDecisions(NamedTuple):
    """One document: entities that must go, those that were hidden, and the same of mentions."""

    right: int  # entities that went wholly
    spurious: int  # entities or terms that went and need not
    gold: int  # entities that must go
    mentions_right: int
    mentions_gold: int
    names_stayed: int  # names that may stay and stayed wholly
    names: int


class Decided(NamedTuple):
    """All documents."""

    name: str
    documents: Sequence[JudgedDecisions]
    outcomes: Sequence[DecidedOutcome] = ()  # of the same documents, if they are counted in detail

    def total(self) -> JudgedDecisions:
        return JudgedDecisions(*(sum(column) for column in zip(*self.documents, strict=True)))

    @property
    def counts(self) -> Counts:
        total = self.total()
        return Counts(total.right, total.right + total.spurious, total.gold)

    def rows(self) -> Floats:
        return np.array([[d.right, d.right + d.spurious, d.gold] for d in self.documents], dtype=np.float64)

    def as_json(self) -> dict[str, Any]:
        total, counts = self.total(), self.counts
        return {
            "documents": len(self.documents), "precision": round(counts.precision, 4),
            "recall": round(counts.recall, 4), "f1": round(counts.f(), 4), "f2": round(counts.f(2.0), 4),
            **total._asdict(),
            "names_stayed_share": round(total.names_stayed / total.names, 4) if total.names else None,
            **self._details(),
        }  # fmt: skip

    def _details(self) -> dict[str, Any]:
        if not self.outcomes:
            return {}
        roles = {role: counts._asdict() for role, counts in count_roles(self.outcomes).items()}
        return {"thesis": thesis_counts(self.outcomes), "roles": roles}


def compare_decided(first: Decided, second: Decided) -> Comparison:
    """Whether the difference could be chance, by approximate randomization over documents."""
    return randomization(first.rows(), second.rows())


def given_entities(text: DecidedText) -> list[Entity]:
    """The marked entities, as the pipeline has them."""
    return [
        Entity(number, item.label, tuple(Span(*place, item.label, 1.0, "given") for place in item.mentions))
        for number, item in enumerate(text.entities)
    ]


def judge_given(name: str, texts: Iterable[DecidedText], policies: Mapping[str, Policy]) -> Decided:
    """The decision alone: about the marked entities, by the policy of each language."""
    outcomes = list[DecidedOutcome]()
    for text in texts:
        entities = given_entities(text)
        doc = Document(text.id, text.text, text.language)
        hidden = {item.entity for item in policies[text.language].decide(doc, entities) if item.hide}
        pairs = enumerate(text.entities)
        outcomes.append(DecidedOutcome([(i, [number in hidden] * len(i.mentions)) for number, i in pairs]))
    return Decided(name, [_judge_outcome(outcome) for outcome in outcomes], outcomes)


def judge_pipeline(name: str, texts: Sequence[DecidedText], anonymizer: Anonymizer) -> Decided:
    """Everything together: what the pipeline with its policy hides, letter by letter."""
    jobs = anonymizer.run([Job(Document(t.id, t.text, t.language)) for t in texts], stop="decide")
    if failed := next((job for job in jobs if job.failure is not None), None):
        raise InputError(f"A text could not be processed: {failed.failure.reason if failed.failure else ''}")
    outcomes = [
        outcome_of(text, [span[:2] for span in policy_spans(job)])
        for text, job in zip(texts, jobs, strict=True)
    ]
    return Decided(name, [_judge_outcome(outcome) for outcome in outcomes], outcomes)


def judge_spans(text: DecidedText, spans: Sequence[tuple[int, int]]) -> JudgedDecisions:
    """What stretches hide of the marked entities; a stretch that touches none is a spurious term."""
    return _judge_outcome(outcome_of(text, spans))


def outcome_of(text: DecidedText, spans: Sequence[tuple[int, int]]) -> DecidedOutcome:
    """What stretches hide, mention by mention, and of what nobody marked."""
    gone = bytearray(len(text.text))
    for start, end in spans:
        gone[start:end] = b"\1" * (end - start)
    went = [[_is_gone(text.text, item, place, gone) for place in item.mentions] for item in text.entities]
    touched = bytearray(len(text.text))
    for item in text.entities:
        for start, end in item.mentions:
            touched[start:end] = b"\1" * (end - start)
    strange = [text.text[a:b].casefold() for a, b in spans if not any(touched[a:b])]
    return DecidedOutcome(list(zip(text.entities, went, strict=True)), len(set(strange)), len(strange))


def _judge_outcome(outcome: DecidedOutcome) -> JudgedDecisions:
    pairs = outcome.entities
    names = [any(own) for item, own in pairs if not item.hide and item.label in NAMES]
    return JudgedDecisions(
        sum(all(own) for item, own in pairs if item.hide),
        sum(any(own) for item, own in pairs if not item.hide) + outcome.strange,
        sum(item.hide for item, _ in pairs), sum(sum(own) for item, own in pairs if item.hide),
        sum(len(own) for item, own in pairs if item.hide), names.count(False), len(names),
    )  # fmt: skip


def _is_gone(text: str, item: DecidedEntity, place: tuple[int, int], gone: bytearray) -> bool:
    """Every letter and figure; of a date the year may stay. Of what may stay, half is enough."""
    start, end = place
    if item.hide and item.label in DATES:
        pieces = without_years(text, Span(start, end, item.label, 1.0, ""))
        asked = [at for piece in pieces for at in range(piece.start, piece.end) if text[at].isalnum()]
    else:
        asked = [at for at in range(start, end) if text[at].isalnum()]
    hidden = sum(gone[at] for at in asked)
    return hidden == len(asked) if item.hide else 2 * hidden > len(asked)


def only(texts: Iterable[DecidedText], weight: str) -> list[DecidedText]:
    """The texts with what must go of one weight alone (direct, indirect), beside all that may stay."""
    return [
        replace(text, entities=[item for item in text.entities if not item.hide or item.weight == weight])
        for text in texts
    ]
