"""Opens the database of a workbench: migrated to this version, with the seal of its key."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from sqlalchemy import Engine
from sqlalchemy.exc import DatabaseError
from sqlalchemy.orm import Session

from nescio.core.errors import ConfigError, JobError
from nescio.core.keys import Key
from nescio.web.database import open_engine
from nescio.workbench.store.migrating import migrate
from nescio.workbench.store.models import StoreMark
from nescio.workbench.store.sealing import CHECK, RowSeal

_SALT: Final = 16
NO_STORE: Final = "This is no store of a workbench, or it is damaged, or cannot be reached; name another."


class ConflictError(JobError):
    """Somebody else changed the same thing in between."""


class MissingError(JobError):
    """There is no such thing, or not for who asks."""


class OpenTables:
    """A database whose tables are those of this version; users are asked without a key."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        with self._closing_on_error():
            migrate(engine)

    @contextmanager
    def _closing_on_error(self) -> Iterator[None]:
        try:
            yield
        except BaseException as error:
            self.engine.dispose()
            if isinstance(error, DatabaseError):
                raise ConfigError(NO_STORE) from None
            raise

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A transaction, which is safe on the disk when this ends."""
        with Session(self.engine) as session, session.begin():
            yield session

    @contextmanager
    def reading(self) -> Iterator[Session]:
        with Session(self.engine) as session:
            yield session

    def close(self) -> None:
        self.engine.dispose()


class BenchStore(OpenTables):
    """With the seal of what quotes a text; what asks it is in the files beside."""

    def __init__(self, engine: Engine, key: Key | None = None) -> None:
        super().__init__(engine)
        with self._closing_on_error():
            self.seal = self._opened(key)

    def _opened(self, key: Key | None) -> RowSeal:
        """The seal of this store; a store without one gets it now."""
        with self.writing() as session:
            salt = session.get(StoreMark, "salt")
            if salt is None:
                salt = StoreMark(name="salt", value=secrets.token_bytes(_SALT))
                seal = RowSeal(key, salt.value)
                session.add_all([salt, StoreMark(name="check", value=seal.seal(CHECK))])
                return seal
            seal = RowSeal(key, salt.value)
            check = session.get(StoreMark, "check")
            if check is None or seal.open(check.value) != CHECK:
                raise JobError("The store of the workbench is damaged.")
            return seal


def open_store(url: str, key: Key | None = None) -> BenchStore:
    """The store at a URL, of SQLite or PostgreSQL."""
    return BenchStore(open_engine(url), key)
