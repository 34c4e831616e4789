"""Tables of solutions are written while a run goes on: each before the text that needs it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Protocol

from nescio.core.errors import ConfigError, JobError
from nescio.core.keys import Key
from nescio.core.model import Job
from nescio.core.plain_json import PlainJsonError, read_json
from nescio.files.growing import GrowingFile, growing
from nescio.files.places import PRIVATE, content_of, shown
from nescio.files.whole import write_whole
from nescio.solutions.table import Table, id_key, id_of, make_table, table_from_json, table_to_json
from nescio.solutions.vault import is_vault
from nescio.solutions.vault_book import VaultBook

_BEGINNING: Final = b'{"schema": '  # of every record
IsNeedless = Callable[[int, Table], bool]  # by its number among the records, counted from 0, and the record


class Book(Protocol):
    """A form in which tables are kept."""

    def begin(self) -> None:
        """Refuses what is no such book, and repairs what a killed run has left."""

    def keep(self, tables: Sequence[Table]) -> None:
        """When this returns they are safe on the disk."""

    def records(self) -> list[Table]:
        """Those of earlier runs that may be needed."""

    def end(self, needless: Callable[[Sequence[Table]], set[int]]) -> None:
        """A run came to a good end; some records of earlier runs may go."""


class TableKeeper:
    """Stores the tables of jobs; when `keep` returns they are safe, and their texts may be written."""

    def __init__(self, file: GrowingFile | None = None, book: Book | None = None) -> None:
        self._file, self._book = file, book
        self._written: set[str] = set()
        self._is_needless: IsNeedless = self._is_outdated

    @property
    def torn(self) -> bool:
        """Whether half a record of a broken-off run was found, and taken away."""
        return self._file is not None and self._file.torn

    def records(self) -> list[Table]:
        """The tables of earlier runs in this file, in their order."""
        return [] if self._book is None else self._book.records()

    def keep(self, jobs: Sequence[Job]) -> None:
        if self._book is not None and jobs:
            self._book.keep([make_table(job) for job in jobs])

    def written(self, jobs: Sequence[Job]) -> None:
        """Their texts stand at their places now, where earlier ones of the same names may have stood."""
        self._written |= {id_key(id) for job in jobs if (id := id_of(job)) is not None}

    def has_written(self, table: Table) -> bool:
        return id_key(table.id) in self._written

    def drop_only(self, is_needless: IsNeedless) -> None:
        """Which records of earlier runs go at a good end; else those whose texts were written anew."""
        self._is_needless = is_needless

    def needless(self, records: Sequence[Table]) -> set[int]:
        return {number for number, table in enumerate(records) if self._is_needless(number, table)}

    def _is_outdated(self, number: int, table: Table) -> bool:
        return self.has_written(table)


@contextmanager
def keep_tables(path: Path | None, key: Key | None = None) -> Iterator[TableKeeper]:
    """What stores the tables of a run in a file, a vault if there is a key; they stay however the run ends.

    Records of earlier runs stay too. Only at a good end those go that nothing needs any more.
    """
    if path is None:
        yield TableKeeper()
        return
    with growing(path, busy=f"Another run of nescio is writing {shown(path)}; wait for its end.") as file:
        book = PlainBook(path, file) if key is None else VaultBook(path, file, key)
        book.begin()
        keeper = TableKeeper(file, book)
        yield keeper
        book.end(keeper.needless)


class PlainBook:
    """Tables in clear, one JSON object per line; what nothing needs any more is taken out."""

    def __init__(self, path: Path, file: GrowingFile) -> None:
        self._path, self._file = path, file

    def begin(self) -> None:
        if self._file.begun_at:
            _refuse_other_content(self._path)
            self._file.repair(is_record)

    def keep(self, tables: Sequence[Table]) -> None:
        lines = (json.dumps(table_to_json(table)).encode() + b"\n" for table in tables)
        self._file.append(b"".join(lines))

    def records(self) -> list[Table]:
        lines = content_of(self._path).split(b"\n")
        return [table_from_json(read_json(line)) for line in lines if line.strip()]

    def end(self, needless: Callable[[Sequence[Table]], set[int]]) -> None:
        """The file without those of its first records that nothing needs."""
        upto = self._file.begun_at
        if not upto:
            return
        data = content_of(self._path)
        lines = [line for line in data[:upto].split(b"\n") if line.strip()]
        gone = needless([table_from_json(read_json(line)) for line in lines])
        new = set(data[upto:].split(b"\n"))
        gone |= {number for number, line in enumerate(lines) if line in new}  # it is there once more
        if gone:
            kept = [line + b"\n" for number, line in enumerate(lines) if number not in gone]
            write_whole(self._path, b"".join([*kept, data[upto:]]), widest=PRIVATE)


def is_record(line: bytes) -> bool:
    """Whether a line is a whole table of solutions."""
    try:
        table_from_json(read_json(line))
    except (JobError, PlainJsonError):
        return False
    return True


def holds_records(data: bytes) -> bool:
    """Whether a line is a record, or begins as one: torn or altered, it may be somebody's only way back."""
    return any(line.startswith(_BEGINNING) or is_record(line) for line in data.split(b"\n"))


def _refuse_other_content(path: Path) -> None:
    """What is no table of solutions is somebody's file, and would be damaged."""
    data = content_of(path)
    if is_vault(data):
        raise ConfigError(f"--solutions {shown(path)} is a vault; name its key with --key.")
    *lines, tail = data.split(b"\n")
    tail = tail.rstrip(b"\0")  # what some disks leave after a power failure
    begun = tail.startswith(_BEGINNING) or _BEGINNING.startswith(tail)
    if not begun or not all(is_record(line) for line in lines if line.strip()):
        raise ConfigError(f"--solutions {shown(path)} exists and is no table of solutions; name a new file.")
