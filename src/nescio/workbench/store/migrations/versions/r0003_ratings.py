"""What revisors think of annotations, and when a file was taken away."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, DateTime, ForeignKey, Integer, LargeBinary, UniqueConstraint

revision = "r0003"
down_revision = "r0002"


def upgrade() -> None:
    op.create_table(
        "ratings",
        Column("id", Integer, primary_key=True),
        _reference("document", "project_documents.id", index=True),
        _reference("annotator", "users.id"),
        Column("number", Integer, nullable=False),
        _time("at"),
        _reference("by", "users.id"),
        Column("value", LargeBinary, nullable=False),
        UniqueConstraint("document", "annotator", "number"),
    )
    op.create_table(
        "downloads",
        Column("id", Integer, primary_key=True),
        _reference("file", "files.id", index=True),
        _time("at"),
    )


def _time(name: str) -> Column[object]:
    return Column(name, DateTime(timezone=True), nullable=False)


def _reference(name: str, target: str, *, index: bool | None = None) -> Column[object]:
    return Column(name, Integer, ForeignKey(target, ondelete="CASCADE"), nullable=False, index=index)
