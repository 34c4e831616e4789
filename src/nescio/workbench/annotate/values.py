"""What somebody said about a document: marks, or answers about its items."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final, NamedTuple

from nescio.core.errors import InputError, known
from nescio.workbench.annotate.documents import TaskDocument
from nescio.workbench.annotate.tasks import TaskKind

_MOST: Final = 200_000  # marks or answers
_LONGEST: Final = 100  # signs of the name of a group
_LONGEST_NOTE: Final = 10_000


class TaskMark(NamedTuple):
    """A place that somebody marked."""

    side: int
    start: int
    end: int
    label: str
    entity: str = ""


@dataclass(frozen=True)
class TaskValue:
    """All that one person said about one document."""

    marks: tuple[TaskMark, ...] = ()
    answers: Mapping[str, str] = field(default_factory=dict)
    note: str = field(default="", repr=False)

    def to_json(self) -> dict[str, Any]:
        marks = [mark._asdict() for mark in self.marks]
        return {"marks": marks, "answers": dict(self.answers), "note": self.note}

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> TaskValue:
        return cls(tuple(TaskMark(**mark) for mark in raw["marks"]), raw["answers"], raw["note"])

    def without_words(self) -> TaskValue:
        """Places, labels and groups alone: a note may quote."""
        return TaskValue(self.marks, self.answers)


EMPTY: Final = TaskValue()


def read_value(
    raw: Mapping[str, Any], document: TaskDocument, kind: TaskKind, tags: Collection[str]
) -> TaskValue:
    """A value as a page sends it; what does not fit the document is refused whole."""
    marks, answers, note = raw.get("marks", []), raw.get("answers", {}), raw.get("note", "")
    if set(raw) - {"marks", "answers", "note"} or not isinstance(note, str) or len(note) > _LONGEST_NOTE:
        raise InputError("An annotation has 'marks', 'answers' and a 'note', and nothing else.")
    if not isinstance(marks, list) or not isinstance(answers, dict) or len(marks) + len(answers) > _MOST:
        raise InputError(f"'marks' is a list and 'answers' a table, with at most {_MOST} entries.")
    if (marks and not kind.marks) or (answers and kind.marks):
        wanted = "'marks', not 'answers'" if kind.marks else "'answers', not 'marks'"
        raise InputError(f"A task of the kind {kind.name!r} has {wanted}.")
    found = sorted({_mark(mark, document, tags) for mark in marks})
    for first, second in pairwise(found):
        if first.side == second.side and second.start < first.end:
            raise InputError(f"Two marks overlap at {second.start}; every place has one label at most.")
    return TaskValue(tuple(found), _answers(answers, document, kind, tags), note)


def _mark(raw: Any, document: TaskDocument, tags: Collection[str]) -> TaskMark:
    if not isinstance(raw, dict) or set(raw) - {"side", "start", "end", "label", "entity"}:
        raise InputError("A mark has 'side', 'start', 'end', 'label' and 'entity', and nothing else.")
    side, start, end = raw.get("side", 0), raw.get("start"), raw.get("end")
    label, entity = raw.get("label"), raw.get("entity", "")
    if type(side) is not int or not 0 <= side < len(document.sides):
        raise InputError(f"A mark is on a side from 0 to {len(document.sides) - 1}.")
    length = len(document.sides[side].text)
    if type(start) is not int or type(end) is not int or not 0 <= start < end <= length:
        raise InputError(f"A mark needs whole numbers 0 <= start < end <= {length}.")
    if not isinstance(label, str) or label not in tags:
        raise InputError(f"A mark has a tag that the project does not have. {known(str(label), tags)}")
    if not isinstance(entity, str) or len(entity) > _LONGEST:
        raise InputError(f"The name of an entity has at most {_LONGEST} signs.")
    return TaskMark(side, start, end, label, entity)


def _answers(
    raw: Mapping[str, Any], document: TaskDocument, kind: TaskKind, tags: Collection[str]
) -> dict[str, str]:
    items = {item.id for item in document.items}
    found: dict[str, str] = {}
    for key, answer in raw.items():
        if key not in items:
            raise InputError("An answer is about an item that the document does not have.")
        if not isinstance(answer, str) or len(answer) > _LONGEST:
            raise InputError(f"An answer has at most {_LONGEST} signs.")
        if answer and not kind.free and answer not in tags:
            raise InputError(f"An answer is a tag that the project does not have. {known(answer, tags)}")
        if answer:
            found[key] = answer
    return found
