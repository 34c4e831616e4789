"""What is asked of the store about annotations: versions, which are added and never changed."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Select, func, select, update

from nescio.workbench.store.opening import BenchStore, MissingError
from nescio.workbench.store.team_models import AnnotationRow, ProjectDocumentRow
from nescio.workbench.store.users import aware
from nescio.workbench.store.versions import add_version

PREPARED: Final = -1  # the layer with which everybody begins: imported, or found by a recognizer
OPEN, BEGUN, DONE = STATES = ("open", "begun", "done")
CHANGED: Final = (
    "This annotation was changed elsewhere, in another tab or by somebody else. The newest version comes "
    "with this answer; nothing was written over it."
)


@dataclass(frozen=True)
class KeptAnnotation:
    """A version of an annotation."""

    document: int
    layer: int
    number: int
    by: int
    at: datetime
    kind: str
    state: str
    value: dict[str, Any] = field(repr=False)


class AnnotationBook:
    """All versions of all annotations."""

    def __init__(self, store: BenchStore) -> None:
        self._store, self._seal = store, store.seal

    def add(
        self, document: int, layer: int, number: int, *, by: int, kind: str, state: str, value: dict[str, Any]
    ) -> None:
        """The next version of a layer; a number that is taken is a conflict."""
        row = AnnotationRow(
            document=document, layer=layer, number=number, by=by, kind=kind, state=state,
            value=self._seal.seal_json(value),
        )  # fmt: skip
        of_layer = (AnnotationRow.document == document, AnnotationRow.layer == layer)
        add_version(self._store, row, *of_layer, taken=CHANGED)

    def newest(self, document: int, layer: int) -> KeptAnnotation | None:
        where = (AnnotationRow.document == document, AnnotationRow.layer == layer)
        asked = select(AnnotationRow).where(*where).order_by(AnnotationRow.number.desc()).limit(1)
        found = self._ask(asked)
        return found[0] if found else None

    def version(self, document: int, layer: int, number: int) -> KeptAnnotation:
        where = (AnnotationRow.document == document, AnnotationRow.layer == layer)
        found = self._ask(select(AnnotationRow).where(*where, AnnotationRow.number == number))
        if not found:
            raise MissingError("There is no such version.")
        return found[0]

    def history(self, document: int) -> list[KeptAnnotation]:
        """All versions of all layers, the newest first."""
        where = AnnotationRow.document == document
        return self._ask(select(AnnotationRow).where(where).order_by(AnnotationRow.id.desc()))

    def newest_of_project(self, project: int) -> dict[tuple[int, int], KeptAnnotation]:
        """The newest version of every layer, by document and layer."""
        last = (
            select(
                AnnotationRow.document, AnnotationRow.layer, func.max(AnnotationRow.number).label("number")
            )
            .join(ProjectDocumentRow, ProjectDocumentRow.id == AnnotationRow.document)
            .where(ProjectDocumentRow.project == project)
            .group_by(AnnotationRow.document, AnnotationRow.layer)
            .subquery()
        )
        asked = select(AnnotationRow).join(
            last,
            (AnnotationRow.document == last.c.document)
            & (AnnotationRow.layer == last.c.layer)
            & (AnnotationRow.number == last.c.number),
        )
        return {(found.document, found.layer): found for found in self._ask(asked)}

    def states(self, project: int) -> dict[tuple[int, int], tuple[int, str, datetime]]:
        """Version, state and time of the newest version of every layer, without opening what it says."""
        asked = (
            select(
                AnnotationRow.document, AnnotationRow.layer, AnnotationRow.number, AnnotationRow.state,
                AnnotationRow.at,
            )
            .join(ProjectDocumentRow, ProjectDocumentRow.id == AnnotationRow.document)
            .where(ProjectDocumentRow.project == project)
            .order_by(AnnotationRow.number)
        )  # fmt: skip
        with self._store.reading() as session:
            return {
                (document, layer): (number, state, aware(at))
                for document, layer, number, state, at in session.execute(asked)
            }

    def strip(self, project: int) -> None:
        """Takes out of every version what may quote a text; places and labels stay."""
        with self._store.writing() as session:
            documents = select(ProjectDocumentRow.id).where(ProjectDocumentRow.project == project)
            asked = select(AnnotationRow.id, AnnotationRow.value).where(AnnotationRow.document.in_(documents))
            for id, sealed in session.execute(asked).all():
                value = self._seal.open_json(sealed)
                if value["note"]:
                    new = self._seal.seal_json({**value, "note": ""})
                    session.execute(update(AnnotationRow).where(AnnotationRow.id == id).values(value=new))

    def _ask(self, asked: Select[Any]) -> list[KeptAnnotation]:
        with self._store.reading() as session:
            return [
                KeptAnnotation(
                    row.document, row.layer, row.number, row.by, aware(row.at), row.kind, row.state,
                    self._seal.open_json(row.value),
                )
                for row in session.scalars(asked)
            ]  # fmt: skip
