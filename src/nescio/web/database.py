"""The database of a server: a file of SQLite by default, PostgreSQL by URL."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from sqlalchemy import Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from nescio.core.errors import ConfigError, InputError
from nescio.files.places import shown
from nescio.files.whole import make_folders

_PRIVATE: Final = 0o600
_POSTGRES: Final = "postgresql+psycopg"
_DRIVERS: Final = {"sqlite": "sqlite", "postgresql": _POSTGRES, "postgres": _POSTGRES, _POSTGRES: _POSTGRES}


def file_url(path: Path) -> str:
    """The URL of a file of SQLite."""
    return f"sqlite:///{path.absolute()}"


def open_engine(url: str) -> Engine:
    """The engine of a URL; a new file is for its owner alone. The URL may hold a password: it is not told."""
    try:
        parsed = make_url(url)
        driver = _DRIVERS[parsed.drivername]
    except (ArgumentError, KeyError, ValueError):
        raise ConfigError(
            "The database must be a URL such as sqlite:///FILE or postgresql://USER@HOST/NAME."
        ) from None
    if driver == "sqlite":
        return _open_sqlite(parsed.database)
    try:
        return create_engine(parsed.set(drivername=driver), pool_pre_ping=True, hide_parameters=True)
    except (NoSuchModuleError, ImportError):
        raise ConfigError("A database on a server needs 'psycopg': pip install nescio[postgres]") from None


def _open_sqlite(name: str | None) -> Engine:
    if not name or name == ":memory:":
        raise ConfigError("The database needs the name of a file: sqlite:///FILE.")
    path = Path(name)
    try:
        make_folders(path.parent)
        path.touch(mode=_PRIVATE)
    except OSError as error:
        raise InputError(f"The database {shown(path)} cannot be used: {error.strerror}.") from error
    engine = create_engine(f"sqlite:///{path}", hide_parameters=True, connect_args={"timeout": 30})
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: Any, _: Any) -> None:
    """Readers and one writer beside each other, every commit on the disk; see `_begin`."""
    connection.isolation_level = None
    for wish in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
        connection.execute(f"PRAGMA {wish}")


def wipe_log(engine: Engine) -> None:
    """Writes the log of SQLite into its file and empties it: pages that were deleted would stay in it."""
    if engine.dialect.name == "sqlite":
        connection = engine.raw_connection()
        try:
            connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            connection.close()


def _begin(connection: Any) -> None:
    # SQLite would begin as a reader, and could then fail to become a writer without waiting.
    connection.exec_driver_sql("BEGIN IMMEDIATE")
