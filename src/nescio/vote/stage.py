"""Take out doubts and what a list vetoes, and let the voter choose among the other claims."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nescio.core.kit import Kit
from nescio.core.labels import OUTSIDE
from nescio.core.model import Job, Span
from nescio.core.stretches import Stretches, refuse_strange_spans


def run(jobs: Sequence[Job], kit: Kit) -> list[Job]:
    return [_vote(job, kit) for job in jobs]


def _vote(job: Job, kit: Kit) -> Job:
    with kit.asking(kit.voter):
        voted = tuple(kit.voter.vote(job.document, _believed(job.candidates or ())))
        refuse_strange_spans(voted, len(job.document.text))
    return replace(job, voted=voted)


def _believed(claims: Sequence[Span]) -> list[Span]:
    """The claims that count: a doubt is evidence for the second pass, never a span."""
    return [claim for claim in unvetoed(claims) if not claim.is_doubt]


def unvetoed(claims: Sequence[Span]) -> list[Span]:
    """The claims that do not lie inside a veto; a claim of the user's yields to the user's vetoes only."""
    vetoes = [claim for claim in claims if claim.label in OUTSIDE]
    by_any, by_own = Stretches(vetoes), Stretches([veto for veto in vetoes if veto.is_own])
    return [
        claim
        for claim in claims
        if claim.label not in OUTSIDE and not (by_own if claim.is_own else by_any).cover(claim)
    ]
