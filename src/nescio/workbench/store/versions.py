"""Versions are added and never changed: the next number, or a conflict."""

from __future__ import annotations

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.exc import IntegrityError

from nescio.workbench.store.opening import BenchStore, ConflictError
from nescio.workbench.store.team_models import AnnotationRow, RatingRow


def add_version(
    store: BenchStore, row: AnnotationRow | RatingRow, *of_same: ColumnElement[bool], taken: str
) -> None:
    """Adds the version behind the last of those of the same thing; `taken` says that it was not the next."""
    try:
        with store.writing() as session:
            last = session.scalar(select(func.max(type(row).number)).where(*of_same)) or 0
            if row.number != last + 1:
                raise ConflictError(taken)
            session.add(row)
    except IntegrityError:
        raise ConflictError(taken) from None
