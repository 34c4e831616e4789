"""What is asked of the store about ratings: versions, which are added and never changed."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from sqlalchemy import select, update

from nescio.workbench.store.opening import BenchStore
from nescio.workbench.store.team_models import ProjectDocumentRow, RatingRow
from nescio.workbench.store.users import aware
from nescio.workbench.store.versions import add_version

RATED: Final = "Somebody else rated this annotation in between. Their rating comes with this answer."


@dataclass(frozen=True)
class KeptRating:
    """The newest version of a rating."""

    document: int
    annotator: int
    number: int
    by: int
    at: datetime
    value: dict[str, Any] = field(repr=False)


class RatingBook:
    """All versions of all ratings."""

    def __init__(self, store: BenchStore) -> None:
        self._store, self._seal = store, store.seal

    def add(self, document: int, annotator: int, number: int, *, by: int, value: dict[str, Any]) -> None:
        """The next version; a number that is taken is a conflict."""
        sealed = self._seal.seal_json(value)
        row = RatingRow(document=document, annotator=annotator, number=number, by=by, value=sealed)
        of_same = (RatingRow.document == document, RatingRow.annotator == annotator)
        add_version(self._store, row, *of_same, taken=RATED)

    def newest(self, project: int) -> dict[tuple[int, int], KeptRating]:
        """The newest version of every rating, by document and annotator."""
        asked = (
            select(RatingRow)
            .join(ProjectDocumentRow, ProjectDocumentRow.id == RatingRow.document)
            .where(ProjectDocumentRow.project == project)
            .order_by(RatingRow.number)
        )
        with self._store.reading() as session:
            return {
                (row.document, row.annotator): KeptRating(
                    row.document, row.annotator, row.number, row.by, aware(row.at),
                    self._seal.open_json(row.value),
                )
                for row in session.scalars(asked)
            }  # fmt: skip

    def strip(self, project: int) -> None:
        """Takes the remarks out of every version: they may quote a text."""
        with self._store.writing() as session:
            documents = select(ProjectDocumentRow.id).where(ProjectDocumentRow.project == project)
            asked = select(RatingRow.id, RatingRow.value).where(RatingRow.document.in_(documents))
            for id, sealed in session.execute(asked).all():
                value = {**self._seal.open_json(sealed), "note": ""}
                new = self._seal.seal_json(value)
                session.execute(update(RatingRow).where(RatingRow.id == id).values(value=new))
