"""What a review asks of the store of a workbench."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from sqlalchemy import delete, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from nescio.core.codec import job_from_json, job_to_json
from nescio.core.keys import Key
from nescio.core.model import Job
from nescio.web.database import file_url
from nescio.workbench.store.models import Deed, DownloadRow, FileRow, JobRow, SettingRow, TermRow
from nescio.workbench.store.opening import BenchStore, ConflictError, open_store
from nescio.workbench.store.users import aware


@dataclass(frozen=True)
class KeptFile:
    """A file of the store with its documents, each with what was done to it."""

    id: int
    name: str = field(repr=False)
    data: bytes = field(repr=False)
    jobs: tuple[tuple[int, Job, tuple[KeptDeed, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class KeptDeed:
    """One row of the history of a document."""

    kind: str
    by: str
    value: Any = field(repr=False)


class Shelf:
    """A store: every call is a transaction of its own, and safe on the disk when it returns."""

    def __init__(self, store: BenchStore) -> None:
        self.store = store
        self._seal, self._writing, self._reading = store.seal, store.writing, store.reading

    def close(self) -> None:
        self.store.close()

    def add_file(self, name: str, data: bytes) -> int:
        with self._writing() as session:
            row = FileRow(
                name=self._seal.seal(name.encode("utf-8", "surrogatepass")), data=self._seal.seal(data)
            )
            session.add(row)
            session.flush()
            return row.id

    def remove_file(self, file: int) -> None:
        """Takes a file out for good, with everything that was made of it."""
        with self._writing() as session:
            jobs = select(JobRow.id).where(JobRow.file == file)
            session.execute(delete(Deed).where(Deed.job.in_(jobs)))
            session.execute(delete(JobRow).where(JobRow.file == file))
            session.execute(delete(DownloadRow).where(DownloadRow.file == file))
            session.execute(delete(FileRow).where(FileRow.id == file))

    def add_jobs(self, file: int, jobs: Sequence[Job]) -> list[int]:
        """Keeps the documents of a file as nescio left them."""
        with self._writing() as session:
            rows = [
                JobRow(file=file, part=part, value=self._seal.seal_json(job_to_json(job)))
                for part, job in enumerate(jobs)
            ]
            session.add_all(rows)
            session.flush()
            return [row.id for row in rows]

    def add_deed(self, job: int, number: int, deed: KeptDeed) -> None:
        """Adds to the history of a document; a number that is taken is a conflict."""
        row = Deed(job=job, number=number, by=deed.by, kind=deed.kind, value=self._seal.seal_json(deed.value))
        try:
            with self._writing() as session:
                last = session.scalar(select(func.max(Deed.number)).where(Deed.job == job)) or 0
                if number != last + 1:
                    raise ConflictError(CHANGED)
                session.add(row)
        except IntegrityError:
            raise ConflictError(CHANGED) from None

    def files(self) -> list[KeptFile]:
        """All files, the first first."""
        with self._reading() as session:
            return [self._file(row, session) for row in session.scalars(select(FileRow).order_by(FileRow.id))]

    def _file(self, row: FileRow, session: Session) -> KeptFile:
        found: dict[int, JobRow] = {}
        for job in session.scalars(select(JobRow).where(JobRow.file == row.id).order_by(JobRow.id)):
            found[job.part] = job  # a later reading stands for an earlier one
        jobs = tuple(
            (job.id, job_from_json(self._seal.open_json(job.value)), self._deeds(job.id, session))
            for _, job in sorted(found.items())
        )
        name = self._seal.open(row.name).decode("utf-8", "surrogatepass")
        return KeptFile(row.id, name, self._seal.open(row.data), jobs)

    def _deeds(self, job: int, session: Session) -> tuple[KeptDeed, ...]:
        rows = session.scalars(select(Deed).where(Deed.job == job).order_by(Deed.number))
        return tuple(KeptDeed(row.kind, row.by, self._seal.open_json(row.value)) for row in rows)

    def note_download(self, files: Iterable[int]) -> None:
        """These files were taken away, anonymized, as they stand."""
        with self._writing() as session:
            session.add_all([DownloadRow(file=file) for file in files])

    def files_taken_before(self, time: datetime) -> list[int]:
        """Files that were taken away last before a time and not changed since."""
        taken = select(DownloadRow.file, func.max(DownloadRow.at)).group_by(DownloadRow.file)
        with self._reading() as session:
            found = [(file, aware(at)) for file, at in session.execute(taken)]
            return [file for file, at in found if at <= time and (self._last_deed(file, session) or at) <= at]

    def _last_deed(self, file: int, session: Session) -> datetime | None:
        jobs = select(JobRow.id).where(JobRow.file == file)
        last = session.scalar(select(func.max(Deed.at)).where(Deed.job.in_(jobs)))
        return None if last is None else aware(last)

    def file_ids(self) -> set[int]:
        with self._reading() as session:
            return set(session.scalars(select(FileRow.id)))

    def settings(self) -> Mapping[str, Any]:
        with self._reading() as session:
            row = session.scalars(select(SettingRow).order_by(SettingRow.id.desc()).limit(1)).first()
            return {} if row is None else self._seal.open_json(row.value)

    def set_settings(self, value: Mapping[str, Any]) -> None:
        with self._writing() as session:
            session.add(SettingRow(value=self._seal.seal_json(dict(value))))

    def terms(self) -> list[Mapping[str, Any]]:
        """The words of the lists as they stand now."""
        with self._reading() as session:
            rows = session.scalars(select(TermRow).order_by(TermRow.id))
            now: dict[str, Mapping[str, Any]] = {}
            for row in rows:
                value = self._seal.open_json(row.value)
                now.pop(value["term"], None)
                if value["there"]:
                    now[value["term"]] = value
            return list(now.values())

    def set_term(self, term: Mapping[str, Any], *, by: str) -> None:
        with self._writing() as session:
            session.add(TermRow(by=by, value=self._seal.seal_json(dict(term))))


CHANGED: Final = (
    "This document was changed elsewhere, perhaps in another tab. The newest state is shown now; "
    "please do your last change again."
)


def open_shelf(path: Path, key: Key | None = None) -> Shelf:
    """The store in a file that only its owner reads; what is none is left as it is."""
    return Shelf(open_store(file_url(path), key))
