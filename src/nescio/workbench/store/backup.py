"""A store as one file and back: every row as it is, sealed or not, so that no key is needed.

The file is JSON lines, packed: a heading, the rows table by table, and an end with their number and a digest,
so that half a file is never taken for a whole one. What came from SQLite can go into PostgreSQL and back.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, LargeBinary, MetaData, Table, insert, inspect, select, text
from sqlalchemy.exc import DatabaseError

from nescio.core.errors import ConfigError, InputError
from nescio.files.places import PRIVATE
from nescio.files.whole import open_whole
from nescio.web.database import open_engine
from nescio.workbench.store.migrating import (
    FIRST,
    VERSION_TABLE,
    migrate,
    newest,
    revision_of,
    upgrade_to,
)
from nescio.workbench.store.models import Base
from nescio.workbench.store.opening import NO_STORE
from nescio.workbench.store.team_models import FailureRow, SessionRow

_KIND: Final = "nescio workbench backup"
_LEFT_OUT: Final = frozenset({SessionRow.__tablename__, FailureRow.__tablename__})  # nobody stays signed in
_BATCH: Final = 200
_DAMAGED: Final = "This is no whole backup of a workbench, or it is damaged."


def write_backup(url: str, path: Path) -> int:
    """All rows as they were at one moment; answers how many."""
    engine = open_engine(url)
    try:
        migrate(engine)
        with engine.connect() as connection:
            if connection.dialect.name == "postgresql":
                connection = connection.execution_options(isolation_level="REPEATABLE READ")
            with connection.begin(), open_whole(path, widest=PRIVATE) as file:
                return _write(connection, _Packer(file.write))
    except DatabaseError:
        raise ConfigError(NO_STORE) from None
    finally:
        engine.dispose()


class _Packer:
    """Lines to packed bytes, with a digest of what went through."""

    def __init__(self, write: Any) -> None:
        self._write, self.digest = write, hashlib.sha256()

    def line(self, value: Any) -> None:
        data = json.dumps(value, separators=(",", ":")).encode() + b"\n"
        self.digest.update(data)
        self._write(gzip.compress(data, 6, mtime=0))


def _write(connection: Connection, packer: _Packer) -> int:
    packer.line({"kind": _KIND, "revision": newest()})
    count = 0
    for table in _tables(Base.metadata):
        rows = connection.execute(select(table).order_by(*table.primary_key.columns)).mappings()
        for batch in _batches(rows):
            packer.line([table.name, [{name: _plain(value) for name, value in row.items()} for row in batch]])
            count += len(batch)
    packer.line({"rows": count, "digest": packer.digest.hexdigest()})
    return count


def restore_backup(path: Path, url: str) -> int:
    """Fills an empty store, all or nothing; tables of an older version are brought to this one."""
    lines = _lines(path)
    engine = open_engine(url)
    try:
        with engine.begin() as connection:
            _refuse_filled(connection)
            count = _fill(connection, lines)
            upgrade_to(connection, "head")
        return count
    except DatabaseError:
        raise InputError(_DAMAGED) from None
    finally:
        engine.dispose()


def _fill(connection: Connection, lines: Iterator[tuple[Any, str]]) -> int:
    heading: Any = next(lines, (None, ""))[0]
    if not isinstance(heading, dict) or heading.get("kind") != _KIND:
        raise InputError(_DAMAGED)
    upgrade_to(connection, str(heading.get("revision", FIRST)))
    tables = MetaData()
    tables.reflect(connection)
    count, before = 0, ""
    for value, digest in lines:
        if isinstance(value, dict):
            if value != {"rows": count, "digest": before} or next(lines, None) is not None:
                raise InputError(_DAMAGED)
            _go_on_counting(connection, _tables(tables))
            return count
        count += _insert(connection, tables, value)
        before = digest
    raise InputError(_DAMAGED)


def _insert(connection: Connection, tables: MetaData, value: Any) -> int:
    try:
        name, rows = value
        table = next(table for table in _tables(tables) if table.name == name)
        filled = [{column: _rich(table, column, item) for column, item in row.items()} for row in rows]
    except (ValueError, TypeError, KeyError, AttributeError, StopIteration):
        raise InputError(_DAMAGED) from None
    connection.execute(insert(table), filled)
    return len(filled)


def _go_on_counting(connection: Connection, tables: Iterable[Table]) -> None:
    """PostgreSQL counts rows by itself and does not see those that came with a number."""
    if connection.dialect.name != "postgresql":
        return
    for table in tables:
        if "id" in table.columns:
            sequence = f"pg_get_serial_sequence('{table.name}', 'id')"
            top = f'(SELECT COALESCE(MAX(id), 0) + 1 FROM "{table.name}")'  # noqa: S608  # names of our own tables
            connection.execute(text(f"SELECT setval({sequence}, {top}, false)"))


def _refuse_filled(connection: Connection) -> None:
    there = set(inspect(connection).get_table_names()) & {table.name for table in _tables(Base.metadata)}
    for name in sorted(there):
        table = Base.metadata.tables[name]
        if connection.execute(select(*table.primary_key.columns).limit(1)).first() is not None:
            raise InputError("A backup goes into an empty store; name another with --store or --database.")
    if revision_of(connection) is not None:
        _drop_empty(connection)


def _drop_empty(connection: Connection) -> None:
    Base.metadata.drop_all(connection)
    connection.execute(text(f"DROP TABLE {VERSION_TABLE}"))


def _lines(path: Path) -> Iterator[tuple[Any, str]]:
    """Each line, and the digest of everything up to its end."""
    digest = hashlib.sha256()
    try:
        with gzip.open(path, "rb") as file:
            for line in file:
                digest.update(line)
                yield json.loads(line), digest.hexdigest()
    except FileNotFoundError as error:
        raise InputError(f"There is no file {path.name!r}.") from error
    except (OSError, EOFError, ValueError) as error:
        raise InputError(_DAMAGED) from error


def _tables(tables: MetaData) -> list[Table]:
    ours = set(Base.metadata.tables) - _LEFT_OUT
    return [table for table in tables.sorted_tables if table.name in ours]


def _batches(rows: Iterable[Any]) -> Iterator[list[Any]]:
    batch: list[Any] = []
    for row in rows:
        batch.append(row)
        if len(batch) == _BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _plain(value: Any) -> Any:
    if isinstance(value, bytes | memoryview):
        return {"b": base64.b64encode(bytes(value)).decode()}
    return {"t": value.isoformat()} if isinstance(value, datetime) else value


def _rich(table: Table, column: str, value: Any) -> Any:
    if isinstance(value, dict):
        is_bytes = isinstance(table.columns[column].type, LargeBinary)
        return base64.b64decode(value["b"]) if is_bytes else datetime.fromisoformat(value["t"])
    return value
