"""Ask the linker of each label, and number the entities as they appear."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nescio.core.edits import edited_spans
from nescio.core.kit import Kit
from nescio.core.model import Entity, Job, Span
from nescio.core.protocols import Linker
from nescio.coref.told_people import ToldPeople


def run(jobs: Sequence[Job], kit: Kit) -> list[Job]:
    return [replace(job, entities=_link(job, kit)) for job in jobs]


def _link(job: Job, kit: Kit) -> tuple[Entity, ...]:
    groups: dict[int, tuple[Linker, list[Span]]] = {}
    for span in edited_spans(job):
        linker = kit.linker_for(span.label)
        groups.setdefault(id(linker), (linker, []))[1].append(span)
    entities: list[Entity] = []
    for linker, spans in groups.values():
        told = ToldPeople(job.document, spans)
        with kit.asking(linker):
            found = linker.link(told.document, told.spans)
            if sorted(span for item in found for span in item.mentions) != sorted(told.spans):
                raise ValueError("every span in exactly one entity")  # else it would come to light
        entities += map(told.restored, found)
    entities.sort(key=lambda item: item.mentions[0])
    return tuple(replace(item, id=number) for number, item in enumerate(entities))
