"""Jobs as JSON and back; a malformed one is refused with the name of the wrong key."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final, TypeVar

from nescio.core.edits import edit_from_json, edit_to_json
from nescio.core.errors import JobError, known
from nescio.core.identity import (
    Kept,
    identity_from_json,
    identity_to_json,
    kept_from_json,
    kept_to_json,
)
from nescio.core.model import (
    SCHEMA,
    Decision,
    Document,
    Entity,
    Job,
    Note,
    Replacement,
    Solution,
    Span,
)
from nescio.core.old_jobs import from_schema_1

T = TypeVar("T")
_LONGEST_NOTE: Final = 1000  # characters; nescio's own have some hundred at most
_LARGEST: Final = 1 << 53  # of the numbers in a note
_KEYS = (
    "schema", "id", "language", "text", "meta", "options", "candidates", "voted", "spans", "entities",
    "decisions", "solution", "edits", "taken", "notes",
)  # fmt: skip


def job_to_json(job: Job) -> dict[str, Any]:
    """A mapping of plain JSON values; layers that were not computed are left out."""
    layers = {
        "candidates": _maybe(job.candidates, _spans_out),
        "voted": _maybe(job.voted, _spans_out),
        "spans": _maybe(job.spans, _spans_out),
        "entities": _maybe(job.entities, lambda items: [_entity_out(item) for item in items]),
        "decisions": _maybe(job.decisions, lambda items: [_decision_out(item) for item in items]),
        "solution": _maybe(job.solution, _solution_out),
        "edits": [edit_to_json(edit) for edit in job.edits] or None,
        "taken": _kept_out(job.taken) or None,
    }
    doc = job.document
    return {
        "schema": job.schema,
        "id": doc.id,
        "language": doc.language,
        "text": doc.text,
        "meta": dict(doc.meta),
        "options": dict(job.options),
        **{name: value for name, value in layers.items() if value is not None},
        "notes": [[n.stage, n.code, n.count, n.seconds] for n in job.notes],
    }


def job_from_json(data: object) -> Job:
    """The job that `job_to_json` wrote, one of an earlier schema, or one written by hand.

    Only `text` is needed. Without a `schema`, `spans` are what somebody found elsewhere: they take
    the place of the vote, and the second pass looks for more.
    """
    reader = _Reader(data, "job")
    schema = reader.get("schema", int, 1)
    if schema not in (1, SCHEMA):
        raise JobError(f"The job has schema {schema}, this version reads schema {SCHEMA}.")
    if schema == 1:
        reader = _Reader(from_schema_1(reader.data), "job")
    reader.only(*_KEYS)
    document = Document(
        reader.get("id", str, ""),
        reader.need("text", str),
        reader.get("language", str, "xx"),
        reader.get("meta", dict, {}),
    )
    job = _with_layers(Job(document, options=reader.get("options", dict, {})), reader)
    for spans in (job.voted, job.spans):
        _refuse_overlaps(spans)
    _check_entities(job)
    return job


def _with_layers(job: Job, reader: _Reader) -> Job:
    length = len(job.document.text)
    return replace(
        job,
        candidates=reader.layer("candidates", lambda items: _spans_in(items, length)),
        voted=reader.layer("voted", lambda items: _spans_in(items, length)),
        spans=reader.layer("spans", lambda items: _spans_in(items, length)),
        entities=reader.layer("entities", lambda items: tuple(_entity_in(i, length) for i in items)),
        decisions=reader.layer("decisions", lambda items: tuple(_decision_in(i, length) for i in items)),
        solution=_maybe(reader.get("solution", dict, None), lambda item: _solution_in(item, length)),
        edits=tuple(map(edit_from_json, reader.get("edits", list, []))),
        taken=tuple(map(kept_from_json, reader.get("taken", list, []))),
        notes=tuple(_note_in(item) for item in reader.get("notes", list, [])),
    )


def spans_from_json(items: object, length: int) -> tuple[Span, ...]:
    """Spans given by hand as `[start, end, label]`, with score and source where known."""
    if not isinstance(items, list):
        raise JobError("'spans' must be a list of [start, end, label].")
    spans = _spans_in(items, length)
    _refuse_overlaps(spans)
    return tuple(sorted(spans))


def _maybe(value: Any, convert: Callable[[Any], T]) -> T | None:
    return None if value is None else convert(value)


class _Reader:
    """Reads keys of a mapping and complains by name."""

    def __init__(self, data: object, what: str) -> None:
        if not isinstance(data, Mapping):
            raise JobError(f"A {what} is a JSON object, not a {type(data).__name__}.")
        self.data: Mapping[str, Any] = data
        self._what = what

    def only(self, *names: str) -> None:
        for key in self.data:
            if key not in names:
                raise JobError(f"The {self._what} has an unknown key. {known(str(key), names)}")

    def need(self, key: str, kind: type[T]) -> T:
        if key not in self.data:
            raise JobError(f"The {self._what} lacks the key {key!r}.")
        return self._typed(key, self.data[key], kind)

    def get(self, key: str, kind: type[Any], default: Any) -> Any:
        return self._typed(key, self.data[key], kind) if key in self.data else default

    def layer(self, key: str, convert: Callable[[list[Any]], T]) -> T | None:
        return _maybe(self.get(key, list, None), convert)

    def _typed(self, key: str, value: Any, kind: type[T]) -> T:
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise JobError(f"{key!r} in the {self._what} must be of type {kind.__name__}.")
        return value


def _spans_out(spans: Sequence[Span]) -> list[list[Any]]:
    return [list(span) for span in spans]


def _spans_in(items: Sequence[Any], length: int) -> tuple[Span, ...]:
    return tuple(_span_in(item, length) for item in items)


def _span_in(item: Any, length: int) -> Span:
    if not isinstance(item, list) or not 3 <= len(item) <= 5:
        raise JobError("A span is [start, end, label] with an optional score and source.")
    start, end, label = item[:3]
    score = item[3] if len(item) > 3 else 1.0
    source = item[4] if len(item) > 4 else "given"
    if type(start) is not int or type(end) is not int or not 0 <= start < end <= length:
        raise JobError(f"A span needs whole numbers 0 <= start < end <= {length}, the length of the text.")
    if not isinstance(label, str) or not isinstance(source, str):
        raise JobError("The label and the source of a span are strings.")
    if isinstance(score, bool) or not isinstance(score, int | float) or not 0 <= score <= 1:
        raise JobError("The score of a span is a number from 0 to 1.")
    return Span(start, end, label, float(score), source)


def _refuse_overlaps(spans: Sequence[Span] | None) -> None:
    ordered = sorted(spans or ())
    for left, right in pairwise(ordered):
        if left.overlaps(right):
            raise JobError(f"Two spans overlap at position {right.start}; spans must not overlap.")


def _check_entities(job: Job) -> None:
    """Entities have their own numbers and places, and the decisions speak of them."""
    entities = job.entities or ()
    ids = {entity.id for entity in entities}
    if len(ids) != len(entities):
        raise JobError("Two entities have the same 'id'.")
    _refuse_overlaps([span for entity in entities for span in entity.mentions])
    for decision in job.decisions or ():
        if decision.entity not in ids:
            raise JobError(f"There is a decision about entity {decision.entity}, which is not in 'entities'.")


def _entity_out(entity: Entity) -> dict[str, Any]:
    return {
        "id": entity.id,
        "label": entity.label,
        "mentions": _spans_out(entity.mentions),
        "features": dict(entity.features),
        **({} if entity.identity is None else {"identity": identity_to_json(entity.identity)}),
    }


def _entity_in(item: object, length: int) -> Entity:
    reader = _Reader(item, "entity")
    reader.only("id", "label", "mentions", "features", "identity")
    mentions = reader.need("mentions", list)
    if not mentions:
        raise JobError("'mentions' in the entity must hold at least one span.")
    return Entity(
        reader.need("id", int),
        reader.need("label", str),
        _spans_in(mentions, length),
        reader.get("features", dict, {}),
        _maybe(reader.get("identity", dict, None), identity_from_json),
    )


def _kept_out(kept: Iterable[Kept]) -> list[dict[str, Any]]:
    return [kept_to_json(item) for item in kept]


def _decision_out(item: Decision) -> list[Any]:
    row = [item.entity, item.hide, item.reason]
    return row if item.mentions is None else [*row, _spans_out(item.mentions)]


def _decision_in(item: object, length: int) -> Decision:
    if not isinstance(item, list) or not 3 <= len(item) <= 4:
        raise JobError("A decision is [entity, hide, reason], and the parts that go if not all does.")
    entity, hide, reason, *parts = item
    if type(entity) is not int or not isinstance(hide, bool) or not isinstance(reason, str):
        raise JobError("A decision is [entity number, true or false, reason].")
    if parts and not isinstance(parts[0], list):
        raise JobError("The parts of a decision are a list of spans.")
    return Decision(entity, hide, reason, _spans_in(parts[0], length) if parts else None)


def _solution_out(solution: Solution) -> dict[str, Any]:
    rows = [
        [item.start, item.end, item.text, item.entity, item.label, item.method, item.out_start, item.order]
        for item in solution.replacements
    ]
    kept = {str(entity): _kept_out(items) for entity, items in solution.kept.items()}
    found = {"text": solution.text, "replacements": rows, "totals": dict(solution.totals)}
    return {**found, "kept": kept} if kept else found


def _solution_in(item: object, length: int) -> Solution:
    reader = _Reader(item, "solution")
    reader.only("text", "replacements", "totals", "kept")
    solution = Solution(
        reader.need("text", str),
        tuple(_replacement_in(row) for row in reader.need("replacements", list)),
        _totals_in(reader.get("totals", dict, {})),
        {_number_in(entity): _kept_in(items) for entity, items in reader.get("kept", dict, {}).items()},
    )
    for row in solution.replacements:
        there = solution.text[row.out_start : row.out_end] if row.out_start >= 0 else None
        if not 0 <= row.start < row.end <= length or there != row.text:
            raise JobError(
                f"The replacement of {row.start} to {row.end} does not lie at its place in the texts."
            )
    return solution


def _replacement_in(row: object) -> Replacement:
    kinds = [int, int, str, int, str, str, int]
    if (
        not isinstance(row, list)
        or [type(value) for value in row[:7]] != kinds
        or len(row) > 8
        or not all(value is None or type(value) is int for value in row[7:])
    ):
        raise JobError("A replacement is [start, end, text, entity, label, method, out_start, order].")
    return Replacement(*row)


def _totals_in(totals: Mapping[str, Any]) -> dict[str, int]:
    if not all(type(count) is int for count in totals.values()):
        raise JobError("'totals' in the solution counts how often each replacement stands in the text.")
    return dict(totals)


def _number_in(key: str) -> int:
    if not key.isdecimal():
        raise JobError("The keys of 'kept' in the solution are numbers of entities.")
    return int(key)


def _kept_in(items: object) -> tuple[Kept, ...]:
    if not isinstance(items, list):
        raise JobError("'kept' in the solution holds a list of substitutes for each entity.")
    return tuple(map(kept_from_json, items))


def _note_in(item: object) -> Note:
    kinds: tuple[type | tuple[type, ...], ...] = (str, str, int, (int, float))
    if (
        not isinstance(item, list)
        or len(item) != len(kinds)
        or not all(isinstance(value, kind) for value, kind in zip(item, kinds, strict=True))
        or not all(abs(number) <= _LARGEST for number in item[2:])  # also not NaN
    ):
        raise JobError("A note is [stage, code, count, seconds]: two strings and two numbers.")
    if len(item[0]) + len(item[1]) > _LONGEST_NOTE:
        raise JobError(f"A note has at most {_LONGEST_NOTE} characters.")
    return Note(item[0], item[1], int(item[2]), float(item[3]))
