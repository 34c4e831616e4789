"""The embedded knowledge store: one SQLite file, read only unless it is being filled."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from nescio.core.errors import ConfigError, InputError
from nescio.files.whole import keep_private
from nescio.knowledge.sql import SqlStore, create_tables, storable_row
from nescio.packs.files import is_there, make_folder


class _Sqlite:
    """A connection in the words of `sql.Connection`."""

    def __init__(self, path: Path, *, writable: bool) -> None:
        self._name = path.name
        mode = "rwc" if writable else "ro"
        try:
            self._db = sqlite3.connect(
                f"{path.resolve().as_uri()}?mode={mode}",
                uri=True,
                isolation_level=None,
                check_same_thread=False,
            )
        except sqlite3.Error as error:
            raise ConfigError(f"The knowledge base {path.name!r} cannot be opened: {error}.") from error

    def query(self, sql: str, values: Iterable[Any] = ()) -> list[tuple[Any, ...]]:
        try:
            return self._db.execute(sql, storable_row(values)).fetchall()
        except sqlite3.Error as error:
            raise InputError(f"The knowledge base {self._name!r} does not answer: {error}.") from error

    def many(self, sql: str, rows: Iterable[tuple[Any, ...]]) -> None:
        try:
            self._db.executemany(sql, map(storable_row, rows))
        except sqlite3.Error as error:
            raise InputError(f"The knowledge base {self._name!r} cannot be filled: {error}.") from error

    @contextmanager
    def transaction(self) -> Iterator[None]:
        self.query("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self.query("ROLLBACK")
            raise
        self.query("COMMIT")

    def close(self) -> None:
        self._db.close()


def open_sqlite(path: Path, *, writable: bool = False, private: bool = False) -> SqlStore:
    """The store in a file; a writable one is made when it is not there, a private one for its owner alone."""
    is_new = not is_there(path) or (writable and path.stat().st_size == 0)
    if is_new and not writable:
        raise ConfigError(f"There is no knowledge base {str(path)!r}.")
    if is_new:
        make_folder(path.parent)
    if private:
        keep_private(path)
    connection = _Sqlite(path, writable=writable)
    try:
        if is_new:
            create_tables(connection)
        return SqlStore(connection, path.name)
    except InputError as error:
        connection.close()
        raise ConfigError(f"{path.name!r} is not a knowledge base of nescio.") from error
    except ConfigError:
        connection.close()
        raise
