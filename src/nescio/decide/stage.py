"""Ask the policy which entities must go, and what of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nescio.core.edits import edited_entities
from nescio.core.kit import Kit
from nescio.core.model import Job


def run(jobs: Sequence[Job], kit: Kit) -> list[Job]:
    return [_decide(job, kit) for job in jobs]


def _decide(job: Job, kit: Kit) -> Job:
    with kit.asking(kit.policy):
        return replace(job, decisions=tuple(kit.policy.decide(job.document, edited_entities(job))))
