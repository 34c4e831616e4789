"""What administrators do with a project: documents in, who annotates what, how far they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nescio.core.errors import InputError, JobError
from nescio.evaluate.model import Annotation, Mark
from nescio.run.formats import Formats
from nescio.workbench.annotate.arriving import Arrival, Reception, compared
from nescio.workbench.annotate.documents import TaskDocument, TaskItem
from nescio.workbench.annotate.office import ProjectOffice, read_layer, tag_names, task_kind, value_of
from nescio.workbench.annotate.rating import ProjectRatings
from nescio.workbench.annotate.recognizing import FoundMention, in_tags
from nescio.workbench.annotate.sharing import share_out
from nescio.workbench.annotate.tasks import COMPARISON
from nescio.workbench.annotate.values import EMPTY, TaskMark, TaskValue
from nescio.workbench.naming import safe_name
from nescio.workbench.people import Someone
from nescio.workbench.store.annotations import BEGUN, DONE, OPEN, PREPARED
from nescio.workbench.store.opening import MissingError
from nescio.workbench.store.projects import KeptProject
from nescio.workbench.store.team_models import GOLD


class NotEmptyError(InputError):
    """Somebody's work would be lost."""


class ProjectManager:
    """Beside the office: what only those do who lead a project."""

    def __init__(self, office: ProjectOffice, formats: Formats) -> None:
        self._office, self._formats = office, formats
        self._projects, self._annotations = office.projects, office.annotations

    # Documents in.

    def upload(
        self, person: Someone, id: int, name: str, data: bytes, *, sentences: int
    ) -> list[dict[str, Any]]:
        project = self._open_project(id)
        value = project.value
        reception = Reception(
            task_kind(project), value["language"], tag_names(project), value["method"], self._formats,
            self._office.recognizers, sentences,
        )  # fmt: skip
        return self._keep(person, project, reception.read(safe_name(name), data))

    def compare(self, person: Someone, id: int, other: int, left: str, right: str) -> list[dict[str, Any]]:
        """Documents of a comparison from two annotations in another project."""
        project, source = self._open_project(id), self._projects.find(other)
        if project.task != COMPARISON or not task_kind(source).marks:
            raise InputError(
                "A project of the kind 'comparison' compares annotations of marks in another project."
            )
        layers = [read_layer(given, default=GOLD) for given in (left, right)]
        newest = self._annotations.newest_of_project(other)
        arrivals = []
        for document in self._projects.documents(other):
            pair = [newest.get((document.id, layer)) for layer in layers]
            raw = self._projects.document(other, document.id)[1]
            if raw is None or None in pair:
                continue
            content = TaskDocument.from_json(raw)
            for number, side in enumerate(content.sides):
                views = [_annotation(side.text, side.language, value_of(kept), number) for kept in pair]
                many = f"#{number + 1}" if len(content.sides) > 1 else ""
                arrivals.append(compared(document.name + many, views[0], views[1]))
        if not arrivals:
            raise InputError("There is no document that both have annotated.")
        return self._keep(person, project, arrivals)

    def _keep(
        self, person: Someone, project: KeptProject, arrivals: Sequence[Arrival]
    ) -> list[dict[str, Any]]:
        with_tokens = task_kind(project).marks
        ids = self._projects.add_documents(
            project.id,
            [
                (a.name, a.document.to_json(), a.document.bones(with_tokens=with_tokens).to_json())
                for a in arrivals
            ],
        )
        for id, arrival in zip(ids, arrivals, strict=True):
            if arrival.value != EMPTY:
                self._prepare(person, id, arrival.value, kind="imported")
        return [{"id": id, "name": a.name} for id, a in zip(ids, arrivals, strict=True)]

    def _prepare(self, person: Someone, document: int, value: TaskValue, *, kind: str) -> None:
        last = self._annotations.newest(document, PREPARED)
        number = 1 if last is None else last.number + 1
        self._annotations.add(
            document, PREPARED, number, by=person.id, kind=kind, state=BEGUN, value=value.to_json()
        )

    def remove(self, id: int, document: int) -> None:
        self._open_project(id)
        self._projects.bones(id, document)
        if any(found == document and layer >= GOLD for found, layer in self._annotations.states(id)):
            raise NotEmptyError(
                "A document with annotations is not removed; close or purge the project instead."
            )
        self._projects.remove_document(document)

    def preannotate(
        self, person: Someone, id: int, recognizer: str, documents: Sequence[int] | None
    ) -> dict[str, Any]:
        """What a recognizer finds becomes what everybody begins with, where nobody has begun."""
        project = self._open_project(id)
        if not task_kind(project).may_recognize:
            raise InputError(f"Documents of the kind {project.task!r} are not annotated by a recognizer.")
        begun = {found for found, layer in self._annotations.states(id) if layer >= GOLD}
        wanted = [document.id for document in self._projects.documents(id)]
        if documents is not None:
            if set(documents) - set(wanted):
                raise MissingError("There is no such document in this project.")
            wanted = list(dict.fromkeys(documents))
        free = [document for document in wanted if document not in begun]
        failed = []
        for document in free:
            content = TaskDocument.from_json(self._projects.document(id, document)[1] or {})
            try:
                value = self._recognized(project, content, recognizer)
            except JobError as error:  # one text whose language cannot be told does not stop the others
                failed.append({"id": document, "sentence": str(error)})
                continue
            self._prepare(person, document, value, kind="preannotated")
        changed = len(free) - len(failed)
        return {"changed": changed, "passed": len(wanted) - len(free), "failed": failed}

    def _recognized(self, project: KeptProject, content: TaskDocument, recognizer: str) -> TaskValue:
        recognizers, tags = self._office.recognizers, tag_names(project)
        found = recognizers.find(content.sides, recognizer=recognizer)
        if not task_kind(project).marks:
            return TaskValue(answers=_groups(content.items, found[0]))
        marks = [
            TaskMark(number, mention.start, mention.end, tag, mention.entity)
            for number, (side, mentions) in enumerate(zip(content.sides, found, strict=True))
            for mention in mentions
            if (tag := in_tags(mention.label, recognizers.labels(side.language), tags)) is not None
        ]
        alone = len(content.sides) > 1  # entities of two texts are numbered apart and would meet by chance
        return TaskValue(tuple(mark._replace(entity="") if alone else mark for mark in marks))

    # Who does what.

    def share(self, person: Someone, id: int, annotators: Sequence[int], common: int) -> list[dict[str, Any]]:
        self._open_project(id)
        self._check_users(annotators)
        documents = [document.id for document in self._projects.documents(id)]
        wanted = share_out(documents, annotators, common=common, busy=self._busy(id))
        self._projects.assign(wanted, by=person.id)
        return self._office.list_documents(person, id)

    def assign(
        self, person: Someone, id: int, document: int, annotators: Sequence[int]
    ) -> list[dict[str, Any]]:
        self._open_project(id)
        self._check_users(annotators)
        self._projects.bones(id, document)
        if set(self._busy(id).get(document, ())) - set(annotators):
            raise NotEmptyError("Somebody has begun this document: their work stays theirs.")
        self._projects.assign({document: annotators}, by=person.id)
        return self._office.list_documents(person, id)

    def _check_users(self, annotators: Sequence[int]) -> None:
        active = {user["id"] for user in self._office.users.all() if user["active"]}
        if set(annotators) - active:
            raise InputError("One of these annotators is no active user.")

    def _busy(self, id: int) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for document, layer in self._annotations.states(id):
            if layer > GOLD:
                found.setdefault(document, []).append(layer)
        return found

    def progress(self, id: int) -> dict[str, Any]:
        self._projects.find(id)
        states, assigned, names = (
            self._annotations.states(id), self._projects.assignments(id), self._office.users.names(),
        )  # fmt: skip
        people = sorted(
            {user for users in assigned.values() for user in users} | {u for _, u in states if u > GOLD}
        )
        documents = [document.id for document in self._projects.documents(id)]
        rated = ProjectRatings(self._office).averages(id)
        told = []
        for user in people:
            own = {d: s for (d, layer), s in states.items() if layer == user}
            told.append({
                "id": user, "name": names.get(user, ""),
                "assigned": sum(user in users for users in assigned.values()),
                "begun": sum(state[1] == BEGUN for state in own.values()),
                "done": sum(state[1] == DONE for state in own.values()),
                "last": max(state[2] for state in own.values()).isoformat() if own else None,
                **rated.get(user, {"rated": 0, "rating": None}),
            })  # fmt: skip
        is_done = [
            bool(assigned.get(d)) and all(states.get((d, u), (0, OPEN))[1] == DONE for u in assigned[d])
            for d in documents
        ]
        return {
            "annotators": told, "documents": len(documents), "done": sum(is_done),
            "adjudicated": sum(states.get((d, GOLD), (0, OPEN))[1] == DONE for d in documents),
        }  # fmt: skip

    def _open_project(self, id: int) -> KeptProject:
        project = self._projects.find(id)
        if project.purged:
            raise InputError("The originals of this project were deleted; nothing is added to it.")
        return project


def _annotation(text: str, language: str, value: TaskValue, side: int) -> Annotation:
    marks = tuple(Mark(m.start, m.end, m.label, entity=m.entity) for m in value.marks if m.side == side)
    return Annotation("", text, marks, language=language)


def _groups(items: Sequence[TaskItem], found: Sequence[FoundMention]) -> dict[str, str]:
    """The group of each given mention: the entity of what was found in the same place."""
    entity = {(mention.start, mention.end): mention.entity for mention in found}
    named = {item.id: entity.get((item.places[0].start, item.places[0].end), "") for item in items}
    return {id: name for id, name in named.items() if name and list(named.values()).count(name) > 1}
