"""Users, their sessions, and annotation projects."""

from __future__ import annotations

from alembic import op
from sqlalchemy import (
    Boolean,
    Column,
    DateTime,
    ForeignKey,
    Integer,
    LargeBinary,
    String,
    Text,
    UniqueConstraint,
)

revision = "r0002"
down_revision = "r0001"


def upgrade() -> None:
    _people()
    _projects()
    op.create_table(
        "annotations",
        Column("id", Integer, primary_key=True),
        _reference("document", "project_documents.id", index=True),
        Column("layer", Integer, nullable=False),
        Column("number", Integer, nullable=False),
        _time("at"),
        _reference("by", "users.id"),
        Column("kind", String(20), nullable=False),
        Column("state", String(10), nullable=False),
        Column("value", LargeBinary, nullable=False),
        UniqueConstraint("document", "layer", "number"),
    )
    op.create_table(
        "exports",
        Column("id", Integer, primary_key=True),
        _reference("project", "projects.id", index=True),
        _time("at"),
        _reference("by", "users.id"),
        Column("kind", String(10), nullable=False),
        Column("layer", String(20), nullable=False),
        Column("last", Integer, nullable=False),
    )


def _people() -> None:
    op.create_table(
        "users",
        Column("id", Integer, primary_key=True),
        Column("name", String(100), nullable=False),
        Column("folded", String(200), nullable=False, unique=True),
        Column("role", String(20), nullable=False),
        Column("hash", Text),
        Column("active", Boolean, nullable=False),
        _time("made"),
    )
    op.create_table(
        "sessions",
        Column("digest", String(64), primary_key=True),
        _reference("user", "users.id", index=True),
        Column("csrf", String(64), nullable=False),
        _time("used"),
    )
    op.create_table(
        "failures",
        Column("who", String(64), primary_key=True),
        Column("count", Integer, nullable=False),
        _time("last"),
    )


def _projects() -> None:
    op.create_table(
        "projects",
        Column("id", Integer, primary_key=True),
        _time("at"),
        _reference("by", "users.id"),
        Column("task", String(20), nullable=False),
        _time("purged", nullable=True),
    )
    op.create_table(
        "project_versions",
        Column("id", Integer, primary_key=True),
        _reference("project", "projects.id", index=True),
        Column("number", Integer, nullable=False),
        _time("at"),
        _reference("by", "users.id"),
        Column("value", LargeBinary, nullable=False),
        UniqueConstraint("project", "number"),
    )
    op.create_table(
        "project_documents",
        Column("id", Integer, primary_key=True),
        _reference("project", "projects.id", index=True),
        _time("at"),
        Column("name", LargeBinary, nullable=False),
        Column("value", LargeBinary, nullable=False),
        Column("bones", LargeBinary, nullable=False),
    )
    op.create_table(
        "assignments",
        _reference("document", "project_documents.id", primary_key=True),
        _reference("user", "users.id", primary_key=True),
        _time("at"),
        _reference("by", "users.id"),
    )


def _time(name: str, *, nullable: bool = False) -> Column[object]:
    return Column(name, DateTime(timezone=True), nullable=nullable)


def _reference(
    name: str, target: str, *, index: bool | None = None, primary_key: bool = False
) -> Column[object]:
    return Column(
        name, Integer, ForeignKey(target, ondelete="CASCADE"), nullable=False, index=index,
        primary_key=primary_key,
    )  # fmt: skip
