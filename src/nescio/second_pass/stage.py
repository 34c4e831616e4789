"""Let each second pass look at the document again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nescio.core.kit import Kit
from nescio.core.model import Job, Span
from nescio.core.protocols import SecondPass
from nescio.second_pass.evidence import Evidence
from nescio.second_pass.sources import is_added


def run(jobs: Sequence[Job], kit: Kit) -> list[Job]:
    return [replace(job, spans=_rescan(job, kit)) for job in jobs]


def _rescan(job: Job, kit: Kit) -> tuple[Span, ...]:
    claims = job.candidates or ()
    spans = list(job.spans or ())
    for second_pass in kit.second_passes:
        spans = _once(second_pass, job, spans, claims)
    evidence = Evidence(claims, kit.tags.labels)
    return tuple(span for span in spans if not (is_added(span) and evidence.forbids(span)))


def _once(second_pass: SecondPass, job: Job, spans: list[Span], claims: Sequence[Span]) -> list[Span]:
    """A pass that can weigh what the vote passed over is told of it."""
    weigh = getattr(second_pass, "reconsider", None)
    if weigh is None:
        return second_pass.rescan(job.document, spans)
    weighed: list[Span] = weigh(job.document, spans, claims)
    return weighed
