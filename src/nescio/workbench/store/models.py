"""The tables of a workbench; rows are added and never changed, but for what a person has removed for good."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import DateTime, ForeignKey, Integer, LargeBinary, String, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


def now() -> datetime:
    return datetime.now(UTC)


class Base(DeclarativeBase):
    """All tables."""


class StoreMark(Base):
    """A fact about the store itself, such as the salt of its key."""

    __tablename__ = "marks"
    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    value: Mapped[bytes] = mapped_column(LargeBinary)


class SettingRow(Base):
    """The settings of the project from a time on; the last row holds."""

    __tablename__ = "settings"
    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)
    value: Mapped[bytes] = mapped_column(LargeBinary)


class TermRow(Base):
    """A word came onto a list of the project or went from it."""

    __tablename__ = "terms"
    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)
    by: Mapped[str] = mapped_column(String(200))
    value: Mapped[bytes] = mapped_column(LargeBinary)  # {"list", "term", "label", "there"}


class FileRow(Base):
    """A file as it came."""

    __tablename__ = "files"
    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)
    name: Mapped[bytes] = mapped_column(LargeBinary)
    data: Mapped[bytes] = mapped_column(LargeBinary)


class JobRow(Base):
    """A document of a file after coreference, as nescio left it; a later row is another reading of it."""

    __tablename__ = "jobs"
    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    file: Mapped[int] = mapped_column(ForeignKey("files.id", ondelete="CASCADE"), index=True)
    part: Mapped[int] = mapped_column(Integer)
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)
    value: Mapped[bytes] = mapped_column(LargeBinary)


class Deed(Base):
    """Something that a person did to a document: a step, an undo, a redo."""

    __tablename__ = "deeds"
    __table_args__ = (UniqueConstraint("job", "number"),)
    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    job: Mapped[int] = mapped_column(ForeignKey("jobs.id", ondelete="CASCADE"), index=True)
    number: Mapped[int] = mapped_column(Integer)  # the version that it makes
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)
    by: Mapped[str] = mapped_column(String(200))
    kind: Mapped[str] = mapped_column(String(20))  # "step", "undo" or "redo"
    value: Mapped[bytes] = mapped_column(LargeBinary)


class DownloadRow(Base):
    """A file was taken away, anonymized; what people do to it later is not in there."""

    __tablename__ = "downloads"
    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    file: Mapped[int] = mapped_column(ForeignKey("files.id", ondelete="CASCADE"), index=True)
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)
