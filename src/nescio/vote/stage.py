"""Take out what a list vetoes and let the voter choose among the other claims."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate

from nescio.core.kit import Kit
from nescio.core.labels import OUTSIDE
from nescio.core.model import Job, Span


def run(jobs: Sequence[Job], kit: Kit) -> list[Job]:
    return [
        replace(job, spans=tuple(kit.voter.vote(job.document, unvetoed(job.candidates or ()))))
        for job in jobs
    ]


def unvetoed(claims: Sequence[Span]) -> list[Span]:
    """The claims that do not lie inside a veto."""
    vetoes = sorted((claim.start, claim.end) for claim in claims if claim.label in OUTSIDE)
    starts = [start for start, _ in vetoes]
    reach = list(accumulate((end for _, end in vetoes), max))

    def is_vetoed(claim: Span) -> bool:
        index = bisect_right(starts, claim.start)
        return index > 0 and reach[index - 1] >= claim.end

    return [claim for claim in claims if claim.label not in OUTSIDE and not is_vetoed(claim)]
