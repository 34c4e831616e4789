"""The tables of users, projects and annotations; what people annotate is added and never changed."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from sqlalchemy import Boolean, DateTime, ForeignKey, Integer, LargeBinary, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from nescio.workbench.store.models import Base, now

GOLD: Final = 0  # the layer of what was adjudicated; every other is the number of a user


class UserRow(Base):
    """Somebody who may sign in, or the person of a workbench on their own machine."""

    __tablename__ = "users"
    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    name: Mapped[str] = mapped_column(String(100))
    folded: Mapped[str] = mapped_column(String(200), unique=True)  # names that look alike are one
    role: Mapped[str] = mapped_column(String(20))
    hash: Mapped[str | None] = mapped_column(Text)  # None: nobody signs in by this name
    active: Mapped[bool] = mapped_column(Boolean, default=True)
    made: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)


class SessionRow(Base):
    """A session; only a digest of its secret is kept."""

    __tablename__ = "sessions"
    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    user: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    csrf: Mapped[str] = mapped_column(String(64))
    used: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)


class FailureRow(Base):
    """How often somebody failed to sign in by a name, of which a digest is kept."""

    __tablename__ = "failures"
    who: Mapped[str] = mapped_column(String(64), primary_key=True)
    count: Mapped[int] = mapped_column(Integer)
    last: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)


class ProjectRow(Base):
    """A project; what it is like from a time on stands in its versions."""

    __tablename__ = "projects"
    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)
    by: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    task: Mapped[str] = mapped_column(String(20))
    purged: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


class ProjectVersionRow(Base):
    """Name, tags, guidelines … of a project; the last row holds."""

    __tablename__ = "project_versions"
    __table_args__ = (UniqueConstraint("project", "number"),)
    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    project: Mapped[int] = mapped_column(ForeignKey("projects.id", ondelete="CASCADE"), index=True)
    number: Mapped[int] = mapped_column(Integer)
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)
    by: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    value: Mapped[bytes] = mapped_column(LargeBinary)


class ProjectDocumentRow(Base):
    """A document of a project; its bones, which hold no text, outlive its text."""

    __tablename__ = "project_documents"
    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    project: Mapped[int] = mapped_column(ForeignKey("projects.id", ondelete="CASCADE"), index=True)
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)
    name: Mapped[bytes] = mapped_column(LargeBinary)
    value: Mapped[bytes] = mapped_column(LargeBinary)
    bones: Mapped[bytes] = mapped_column(LargeBinary)


class AssignmentRow(Base):
    """A document is somebody's to annotate."""

    __tablename__ = "assignments"
    document: Mapped[int] = mapped_column(
        ForeignKey("project_documents.id", ondelete="CASCADE"), primary_key=True
    )
    user: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)
    by: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))


class AnnotationRow(Base):
    """A version of somebody's annotation of a document, whole."""

    __tablename__ = "annotations"
    __table_args__ = (UniqueConstraint("document", "layer", "number"),)
    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    document: Mapped[int] = mapped_column(ForeignKey("project_documents.id", ondelete="CASCADE"), index=True)
    layer: Mapped[int] = mapped_column(Integer)  # whose annotation it is: a user, or GOLD
    number: Mapped[int] = mapped_column(Integer)
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)
    by: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    kind: Mapped[str] = mapped_column(String(20))
    state: Mapped[str] = mapped_column(String(10))
    value: Mapped[bytes] = mapped_column(LargeBinary)


class ExportRow(Base):
    """What was taken away when, up to which annotation."""

    __tablename__ = "exports"
    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    project: Mapped[int] = mapped_column(ForeignKey("projects.id", ondelete="CASCADE"), index=True)
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)
    by: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    kind: Mapped[str] = mapped_column(String(10))
    layer: Mapped[str] = mapped_column(String(20))
    last: Mapped[int] = mapped_column(Integer)


class RatingRow(Base):
    """What a revisor thinks of somebody's annotation of a document; the last row of both holds."""

    __tablename__ = "ratings"
    __table_args__ = (UniqueConstraint("document", "annotator", "number"),)
    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    document: Mapped[int] = mapped_column(ForeignKey("project_documents.id", ondelete="CASCADE"), index=True)
    annotator: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    number: Mapped[int] = mapped_column(Integer)
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)
    by: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    value: Mapped[bytes] = mapped_column(LargeBinary)  # {"rating", "note", "version"}
