"""Ask the policy which entities must go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nescio.core.kit import Kit
from nescio.core.model import Job


def run(jobs: Sequence[Job], kit: Kit) -> list[Job]:
    return [
        replace(job, decisions=tuple(kit.policy.decide(job.document, job.entities or ()))) for job in jobs
    ]
