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
    entities = edited_entities(job)
    with kit.asking(kit.policy):
        decisions = tuple(kit.policy.decide(job.document, entities))
        if sorted(item.entity for item in decisions) != sorted(item.id for item in entities):
            raise ValueError("one decision about each entity")
    return replace(job, decisions=decisions)
