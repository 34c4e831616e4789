"""What a person did, step by step, and the job that follows from it.

A step holds edits of the job (`core/edits.py`). Edits name places; a later step may take the very mention
away that an earlier one named, or coreference may link by itself what a person had merged. So a step
remembers some further mentions of each entity it is about, and what means nothing any more is passed over
instead of stopping the work.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from nescio.core.edits import (
    Edit,
    EntitiesMerged,
    EntitySplit,
    Place,
    SpanAdded,
    SpanRemoved,
    SpanResized,
    checked_entities,
    edit_from_json,
    edit_to_json,
    edited_decisions,
    edited_entities,
    edited_spans,
    given_replacements,
    revise,
)
from nescio.core.errors import JobError
from nescio.core.model import Entity, Job

Run = Callable[[Job, str], Job]  # a job, and the stage behind which it stops
_REMEMBERED: Final = 20  # further mentions of an entity: some of them will still be there
_SPANS: Final = (SpanAdded, SpanRemoved, SpanResized)
_LINKS: Final = (EntitiesMerged, EntitySplit)


@dataclass(frozen=True, slots=True)
class ReviewStep:
    """One thing that a person did; it is undone as a whole."""

    kind: str  # what it was, such as "hide" or "merge": the history tells it
    edits: tuple[Edit, ...]
    also: Mapping[Place, tuple[Place, ...]] = field(default_factory=dict)  # further mentions of its entities


def remembering(kind: str, edits: Iterable[Edit], entities: Iterable[Entity]) -> ReviewStep:
    """A step about these entities, each named in the edits by one of its mentions."""
    also: dict[Place, tuple[Place, ...]] = {}
    for entity in entities:
        places = [Place(span.start, span.end) for span in entity.mentions[:_REMEMBERED]]
        also |= {place: tuple(places) for place in places[:1]}
    return ReviewStep(kind, tuple(edits), also)


def step_to_json(step: ReviewStep) -> dict[str, Any]:
    also = [[place, others] for place, others in step.also.items()]
    return {"kind": step.kind, "edits": [edit_to_json(edit) for edit in step.edits], "also": also}


def step_from_json(raw: Mapping[str, Any]) -> ReviewStep:
    also = {Place(*place): tuple(Place(*other) for other in others) for place, others in raw["also"]}
    return ReviewStep(raw["kind"], tuple(map(edit_from_json, raw["edits"])), also)


def add_step(job: Job, step: ReviewStep, earlier: Sequence[ReviewStep], *, base: Job, run: Run) -> Job:
    """The job after one step more; only what follows from it runs again.

    A step about nothing is refused. After one that takes the ground from earlier ones all are gone through.
    """
    revised = run(revise(job, step.edits), "replace")
    return revised if revised.failure is None else replay(base, [*earlier, step], run)


def replay(base: Job, steps: Sequence[ReviewStep], run: Run) -> Job:
    """The job after all steps, from the job without any; what means nothing any more is left out."""
    edits = [edit for step in steps for edit in step.edits]
    also = {place: others for step in steps for place, others in step.also.items()}
    spans = [edit for edit in edits if isinstance(edit, _SPANS)]
    job = base
    if spans:
        job = replace(base, edits=tuple(spans), entities=None, decisions=None, solution=None)
        job = run(job, "coref")
    there = frozenset((span.start, span.end) for span in edited_spans(job))
    led = [_led(edit, there, also) for edit in edits if not isinstance(edit, _SPANS)]
    links = _standing(job, [edit for edit in led if isinstance(edit, _LINKS)], edited_entities)
    job = run(replace(job, edits=(*spans, *links), decisions=None, solution=None), "decide")
    rest = _standing(job, [edit for edit in led if not isinstance(edit, _LINKS)], _about_entities)
    return run(replace(job, edits=(*job.edits, *rest), solution=None), "replace")


def _led(edit: Any, there: Collection[tuple[int, int]], also: Mapping[Place, tuple[Place, ...]]) -> Edit:
    """The edit with places that are there: another mention of the same entity for one that is gone."""

    def lead(place: Place) -> Place:
        if place in there:
            return place
        return next((other for other in also.get(place, ()) if other in there), place)

    if isinstance(edit, _LINKS):
        return replace(edit, places=tuple(dict.fromkeys(map(lead, edit.places))))
    led: Edit = replace(edit, place=lead(edit.place))
    return led


def _about_entities(job: Job) -> None:
    entities = edited_entities(job)
    edited_decisions(job, entities)
    given_replacements(job, entities)
    checked_entities(job, entities)


def _standing(job: Job, edits: Sequence[Edit], check: Callable[[Job], object]) -> list[Edit]:
    """Those of the edits that still are about something; mostly all, so all are tried at once first."""
    if _holds(replace(job, edits=(*job.edits, *edits)), check):
        return list(edits)
    kept: list[Edit] = []
    for edit in edits:
        if _holds(replace(job, edits=(*job.edits, *kept, edit)), check):
            kept.append(edit)
    return kept


def _holds(job: Job, check: Callable[[Job], object]) -> bool:
    try:
        check(job)
    except JobError:
        return False
    return True
