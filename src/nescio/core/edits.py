"""A person's edits of a job: values with who and why, which lie over the layers of the stages.

Places are offsets of the original text, so that an edit keeps its meaning when a stage runs again
and numbers entities anew. `revise` adds edits and drops the layers that they outdate; the job then
runs again from the first stage whose input changed.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, Final, NamedTuple

from nescio.core.errors import JobError, known
from nescio.core.model import Decision, Entity, Job, Span

BY_PERSON: Final = "person"  # the source of a span, and the method of a replacement, that a person gave


class Place(NamedTuple):
    """A stretch of the original text."""

    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _Signed:
    by: str  # who made the edit
    why: str = field(default="", repr=False)  # may quote the text


@dataclass(frozen=True, slots=True)
class SpanAdded(_Signed):
    """Something sensitive that no stage had found; whatever it overlaps gives way."""

    kind: ClassVar[str] = "span_added"
    stage: ClassVar[str] = "coref"  # the first stage that reads what the edit changes
    place: Place
    label: str


@dataclass(frozen=True, slots=True)
class SpanRemoved(_Signed):
    """A span that is nothing sensitive."""

    kind: ClassVar[str] = "span_removed"
    stage: ClassVar[str] = "coref"
    place: Place


@dataclass(frozen=True, slots=True)
class SpanResized(_Signed):
    """A span with other borders, and perhaps another label."""

    kind: ClassVar[str] = "span_resized"
    stage: ClassVar[str] = "coref"
    place: Place
    to: Place
    label: str = ""  # empty: as it was


@dataclass(frozen=True, slots=True)
class EntitiesMerged(_Signed):
    """The entities of these mentions are one; it has the label of the first place's entity."""

    kind: ClassVar[str] = "entities_merged"
    stage: ClassVar[str] = "decide"
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class EntitySplit(_Signed):
    """These mentions are somebody or something else: they become an entity of their own."""

    kind: ClassVar[str] = "entity_split"
    stage: ClassVar[str] = "decide"
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class DecisionOverridden(_Signed):
    """The entity of this mention goes, or stays, whatever the policy said."""

    kind: ClassVar[str] = "decision_overridden"
    stage: ClassVar[str] = "replace"
    place: Place
    hide: bool


@dataclass(frozen=True, slots=True)
class ReplacementOverridden(_Signed):
    """What stands in the text for every mention of the entity that has this one."""

    kind: ClassVar[str] = "replacement_overridden"
    stage: ClassVar[str] = "replace"
    place: Place
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class EntityChecked(_Signed):
    """A person looked at the entity of this mention and left it as it is."""

    kind: ClassVar[str] = "entity_checked"
    stage: ClassVar[str] = "write"  # no stage reads it, so nothing runs again
    place: Place


Edit = (
    SpanAdded
    | SpanRemoved
    | SpanResized
    | EntitiesMerged
    | EntitySplit
    | DecisionOverridden
    | ReplacementOverridden
    | EntityChecked
)
EDITS: Final[Mapping[str, type[Edit]]] = {
    edit.kind: edit
    for edit in (
        SpanAdded, SpanRemoved, SpanResized, EntitiesMerged, EntitySplit, DecisionOverridden,
        ReplacementOverridden, EntityChecked,
    )
}  # fmt: skip
_ABOUT_ONE: Final = (DecisionOverridden, ReplacementOverridden, EntityChecked)  # and so looked at by a person
_OUTDATED: Final[Mapping[str, tuple[str, ...]]] = {
    "coref": ("entities", "decisions", "solution"),
    "decide": ("decisions", "solution"),
    "replace": ("solution",),
    "write": (),
}


def revise(job: Job, edits: Iterable[Edit]) -> Job:
    """The job with further edits, without the layers that they outdate; run it again to fill those."""
    new = tuple(edits)
    outdated: dict[str, Any] = {layer: None for edit in new for layer in _OUTDATED[edit.stage]}
    revised = replace(job, edits=(*job.edits, *new), **outdated)
    # An edit about nothing is said now, to the person who made it, not when the job runs.
    edited_spans(revised)
    if revised.entities is not None:
        entities = edited_entities(revised)
        if revised.decisions is not None:
            edited_decisions(revised, entities)
            given_replacements(revised, entities)
        checked_entities(revised, entities)
    return revised


def edited_spans(job: Job) -> tuple[Span, ...]:
    """The spans of a job as a person left them: what coreference reads."""
    edits = [edit for edit in job.edits if isinstance(edit, SpanAdded | SpanRemoved | SpanResized)]
    if not edits:
        return job.spans or ()
    spans = _Spans(job.spans or ())
    for edit in edits:
        if isinstance(edit, SpanAdded):
            spans.add(Span(*_checked(edit.place, job), edit.label, 1.0, BY_PERSON))
        elif isinstance(edit, SpanRemoved):
            spans.take(edit.place)
        else:
            old = spans.take(edit.place)
            spans.add(Span(*_checked(edit.to, job), edit.label or old.label, 1.0, BY_PERSON))
    return tuple(spans)


def edited_entities(job: Job) -> tuple[Entity, ...]:
    """The entities of a job as a person left them: what the policy reads."""
    entities = list(job.entities or ())
    for edit in job.edits:
        if isinstance(edit, EntitiesMerged):
            entities = _merged(entities, edit.places)
        elif isinstance(edit, EntitySplit):
            entities = _split(entities, edit.places)
    return tuple(entities)


