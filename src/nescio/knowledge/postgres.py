"""The shared knowledge store: PostgreSQL by URL, for many machines at once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from nescio.core.errors import ConfigError, InputError, PluginError
from nescio.knowledge.sql import SqlStore, create_tables, storable_row

PREFIXES: Final = ("postgresql://", "postgres://")
_CREDENTIALS = re.compile(r"://[^/@]*@")


class _Postgres:
    """A connection in the words of `sql.Connection`."""

    def __init__(self, url: str) -> None:
        try:
            import psycopg
        except ModuleNotFoundError as error:
            raise PluginError(
                "A knowledge base in PostgreSQL needs psycopg: pip install 'nescio[postgres]'."
            ) from error
        self._error: type[Exception] = psycopg.Error
        self._name = _CREDENTIALS.sub("://", url)  # a password is never shown
        try:
            self._db = psycopg.connect(url, autocommit=True, connect_timeout=5)
        except psycopg.Error as error:
            raise ConfigError(
                f"The knowledge base {self._name!r} cannot be reached: is the server running, and do the "
                "name, the password and the database exist?"
            ) from error

    def query(self, sql: str, values: Iterable[Any] = ()) -> list[tuple[Any, ...]]:
        try:
            cursor = self._db.execute(sql.replace("?", "%s").encode(), storable_row(values))
            return list(cursor.fetchall()) if cursor.description else []
        except self._error as error:
            raise InputError(
                f"The knowledge base {self._name!r} does not answer: {type(error).__name__}."
            ) from error

    def many(self, sql: str, rows: Iterable[tuple[Any, ...]]) -> None:
        try:
            with self._db.cursor() as cursor:
                cursor.executemany(sql.replace("?", "%s").encode(), [storable_row(row) for row in rows])
        except self._error as error:
            raise InputError(
                f"The knowledge base {self._name!r} cannot be filled: {type(error).__name__}."
            ) from error

    @contextmanager
    def transaction(self) -> Iterator[None]:
        try:
            with self._db.transaction():
                yield
        except self._error as error:
            raise InputError(
                f"The knowledge base {self._name!r} cannot be filled: {type(error).__name__}."
            ) from error

    def close(self) -> None:
        self._db.close()


def open_postgres(url: str, *, writable: bool = False) -> SqlStore:
    """The store behind a URL; a writable one is made when its tables are not there."""
    connection = _Postgres(url)
    try:
        found = connection.query("SELECT to_regclass('meta'), to_regclass('entity')")
        if None in found[0]:
            if not writable:
                raise ConfigError("The database has no knowledge base; fill it with 'nescio kb import'.")
            create_tables(connection)
        return SqlStore(connection, "PostgreSQL")
    except (ConfigError, InputError):
        connection.close()
        raise
