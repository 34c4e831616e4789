"""What a person can do to a document, as the front end says it, and the edits that it means."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from nescio.core.edits import (
    DecisionOverridden,
    Edit,
    EntitiesMerged,
    EntityChecked,
    EntitySplit,
    Place,
    ReplacementOverridden,
    SpanAdded,
    SpanRemoved,
    SpanResized,
    edited_decisions,
    edited_entities,
)
from nescio.core.errors import JobError, known
from nescio.core.labels import LabelSet
from nescio.core.model import Entity, Job, Span
from nescio.core.stretches import Stretches
from nescio.workbench.finding import same_words
from nescio.workbench.steps import ReviewStep, remembering

_MOST: Final = 20_000  # places that one act may name


@dataclass(frozen=True)
class Actor:
    """Who acts on which job; turns an act into a step, or refuses it with a sentence."""

    job: Job
    labels: LabelSet
    by: str

    def step(self, act: Mapping[str, Any]) -> ReviewStep:
        """The step that an act means; one that would change nothing is refused."""
        kind = act.get("kind")
        if not isinstance(kind, str) or kind not in ACTS:
            raise JobError(f"There is no such act. {known(str(kind), ACTS)}")
        edits, entities = ACTS[kind](self, act)
        if not edits:
            raise JobError("There is nothing to change: it is so already.")
        return remembering(kind, edits, entities)

    @cached_property
    def entities(self) -> tuple[Entity, ...]:
        return edited_entities(self.job)

    @cached_property
    def _owner(self) -> Mapping[tuple[int, int], Entity]:
        return {(span.start, span.end): item for item in self.entities for span in item.mentions}

    def entity(self, place: Place) -> Entity:
        """The entity that has the mention at a place."""
        if place not in self._owner:
            raise JobError("What you chose is not there any more; look at the newest state.")
        return self._owner[place]

    def trace(self, place: Place) -> str:
        """The label of what is replaced at a place without being a mention; empty if there is nothing."""
        if place in self._owner or self.job.solution is None:
            return ""
        rows = self.job.solution.replacements
        return next((row.label for row in rows if (row.start, row.end) == place), "")

    def chosen(self, act: Mapping[str, Any]) -> list[Entity]:
        """The entities of the places of an act, each once."""
        found = {entity.id: entity for entity in map(self.entity, _places(act))}
        return list(found.values())

    def mentions(self, act: Mapping[str, Any]) -> list[Span]:
        """The mentions that an act is about: those at its places, or with `all` those of their entities."""
        if act.get("all"):
            return [span for entity in self.chosen(act) for span in entity.mentions]
        wanted = set(_places(act))
        return [
            span
            for entity in self.chosen(act)
            for span in entity.mentions
            if (span.start, span.end) in wanted
        ]

    def label(self, act: Mapping[str, Any]) -> str:
        return self.labels.find(str(act.get("label", "")))

    def decide(self, act: Mapping[str, Any], *, hide: bool) -> _Meant:
        entities = self.chosen(act)
        now = {item.entity: item.hide for item in edited_decisions(self.job, self.entities)}
        turned = [entity for entity in entities if now.get(entity.id) is not hide]
        return [DecisionOverridden(_first(entity), hide, by=self.by) for entity in turned], turned


_Meant = tuple[Sequence[Edit], Iterable[Entity]]


def _first(entity: Entity) -> Place:
    return Place(entity.mentions[0].start, entity.mentions[0].end)


def _check(actor: Actor, act: Mapping[str, Any]) -> _Meant:
    entities = actor.chosen(act)
    return [EntityChecked(_first(entity), by=actor.by) for entity in entities], entities


def _merge(actor: Actor, act: Mapping[str, Any]) -> _Meant:
    entities = actor.chosen(act)
    if len(entities) < 2:
        raise JobError("To merge, choose two entries or more.")
    return [EntitiesMerged(tuple(map(_first, entities)), by=actor.by)], entities


def _split(actor: Actor, act: Mapping[str, Any]) -> _Meant:
    entities = actor.chosen(act)
    places = _places(act)
    if len(entities) != 1 or len(set(places)) >= len(entities[0].mentions):
        raise JobError("To split, choose some mentions of one entry, but not all of them.")
    return [EntitySplit(tuple(places), by=actor.by)], ()


def _relabel(actor: Actor, act: Mapping[str, Any]) -> _Meant:
    label = actor.label(act)
    spans = [span for span in actor.mentions(act) if span.label != label]
    places = [Place(span.start, span.end) for span in spans]
    return [SpanResized(place, place, label, by=actor.by) for place in places], ()


def _resize(actor: Actor, act: Mapping[str, Any]) -> _Meant:
    place, to = _one_place(act), _place(act.get("to"))
    actor.entity(place)
    to = _trimmed(actor.job.document.text, to)
    return ([] if to == place else [SpanResized(place, to, by=actor.by)]), ()


def _remove(actor: Actor, act: Mapping[str, Any]) -> _Meant:
    if not act.get("all") and (label := actor.trace(place := _one_place(act))):
        # Hidden because a hidden name stands there: it becomes something of its own that stays.
        by = actor.by
        return [
            SpanAdded(place, label, by=by),
            EntitySplit((place,), by=by),
            DecisionOverridden(place, False, by=by),
        ], ()
    return [SpanRemoved(Place(span.start, span.end), by=actor.by) for span in actor.mentions(act)], ()


def _replace(actor: Actor, act: Mapping[str, Any]) -> _Meant:
    text = act.get("text")
    if not isinstance(text, str) or len(text) > 1000 or any(sign in text for sign in "\r\n\0"):
        raise JobError("A replacement is one line of at most 1,000 signs.")
    entities = actor.chosen(act)
    return [ReplacementOverridden(_first(entity), text, by=actor.by) for entity in entities], entities


def _add(actor: Actor, act: Mapping[str, Any]) -> _Meant:
    """A new mention; with `everywhere` also wherever the same words stand and nothing is marked yet."""
    text, label = actor.job.document.text, actor.label(act)
    place = _trimmed(text, _one_place(act))
    places = [place]
    if act.get("everywhere"):
        marked = Stretches([span for entity in actor.entities for span in entity.mentions])
        others = same_words(text, text[place.start : place.end])
        places += [p for p in others if not any(marked.touching(*p)) and not _overlap(p, place)]
    return [SpanAdded(place, label, by=actor.by) for place in sorted(places)], ()


def _hide_term(actor: Actor, act: Mapping[str, Any]) -> _Meant:
    """Every mention of a term goes: what is marked is hidden, what is not is added as what is marked."""
    text = actor.job.document.text
    found = same_words(text, str(act.get("term", "")))
    label = next((actor.entity(p).label for p in found if p in actor._owner), "") or actor.label(act)
    marked = Stretches([span for entity in actor.entities for span in entity.mentions])
    new = [SpanAdded(p, label, by=actor.by) for p in found if not any(marked.touching(*p))]
    turned, entities = actor.decide({"places": [p for p in found if p in actor._owner]}, hide=True)
    return [*new, *turned], entities


def _keep_term(actor: Actor, act: Mapping[str, Any]) -> _Meant:
    """A term stays wherever it is marked just so."""
    found = same_words(actor.job.document.text, str(act.get("term", "")))
    return actor.decide({"places": [place for place in found if place in actor._owner]}, hide=False)


ACTS: Final[Mapping[str, Callable[[Actor, Mapping[str, Any]], _Meant]]] = {
    "hide": lambda actor, act: actor.decide(act, hide=True),
    "show": lambda actor, act: actor.decide(act, hide=False),
    "check": _check,
    "merge": _merge,
    "split": _split,
    "relabel": _relabel,
    "resize": _resize,
    "remove": _remove,
    "replace": _replace,
    "add": _add,
    "hide_term": _hide_term,
    "keep_term": _keep_term,
}


def _overlap(one: Place, other: Place) -> bool:
    return one.start < other.end and other.start < one.end


def _trimmed(text: str, place: Place) -> Place:
    """A place without the white space that a selection takes along."""
    if not 0 <= place.start < place.end <= len(text):
        raise JobError("What you chose is not in the text.")
    stretch = text[place.start : place.end]
    if not stretch.strip():
        raise JobError("Choose something with a letter or a digit.")
    start = place.start + len(stretch) - len(stretch.lstrip())
    return Place(start, start + len(stretch.strip()))


def _places(act: Mapping[str, Any]) -> list[Place]:
    raw = act.get("places")
    if not isinstance(raw, list) or len(raw) > _MOST:
        raise JobError(f"An act names its places, at most {_MOST:,} of them.")
    return [_place(item) for item in raw]


def _one_place(act: Mapping[str, Any]) -> Place:
    places = _places(act)
    if len(places) != 1:
        raise JobError("This act is about one place.")
    return places[0]


def _place(raw: Any) -> Place:
    if not isinstance(raw, list | tuple) or len(raw) != 2 or not all(type(edge) is int for edge in raw):
        raise JobError("A place is [start, end].")
    return Place(*raw)
