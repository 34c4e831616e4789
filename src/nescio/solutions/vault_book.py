"""A vault on the disk: it only grows, one run at a time adds to it, others read meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from nescio.core.errors import ConfigError, JobError
from nescio.core.keys import Key
from nescio.files.growing import GrowingFile, growing
from nescio.files.places import PRIVATE, content_of, shown, status_of
from nescio.files.whole import write_whole
from nescio.solutions.table import Table
from nescio.solutions.vault import (
    MARK,
    Sealer,
    VaultContent,
    checked_record,
    end_record,
    is_vault,
    read_vault,
    table_record,
)


class VaultBook:
    """Tables in a vault; nothing is ever taken out, but what is outdated no longer counts by its name."""

    def __init__(self, path: Path, file: GrowingFile, key: Key) -> None:
        self._path, self._file, self._key = path, file, key
        self._sealer: Sealer | None = None
        self.content = VaultContent()
        self._has_grown = False

    def begin(self) -> None:
        if not self._file.begun_at:
            return
        data = content_of(self._path)
        if not is_vault(data) and not MARK.startswith(data.rstrip(b"\0")):
            raise ConfigError(
                f"{shown(self._path)} exists and is no vault; name a new file, or leave the key out."
            )
        self.content, self._sealer = read_vault(data, self._key, name=self._path.name)
        torn = self.content.torn
        self._file.repair(lambda tail: not torn)

    def keep(self, tables: Sequence[Table]) -> None:
        self.add(table_record(table) for table in tables)

    def records(self) -> list[Table]:
        return [self.content.tables[number] for number in self.content.live]

    def end(self, needless: Callable[[Sequence[Table]], set[int]]) -> None:
        """A run that was broken off leaves no such record: its end is missing, which can be seen."""
        if self._has_grown or not self.content.ended:
            live = self.content.live
            self.add([end_record(live[number] for number in needless(self.records()))])

    def mark_checked(self, pairs: Iterable[tuple[int, int]]) -> None:
        self.add([checked_record(pairs)])

    def add(self, records: Iterable[Mapping[str, Any]]) -> None:
        """All of them, or none, as a file that grows promises."""
        new = self._sealer is None
        sealer = self._sealer or Sealer(self._key)
        before = sealer.chain
        try:
            lines = [sealer.seal(record) for record in records]
            self._file.append((sealer.header + b"\n" if new else b"") + b"".join(lines))
        except BaseException:
            sealer.chain = before
            raise
        self._sealer, self._has_grown = sealer, True


def load_vault(path: Path, key: Key) -> VaultContent:
    """What a vault holds now; a run that writes it is not waited for."""
    if status_of(path) is None:
        raise ConfigError(f"There is no vault {shown(path)}.")
    return parse_vault(content_of(path), key, name=path.name)


def parse_vault(data: bytes, key: Key, *, name: str) -> VaultContent:
    if not is_vault(data):
        raise ConfigError(f"{name!r} is no vault: it is empty, in clear or something else.")
    content, _ = read_vault(data, key, name=name)
    if not content.tables:
        raise JobError(f"The vault {name!r} holds no whole table of solutions.")
    return content


@contextmanager
def opened_vault(path: Path, key: Key) -> Iterator[VaultBook]:
    """A vault that is there, for this process alone to add to."""
    load_vault(path, key)
    with growing(path, busy=f"Another run of nescio is writing {shown(path)}; wait for its end.") as file:
        book = VaultBook(path, file, key)
        book.begin()
        yield book


def rekey(path: Path, key: Key, new: Key) -> int:
    """The same vault under another key; the former one opens nothing of it any more. How many tables."""
    with opened_vault(path, key) as book:
        content, sealer = book.content, Sealer(new)
        records = [table_record(table) for table in content.tables]
        if content.checked:
            records.append(checked_record(content.checked))
        if content.ended or content.outdated:
            records.append(end_record(content.outdated))
        lines = [sealer.header + b"\n", *map(sealer.seal, records)]
        write_whole(path, b"".join(lines), widest=PRIVATE)
        return len(content.tables)