def edited_decisions(job: Job, entities: Sequence[Entity]) -> tuple[Decision, ...]:
    """The decisions of a job as a person left them: what replacement reads."""
    decisions = {decision.entity: decision for decision in job.decisions or ()}
    edits = [edit for edit in job.edits if isinstance(edit, DecisionOverridden)]
    if edits:
        owners = _Owners(entities)
        for edit in edits:
            entity = owners.at(edit.place)
            decisions[entity.id] = Decision(entity.id, edit.hide, f"{BY_PERSON}:{edit.by}")
    return tuple(decisions.values())


def given_replacements(job: Job, entities: Sequence[Entity]) -> dict[int, str]:
    """Entity to the text that a person wants to stand for it."""
    given = [edit for edit in job.edits if isinstance(edit, ReplacementOverridden)]
    owners = _Owners(entities if given else ())
    return {owners.at(edit.place).id: edit.text for edit in given}


def checked_entities(job: Job, entities: Sequence[Entity]) -> frozenset[int]:
    """The entities that a person looked at, or changed: nobody need look again."""
    looked = [edit for edit in job.edits if isinstance(edit, _ABOUT_ONE)]
    owners = _Owners(entities if looked else ())
    return frozenset(owners.at(edit.place).id for edit in looked)


def _checked(place: Place, job: Job) -> Place:
    if not 0 <= place.start < place.end <= len(job.document.text):
        raise JobError(f"An edit names the place {place.start} to {place.end}, which is not in the text.")
    return place


class _Spans:
    """Spans in order that never overlap, found by their place: edits may be as many as spans are."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._spans = sorted(spans)

    def __iter__(self) -> Iterator[Span]:
        return iter(self._spans)

    def take(self, place: Place) -> Span:
        index = bisect_left(self._spans, place)
        if index == len(self._spans) or self._spans[index][:2] != place:
            raise JobError(f"An edit names the span {place.start} to {place.end}, which is not there.")
        return self._spans.pop(index)

    def add(self, new: Span) -> None:
        """Puts it in the place of whatever it overlaps."""
        first = bisect_left(self._spans, (new.start,))
        while first and self._spans[first - 1].end > new.start:
            first -= 1
        last = bisect_left(self._spans, (new.end,))
        self._spans[first:last] = [new]


class _Owners:
    """Which entity has the mention at a place; of several the first."""

    def __init__(self, entities: Sequence[Entity]) -> None:
        self._at = {(span.start, span.end): item for item in reversed(entities) for span in item.mentions}

    def at(self, place: Place) -> Entity:
        if place not in self._at:
            raise JobError(f"An edit names the mention {place.start} to {place.end}, which is in no entity.")
        return self._at[place]


def _merged(entities: Sequence[Entity], places: Sequence[Place]) -> list[Entity]:
    owners = _Owners(entities)
    order = [owners.at(place).id for place in places]
    ids = frozenset(order)
    if len(ids) < 2:
        raise JobError("An edit merges entities that are one already; name mentions of two or more.")
    together = [entity for entity in entities if entity.id in ids]
    mentions = tuple(sorted(span for entity in together for span in entity.mentions))
    target = next(entity for entity in together if entity.id == order[0])
    rest = [entity for entity in entities if entity.id not in ids]
    return _ordered([*rest, replace(target, mentions=mentions)])


def _split(entities: Sequence[Entity], places: Sequence[Place]) -> list[Entity]:
    owners = _Owners(entities)
    ids = {owners.at(place).id for place in places}
    if len(ids) != 1:
        raise JobError("An edit splits mentions of one entity; name mentions of exactly one.")
    [owner] = [entity for entity in entities if entity.id in ids]
    wanted = frozenset(places)
    moved = tuple(span for span in owner.mentions if (span.start, span.end) in wanted)
    left = tuple(span for span in owner.mentions if (span.start, span.end) not in wanted)
    if not left:
        raise JobError("An edit splits off all mentions of an entity; leave at least one.")
    new = Entity(1 + max(entity.id for entity in entities), owner.label, moved)
    rest = [entity for entity in entities if entity is not owner]
    return _ordered([*rest, replace(owner, mentions=left), new])


def _ordered(entities: Iterable[Entity]) -> list[Entity]:
    return sorted(entities, key=lambda entity: entity.mentions[0])


def edit_to_json(edit: Edit) -> dict[str, Any]:
    return {"kind": edit.kind, **{item.name: getattr(edit, item.name) for item in fields(edit)}}


def edit_from_json(raw: object) -> Edit:
    """The edit that `edit_to_json` wrote, or one written by hand."""
    if not isinstance(raw, Mapping) or not isinstance(kind := raw.get("kind"), str):
        raise JobError("An edit is a JSON object with its 'kind'.")
    if kind not in EDITS:
        raise JobError(f"There is no edit of that kind. {known(kind, EDITS)}")
    types = {item.name: str(item.type) for item in fields(EDITS[kind])}
    for key in raw:
        if key not in ("kind", *types):
            raise JobError(f"An edit of kind {kind!r} has no such key. {known(str(key), types)}")
    values = {name: _value(raw[name], type, name) for name, type in types.items() if name in raw}
    try:
        return EDITS[kind](**values)
    except TypeError:
        raise JobError(f"An edit of kind {kind!r} needs the keys {', '.join(types)}.") from None


def _value(raw: Any, type: str, name: str) -> Any:
    if type == "Place":
        return _place(raw)
    if type == "tuple[Place, ...]" and isinstance(raw, list):
        return tuple(map(_place, raw))
    if (type == "bool" and isinstance(raw, bool)) or (type == "str" and isinstance(raw, str)):
        return raw
    raise JobError(f"{name!r} in the edit is not of the right type.")


def _place(raw: Any) -> Place:
    if not isinstance(raw, list | tuple) or len(raw) != 2 or not all(type(edge) is int for edge in raw):
        raise JobError("A place in an edit is [start, end].")
    return Place(*raw)
