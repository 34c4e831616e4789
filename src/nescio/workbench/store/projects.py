"""What is asked of the store about projects, their documents and who annotates them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from nescio.workbench.store.models import now
from nescio.workbench.store.opening import BenchStore, ConflictError, MissingError
from nescio.workbench.store.team_models import (
    AnnotationRow,
    AssignmentRow,
    ExportRow,
    ProjectDocumentRow,
    ProjectRow,
    ProjectVersionRow,
)
from nescio.workbench.store.users import aware


@dataclass(frozen=True)
class KeptProject:
    """A project as it stands."""

    id: int
    task: str
    version: int
    purged: bool
    value: Mapping[str, Any] = field(repr=False)


@dataclass(frozen=True)
class KeptDocument:
    """A document of a project by its name."""

    id: int
    name: str = field(repr=False)


class ProjectBook:
    """Projects and their documents."""

    def __init__(self, store: BenchStore) -> None:
        self._store, self._seal = store, store.seal

    def add(self, task: str, value: Mapping[str, Any], *, by: int) -> int:
        with self._store.writing() as session:
            row = ProjectRow(task=task, by=by)
            session.add(row)
            session.flush()
            sealed = self._seal.seal_json(dict(value))
            session.add(ProjectVersionRow(project=row.id, number=1, by=by, value=sealed))
            return row.id

    def all(self) -> list[KeptProject]:
        """The newest first."""
        with self._store.reading() as session:
            rows = session.scalars(select(ProjectRow).order_by(ProjectRow.id.desc())).all()
            return [self._project(row, session) for row in rows]

    def find(self, id: int) -> KeptProject:
        with self._store.reading() as session:
            row = session.get(ProjectRow, id) if 0 < id < 1 << 31 else None
            if row is None:
                raise MissingError("There is no such project.")
            return self._project(row, session)

    def _project(self, row: ProjectRow, session: Session) -> KeptProject:
        last = session.scalars(
            select(ProjectVersionRow)
            .where(ProjectVersionRow.project == row.id)
            .order_by(ProjectVersionRow.number.desc())
            .limit(1)
        ).one()
        value = self._seal.open_json(last.value)
        return KeptProject(row.id, row.task, last.number, row.purged is not None, value)

    def change(self, id: int, number: int, value: Mapping[str, Any], *, by: int) -> None:
        """The next version; a number that is taken is a conflict."""
        row = ProjectVersionRow(project=id, number=number, by=by, value=self._seal.seal_json(dict(value)))
        try:
            with self._store.writing() as session:
                last = select(func.max(ProjectVersionRow.number)).where(ProjectVersionRow.project == id)
                if session.scalar(last) != number - 1:
                    raise ConflictError("This project was changed elsewhere.")
                session.add(row)
        except IntegrityError:
            raise ConflictError("This project was changed elsewhere.") from None

    def add_documents(
        self, project: int, documents: Sequence[tuple[str, Mapping[str, Any], Mapping[str, Any]]]
    ) -> list[int]:
        """Names, documents and their bones, all or none."""
        with self._store.writing() as session:
            rows = [
                ProjectDocumentRow(
                    project=project,
                    name=self._seal.seal(name.encode("utf-8", "surrogatepass")),
                    value=self._seal.seal_json(value),
                    bones=self._seal.seal_json(bones),
                )
                for name, value, bones in documents
            ]
            session.add_all(rows)
            session.flush()
            return [row.id for row in rows]

    def documents(self, project: int) -> list[KeptDocument]:
        columns = select(ProjectDocumentRow.id, ProjectDocumentRow.name)
        asked = columns.where(ProjectDocumentRow.project == project).order_by(ProjectDocumentRow.id)
        with self._store.reading() as session:
            return [KeptDocument(id, self._name(name)) for id, name in session.execute(asked)]

    def document(self, project: int, id: int) -> tuple[KeptDocument, dict[str, Any] | None]:
        """A document and what it holds; None if its text was deleted."""
        row = self._row(project, id)
        value = self._seal.open_json(row.value) if row.value else None
        return KeptDocument(row.id, self._name(row.name)), value

    def bones(self, project: int, id: int) -> dict[str, Any]:
        found: dict[str, Any] = self._seal.open_json(self._row(project, id).bones)
        return found

    def _row(self, project: int, id: int) -> ProjectDocumentRow:
        with self._store.reading() as session:
            row = session.get(ProjectDocumentRow, id) if 0 < id < 1 << 31 else None
            if row is None or row.project != project:
                raise MissingError("There is no such document in this project.")
            return row

    def _name(self, sealed: bytes) -> str:
        return self._seal.open(sealed).decode("utf-8", "surrogatepass") if sealed else ""

    def remove_document(self, id: int) -> None:
        """Takes a document out for good; the caller has made sure that nobody annotated it."""
        with self._store.writing() as session:
            session.execute(delete(AnnotationRow).where(AnnotationRow.document == id))
            session.execute(delete(AssignmentRow).where(AssignmentRow.document == id))
            session.execute(delete(ProjectDocumentRow).where(ProjectDocumentRow.id == id))

    def assignments(self, project: int) -> dict[int, list[int]]:
        """Who annotates each document that somebody annotates."""
        asked = (
            select(AssignmentRow.document, AssignmentRow.user)
            .join(ProjectDocumentRow, ProjectDocumentRow.id == AssignmentRow.document)
            .where(ProjectDocumentRow.project == project)
            .order_by(AssignmentRow.document, AssignmentRow.user)
        )
        found: dict[int, list[int]] = {}
        with self._store.reading() as session:
            for document, user in session.execute(asked):
                found.setdefault(document, []).append(user)
        return found

    def is_assigned(self, document: int, user: int) -> bool:
        with self._store.reading() as session:
            return session.get(AssignmentRow, (document, user)) is not None

    def assign(self, wanted: Mapping[int, Iterable[int]], *, by: int) -> None:
        """Whom each of these documents belongs to from now on, and nobody else."""
        rows = [
            {"document": document, "user": user, "by": by, "at": now()}
            for document, users in wanted.items()
            for user in sorted(set(users))
        ]
        with self._store.writing() as session:
            session.execute(delete(AssignmentRow).where(AssignmentRow.document.in_(list(wanted))))
            if rows:
                session.execute(insert(AssignmentRow), rows)

    def note_export(self, project: int, kind: str, layer: str, *, by: int) -> None:
        with self._store.writing() as session:
            last = self._last_annotation(session, project)
            session.add(ExportRow(project=project, by=by, kind=kind, layer=layer, last=last))

    def is_exported(self, project: int) -> bool:
        """Whether it was taken away as it stands."""
        with self._store.reading() as session:
            newest = select(func.max(ExportRow.last)).where(ExportRow.project == project)
            found = session.scalar(newest)
            return found is not None and found >= self._last_annotation(session, project)

    def last_export(self, project: int) -> datetime | None:
        with self._store.reading() as session:
            found = session.scalar(select(func.max(ExportRow.at)).where(ExportRow.project == project))
            return None if found is None else aware(found)

    def _last_annotation(self, session: Session, project: int) -> int:
        documents = select(ProjectDocumentRow.id).where(ProjectDocumentRow.project == project)
        newest = select(func.max(AnnotationRow.id)).where(AnnotationRow.document.in_(documents))
        return session.scalar(newest) or 0

    def purge(self, project: int) -> int:
        """Deletes the texts and names of all documents; answers how many there are."""
        with self._store.writing() as session:
            where = ProjectDocumentRow.project == project
            done = session.execute(update(ProjectDocumentRow).where(where).values(value=b"", name=b""))
            session.execute(update(ProjectRow).where(ProjectRow.id == project).values(purged=now()))
            return int(done.rowcount)  # type: ignore[attr-defined]  # an update has one
