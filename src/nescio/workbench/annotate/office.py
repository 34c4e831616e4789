"""Annotation projects as the routes ask for them: who sees what, and who changes what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from nescio.core.errors import InputError
from nescio.workbench.annotate.documents import TaskDocument
from nescio.workbench.annotate.recognizing import Recognizers
from nescio.workbench.annotate.settings import ProjectChoices, changed_settings, first_settings
from nescio.workbench.annotate.tasks import TaskKind, kind_of
from nescio.workbench.annotate.values import EMPTY, TaskValue, read_value
from nescio.workbench.people import REVISOR, Someone
from nescio.workbench.store.annotations import (
    BEGUN,
    DONE,
    OPEN,
    PREPARED,
    AnnotationBook,
    KeptAnnotation,
)
from nescio.workbench.store.opening import BenchStore, ConflictError, MissingError
from nescio.workbench.store.projects import KeptDocument, KeptProject, ProjectBook
from nescio.workbench.store.ratings import RatingBook
from nescio.workbench.store.team_models import GOLD
from nescio.workbench.store.users import UserBook

PREPARED_NAME, GOLD_NAME = "prepared", "gold"
_NOT_YOURS: Final = "There is no such document for you."


class ClosedError(InputError):
    """The project takes no annotations any more."""


class PurgedError(InputError):
    """The originals were deleted."""


class OutdatedError(ConflictError):
    """Somebody was quicker; `newest` is the state as it is now."""

    def __init__(self, conflict: ConflictError, newest: dict[str, Any]) -> None:
        super().__init__(str(conflict))
        self.newest = newest


class ProjectOffice:
    """All that is asked about projects and what people annotate in them."""

    def __init__(self, store: BenchStore, names: ProjectChoices) -> None:
        self.store, self.projects, self.annotations = store, ProjectBook(store), AnnotationBook(store)
        self.users, self.ratings = UserBook(store), RatingBook(store)
        self.recognizers, self.names = Recognizers(), names

    # Projects.

    def list_projects(self, person: Someone) -> list[dict[str, Any]]:
        return [
            about
            for project in self.projects.all()
            for about in [self._short(project, person)]
            if person.leads or about["mine"]["assigned"]
        ]

    def _short(self, project: KeptProject, person: Someone) -> dict[str, Any]:
        states, assigned = self.annotations.states(project.id), self.projects.assignments(project.id)
        mine = [document for document, users in assigned.items() if person.id in users]
        done = [d for d in mine if states.get((d, person.id), (0, OPEN))[1] == DONE]
        return {
            "id": project.id, "name": project.value["name"], "task": project.task,
            "open": project.value["open"], "documents": len(self.projects.documents(project.id)),
            "mine": {"assigned": len(mine), "done": len(done)},
        }  # fmt: skip

    def add_project(self, person: Someone, task: str, given: Mapping[str, Any]) -> dict[str, Any]:
        value = first_settings(kind_of(task).name, given, self.names)
        return about_project(self.projects.find(self.projects.add(task, value, by=person.id)))

    def project(self, person: Someone, id: int) -> KeptProject:
        """A project that somebody may see."""
        found = self.projects.find(id)
        if not person.leads:
            users = {user for users in self.projects.assignments(id).values() for user in users}
            if person.id not in users:
                raise MissingError("There is no such project for you.")
        return found

    def change_project(
        self, person: Someone, id: int, version: int, given: Mapping[str, Any]
    ) -> dict[str, Any]:
        project = self.projects.find(id)
        value = changed_settings(project.value, given, self.names)
        try:
            self.projects.change(id, version + 1, value, by=person.id)
        except ConflictError as conflict:
            raise OutdatedError(conflict, about_project(self.projects.find(id))) from None
        return about_project(self.projects.find(id))

    # Documents.

    def list_documents(self, person: Someone, id: int) -> list[dict[str, Any]]:
        project = self.project(person, id)
        states, assigned = self.annotations.states(id), self.projects.assignments(id)
        names = self.users.names() if person.leads else {}
        found = []
        for document in self.projects.documents(project.id):
            own = states.get((document.id, person.id), (0, OPEN))
            about: dict[str, Any] = {
                "id": document.id, "name": document.name, "state": own[1], "version": own[0],
            }  # fmt: skip
            users = assigned.get(document.id, [])
            if person.leads:
                about["annotators"] = [
                    {"id": u, "name": names.get(u, ""), "state": states.get((document.id, u), (0, OPEN))[1]}
                    for u in users
                ]
                about["gold"] = states.get((document.id, GOLD), (0, "none"))[1]
            if person.leads or person.id in users:
                found.append(about)
        return found

    def document(
        self, person: Someone, id: int, document: int
    ) -> tuple[KeptProject, KeptDocument, TaskDocument]:
        """A document that somebody may see, whole, with its project."""
        project = self.project(person, id)
        kept, raw = self.projects.document(id, document)
        if not person.leads and not self.projects.is_assigned(document, person.id):
            raise MissingError(_NOT_YOURS)
        if raw is None:
            raise PurgedError("The originals of this project were deleted.")
        return project, kept, TaskDocument.from_json(raw)

    def view(self, person: Someone, id: int, document: int) -> dict[str, Any]:
        """A document as a page shows it, with the annotation of who asks."""
        project, kept, content = self.document(person, id, document)
        around = [found["id"] for found in self.list_documents(person, id)]
        at = around.index(document)
        shown = content.hidden() if project.value["hidden"] else content
        return {
            "id": document, "name": kept.name, "task": project.task, "hidden": project.value["hidden"],
            **shown.to_json(),
            "annotation": self.state(document, person.id),
            "before": around[at - 1] if at else None,
            "after": around[at + 1] if at + 1 < len(around) else None,
            "assigned": self.projects.is_assigned(document, person.id),
        }  # fmt: skip

    def state(self, document: int, layer: int) -> dict[str, Any]:
        """The newest version of a layer; before the first, what was prepared."""
        newest = self.annotations.newest(document, layer)
        if newest is not None:
            return {**self._told(newest, self.users.names()), "state": newest.state, "value": newest.value}
        prepared = self.annotations.newest(document, PREPARED) if layer != GOLD else None
        value = EMPTY.to_json() if prepared is None else prepared.value
        return {
            "version": 0,
            "state": OPEN if layer != GOLD else "none",
            "value": value,
            "by": "",
            "at": None,
        }

    def _told(self, kept: KeptAnnotation, names: Mapping[int, str]) -> dict[str, Any]:
        return {
            "version": kept.number,
            "by": names.get(kept.by, ""),
            "at": kept.at.isoformat(),
            "kind": kept.kind,
        }

    # What people annotate.

    def annotate(
        self, person: Someone, id: int, document: int, version: int, value: Mapping[str, Any], *,
        done: bool, layer: int | None = None,
    ) -> dict[str, Any]:  # fmt: skip
        """The next version of somebody's annotation; a revisor may change another's, nobody else may."""
        project, _, content = self.document(person, id, document)
        if layer not in (None, person.id) and REVISOR not in person.roles:
            raise MissingError(_NOT_YOURS)
        own = person.id if layer is None else layer
        if own <= GOLD or (own != person.id and not self.projects.is_assigned(document, own)):
            raise MissingError("There is no such annotator of this document.")
        kind = DONE if done else "saved"
        return self._write(project, content, document, own, version, value, by=person, kind=kind, done=done)

    def adjudicate(
        self, person: Someone, id: int, document: int, version: int, value: Mapping[str, Any], *, done: bool
    ) -> dict[str, Any]:
        """The next version of what is held to be right."""
        project, _, content = self.document(person, id, document)
        return self._write(
            project, content, document, GOLD, version, value, by=person, kind="adjudicated", done=done
        )

    def _write(
        self, project: KeptProject, content: TaskDocument, document: int, layer: int, version: int,
        value: Mapping[str, Any], *, by: Someone, kind: str, done: bool,
    ) -> dict[str, Any]:  # fmt: skip
        if not project.value["open"]:
            raise ClosedError("This project is closed; its annotations are not changed any more.")
        read = read_value(value, content, kind_of(project.task), tag_names(project))
        state = DONE if done else BEGUN
        try:
            self.annotations.add(
                document, layer, version + 1, by=by.id, kind=kind, state=state, value=read.to_json()
            )
        except ConflictError as conflict:
            raise OutdatedError(conflict, self.state(document, layer)) from None
        return {"version": version + 1, "state": state}

    # History.

    def history(self, person: Someone, id: int, document: int) -> list[dict[str, Any]]:
        self._may_look(person, id, document)
        names = self.users.names()
        return [
            {"layer": _layer_name(kept.layer, names), "annotator": max(kept.layer, 0) or None,
             **self._told(kept, names), "state": kept.state}
            for kept in self.annotations.history(document)
            if person.leads or kept.layer in (person.id, PREPARED)
        ]  # fmt: skip

    def version(self, person: Someone, id: int, document: int, number: int, layer: int) -> dict[str, Any]:
        self._may_look(person, id, document)
        if not person.leads and layer not in (person.id, PREPARED):
            raise MissingError("There is no such version for you.")
        kept = self.annotations.version(document, layer, number)
        return {**self._told(kept, self.users.names()), "state": kept.state, "value": kept.value}

    def _may_look(self, person: Someone, id: int, document: int) -> None:
        """The history outlives the text."""
        self.project(person, id)
        self.projects.bones(id, document)
        if not person.leads and not self.projects.is_assigned(document, person.id):
            raise MissingError(_NOT_YOURS)


def about_project(project: KeptProject) -> dict[str, Any]:
    return {
        "id": project.id, "version": project.version, "task": project.task, "purged": project.purged,
        "retention": None, **project.value,
    }  # fmt: skip


def tag_names(project: KeptProject) -> list[str]:
    return [tag["name"] for tag in project.value["tags"]]


def task_kind(project: KeptProject) -> TaskKind:
    return kind_of(project.task)


def value_of(kept: KeptAnnotation | None) -> TaskValue:
    return EMPTY if kept is None else TaskValue.from_json(kept.value)


def read_layer(given: str, *, default: int) -> int:
    """`gold`, `prepared`, the number of a user, or nothing."""
    named = {"": default, GOLD_NAME: GOLD, PREPARED_NAME: PREPARED}
    if given in named:
        return named[given]
    if given.isascii() and given.isdecimal() and 0 < int(given[:10]) < 1 << 31:
        return int(given[:10])
    raise MissingError("There is no such annotator.")


def _layer_name(layer: int, names: Mapping[int, str]) -> str:
    return {GOLD: GOLD_NAME, PREPARED: PREPARED_NAME}.get(layer) or names.get(layer, "")


def layers_of(states: Sequence[tuple[int, int]], document: int) -> list[int]:
    """Whose annotations of a document there are."""
    return sorted(layer for found, layer in states if found == document and layer > GOLD)
