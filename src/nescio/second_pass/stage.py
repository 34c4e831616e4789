"""Let each second pass look at the document again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nescio.core.kit import Kit
from nescio.core.model import Job, Span


def run(jobs: Sequence[Job], kit: Kit) -> list[Job]:
    return [replace(job, spans=_rescan(job, kit)) for job in jobs]


def _rescan(job: Job, kit: Kit) -> tuple[Span, ...]:
    spans = list(job.spans or ())
    for second_pass in kit.second_passes:
        spans = second_pass.rescan(job.document, spans)
    return tuple(spans)
