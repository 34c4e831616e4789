"""What the review of an anonymization remembers."""

from __future__ import annotations

from alembic import op
from sqlalchemy import (
    Column,
    DateTime,
    ForeignKey,
    Integer,
    LargeBinary,
    String,
    UniqueConstraint,
)

revision = "r0001"
down_revision = None


def upgrade() -> None:
    op.create_table("marks", Column("name", String(40), primary_key=True), _value())
    op.create_table("settings", _id(), _at(), _value())
    op.create_table("terms", _id(), _at(), _by(), _value())
    op.create_table("files", _id(), _at(), Column("name", LargeBinary, nullable=False), _data())
    op.create_table(
        "jobs",
        _id(),
        Column("file", Integer, ForeignKey("files.id", ondelete="CASCADE"), nullable=False, index=True),
        Column("part", Integer, nullable=False),
        _at(),
        _value(),
    )
    op.create_table(
        "deeds",
        _id(),
        Column("job", Integer, ForeignKey("jobs.id", ondelete="CASCADE"), nullable=False, index=True),
        Column("number", Integer, nullable=False),
        _at(),
        _by(),
        Column("kind", String(20), nullable=False),
        _value(),
        UniqueConstraint("job", "number"),
    )


def _id() -> Column[int]:
    return Column("id", Integer, primary_key=True)


def _at() -> Column[object]:
    return Column("at", DateTime(timezone=True), nullable=False)


def _by() -> Column[str]:
    return Column("by", String(200), nullable=False)


def _value() -> Column[bytes]:
    return Column("value", LargeBinary, nullable=False)


def _data() -> Column[bytes]:
    return Column("data", LargeBinary, nullable=False)
