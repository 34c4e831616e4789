"""Why a span stands where it stands: who claimed it, by which rule or list, and why it won."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from nescio.core.edits import edited_decisions, edited_entities
from nescio.core.kit import Kit
from nescio.core.labels import OUTSIDE
from nescio.core.model import Entity, Job, Solution, Span
from nescio.core.protocols import Explaining
from nescio.core.stretches import Stretches


@dataclass(frozen=True, slots=True)
class Reason:
    """One span with the claim that made it, in words, and the claims that it beat."""

    span: Span
    made_by: str
    agreed: tuple[str, ...]
    beaten: tuple[str, ...]


class ClaimIndex:
    """What the detectors said about a text, by the places they said it of."""

    def __init__(self, job: Job) -> None:
        self._claims = job.candidates or ()
        self._places = Stretches(self._claims)

    @cached_property
    def _order(self) -> Mapping[Span, int]:
        return {claim: number for number, claim in enumerate(self._claims)}

    def about(self, span: Span) -> list[Span]:
        """Every claim that touches a span: what each detector said about it."""
        return sorted(self.touching(span), key=self._order.__getitem__)

    def touching(self, span: Span) -> Iterable[Span]:
        """The same in no order that means anything, which takes less time."""
        return self._places.touching(span.start, span.end)


def explain_spans(spans: Iterable[Span], job: Job, kit: Kit) -> list[Reason]:
    """A reason for each of these spans of a job that went through detection and vote."""
    claims = ClaimIndex(job)
    return [_explain(span, claims, job, kit) for span in spans]


def policy_spans(job: Job) -> tuple[Span, ...]:
    """The spans that the policy of the job's kit hides; the job went through the stage `decide`."""
    entities = edited_entities(job)
    hidden = {decision.entity: decision for decision in edited_decisions(job, entities) if decision.hide}
    spans = {
        span
        for entity in entities
        if entity.id in hidden
        for span in hidden[entity.id].mentions or entity.mentions
    }
    return tuple(sorted(spans))


def explain_entities(job: Job, solution: Solution) -> list[str]:
    """For each entity the claims about it, what was decided and what stands there now; quotes the text."""
    entities = edited_entities(job)
    replaced = {item.entity: item for item in solution.replacements}
    reasons = {item.entity: item.reason for item in edited_decisions(job, entities)}
    claims = ClaimIndex(job)
    lines = []
    for entity in entities:
        first = entity.mentions[0]
        surface = job.document.text[first.start : first.end]
        shown = replaced[entity.id].text if entity.id in replaced else "kept"
        lines.append(
            f"{surface!r} {entity.label} x{len(entity.mentions)} -> {shown} "
            f"({reasons[entity.id]}; {_said_by(entity, claims)})"
        )
    return lines


def _said_by(entity: Entity, claims: ClaimIndex) -> str:
    about = {claim[2:] for span in entity.mentions for claim in claims.touching(span)}
    said = sorted({f"{source} {label} {score:.2f}" for label, score, source in about})
    return ", ".join(said) or entity.mentions[0].source


def _explain(span: Span, claims: ClaimIndex, job: Job, kit: Kit) -> Reason:
    near = claims.about(span)
    winner = next((claim for claim in near if claim.source == span.source), None)
    made_by = span.source if winner is None else _in_words(winner, job, kit)
    rest = [claim for claim in near if claim is not winner]
    same = [
        claim for claim in rest if (claim.start, claim.end, claim.label) == (span.start, span.end, span.label)
    ]
    beaten = [claim for claim in rest if claim not in same]
    return Reason(
        span,
        made_by,
        tuple(dict.fromkeys(claim.source for claim in same)),
        tuple(
            f"{claim.source} {claim.label} {claim.score:.2f}: {_why(claim, span, kit)}" for claim in beaten
        ),
    )


def _in_words(claim: Span, job: Job, kit: Kit) -> str:
    """What the detector says about its claim, if it can say more than its name."""
    name = claim.maker
    for detector in kit.detectors:
        if detector.name == name and isinstance(detector, Explaining):
            with kit.asking(detector):
                return f"{claim.source}: {detector.explain(job.document, claim)}"
    return claim.source


def _why(claim: Span, winner: Span, kit: Kit) -> str:
    """The first of the vote's reasons that tells the two apart."""
    if claim.label in OUTSIDE:
        return "a veto that did not reach this span"
    if claim.is_doubt:
        return "a doubt, too weak for the vote"
    if winner.is_own and not claim.is_own:
        return "a list or rule of yours goes first"
    if winner.is_told and not claim.is_told:
        return "the format of the document says what stands there"
    order = [detector.name for detector in kit.detectors]
    theirs, ours = _place(claim, order), _place(winner, order)
    if theirs != ours:
        return "its detector comes later in the order" if theirs > ours else "the vote decided against it"
    if claim.end - claim.start != winner.end - winner.start:
        shorter = claim.end - claim.start < winner.end - winner.start
        return "shorter" if shorter else "longer, but less sure"
    return "less sure" if claim.score < winner.score else "as sure, and later in the order"


def _place(claim: Span, order: Sequence[str]) -> int:
    name = claim.maker
    return order.index(name) if name in order else len(order)
