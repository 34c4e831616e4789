"""Tables of solutions are written while a run goes on: each before the text that needs it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from nescio.core.errors import ConfigError, JobError
from nescio.core.model import Job
from nescio.core.plain_json import PlainJsonError, read_json
from nescio.files.growing import GrowingFile, growing
from nescio.files.places import PRIVATE, content_of, shown
from nescio.files.whole import write_whole
from nescio.solutions.table import Table, id_key, id_of, make_table, table_from_json, table_to_json

_BEGINNING: Final = b'{"schema": '  # of every record
IsNeedless = Callable[[int, Table], bool]  # by the number of its line, counted from 0, and the record


class TableKeeper:
    """Stores the tables of jobs; when `keep` returns they are safe, and their texts may be written."""

    def __init__(self, file: GrowingFile | None = None) -> None:
        self._file = file
        self._written: set[str] = set()
        self._is_needless: IsNeedless = self._is_outdated

    @property
    def torn(self) -> bool:
        """Whether half a record of a broken-off run was found, and taken away."""
        return self._file is not None and self._file.torn

    def keep(self, jobs: Sequence[Job]) -> None:
        if self._file is not None and jobs:
            records = [table_to_json(make_table(job)) for job in jobs]
            self._file.append(b"".join(json.dumps(record).encode() + b"\n" for record in records))

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
def keep_tables(path: Path | None) -> Iterator[TableKeeper]:
    """What stores the tables of a run in a file; they stay there however the run ends.

    Records of earlier runs stay too. Only at a good end those go that nothing needs any more.
    """
    if path is None:
        yield TableKeeper()
        return
    with growing(path, busy=f"Another run of nescio is writing {shown(path)}; wait for its end.") as file:
        if file.begun_at:
            _refuse_other_content(path)
            file.repair(is_record)
        keeper = TableKeeper(file)
        yield keeper
        if file.begun_at:
            _take_out(path, keeper, upto=file.begun_at)


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


def read_records(path: Path) -> list[Table]:
    """The tables in a file that a run is adding to, in their order."""
    return [table_from_json(read_json(line)) for line in content_of(path).split(b"\n") if line.strip()]


def _refuse_other_content(path: Path) -> None:
    """What is no table of solutions is somebody's file, and would be damaged."""
    *lines, tail = content_of(path).split(b"\n")
    tail = tail.rstrip(b"\0")  # what some disks leave after a power failure
    begun = tail.startswith(_BEGINNING) or _BEGINNING.startswith(tail)
    if not begun or not all(is_record(line) for line in lines if line.strip()):
        raise ConfigError(f"--solutions {shown(path)} exists and is no table of solutions; name a new file.")


def _take_out(path: Path, keeper: TableKeeper, *, upto: int) -> None:
    """The file without those of its first records that nothing needs."""
    data = content_of(path)
    lines = [line for line in data[:upto].split(b"\n") if line.strip()]
    needless = keeper.needless([table_from_json(read_json(line)) for line in lines])
    new = set(data[upto:].split(b"\n"))
    needless |= {number for number, line in enumerate(lines) if line in new}  # it is there once more
    if needless:
        kept = [line + b"\n" for number, line in enumerate(lines) if number not in needless]
        write_whole(path, b"".join([*kept, data[upto:]]), widest=PRIVATE)
