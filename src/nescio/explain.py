"""Why a span stands where it stands: who claimed it, by which rule or list, and why it won."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from nescio.core.kit import Kit
from nescio.core.labels import OUTSIDE
from nescio.core.model import Job, Span


@dataclass(frozen=True, slots=True)
class Reason:
    """One span with the claim that made it, in words, and the claims that it beat."""

    span: Span
    made_by: str
    agreed: tuple[str, ...]
    beaten: tuple[str, ...]


def claims_about(span: Span, job: Job) -> list[Span]:
    """Every claim that touches a span: what each recognizer said about it."""
    return [claim for claim in job.candidates or () if claim.overlaps(span)]


def explain_spans(job: Job, kit: Kit) -> list[Reason]:
    """A reason for each span of a job that went through detection and vote."""
    return [_explain(span, job, kit) for span in job.spans or ()]


def policy_spans(job: Job) -> tuple[Span, ...]:
    """The spans that the policy of the job's kit hides; the job went through the stage `decide`."""
    hidden = {decision.entity for decision in job.decisions or () if decision.hide}
    spans = {span for entity in job.entities or () if entity.id in hidden for span in entity.mentions}
    return tuple(sorted(spans))


def under_policy(job: Job) -> Job:
    """The job with only those spans that its policy hides."""
    return replace(job, spans=policy_spans(job))


def _explain(span: Span, job: Job, kit: Kit) -> Reason:
    near = claims_about(span, job)
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
    """What the recognizer says about its claim, if it can say more than its name."""
    name = claim.source.partition(":")[0]
    for detector in kit.detectors:
        explain = getattr(detector, "explain", None)
        if detector.name == name and explain is not None:
            return f"{claim.source}: {explain(job.document, claim)}"
    return claim.source


def _why(claim: Span, winner: Span, kit: Kit) -> str:
    """The first of the vote's reasons that tells the two apart."""
    if claim.label in OUTSIDE:
        return "a veto that did not reach this span"
    if claim.is_doubt:
        return "a doubt, too weak for the vote"
    if winner.is_own and not claim.is_own:
        return "a list or rule of yours goes first"
    order = [detector.name for detector in kit.detectors]
    theirs, ours = _place(claim, order), _place(winner, order)
    if theirs != ours:
        return "its recognizer comes later in the order" if theirs > ours else "the vote decided against it"
    if claim.end - claim.start != winner.end - winner.start:
        shorter = claim.end - claim.start < winner.end - winner.start
        return "shorter" if shorter else "longer, but less sure"
    return "less sure" if claim.score < winner.score else "as sure, and later in the order"


def _place(claim: Span, order: Sequence[str]) -> int:
    name = claim.source.partition(":")[0]
    return order.index(name) if name in order else len(order)
