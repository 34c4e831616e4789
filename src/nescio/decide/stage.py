"""Ask the policy which entities must go, and what of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nescio.core.kit import Kit
from nescio.core.model import Job


def run(jobs: Sequence[Job], kit: Kit) -> list[Job]:
    return [_decide(job, kit) for job in jobs]


def _decide(job: Job, kit: Kit) -> Job:
    entities = job.entities or ()
    decisions = tuple(kit.policy.decide(job.document, entities))
    narrow = getattr(kit.policy, "narrow", None)  # a policy may hide a part of what was found
    if narrow is not None and entities:
        entities = tuple(narrow(job.document, entities))
    return replace(job, entities=entities, decisions=decisions)
