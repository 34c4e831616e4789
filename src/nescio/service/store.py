"""The database of a service: keys, tasks, sealed tables, the audit log."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from sqlalchemy import (
    Column,
    Engine,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    insert,
    select,
)
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from nescio.core.errors import ConfigError, InputError, place_of
from nescio.core.keys import Key
from nescio.files.keys import read_key, write_new_key
from nescio.service.settings import ServiceSettings
from nescio.web.database import open_engine

SCHEMA: Final = 1
_NONCE: Final = 12
_CHECK: Final = "service check"
META: Final = MetaData()

about: Final = Table(
    "service_about", META, Column("name", String(40), primary_key=True), Column("value", String(200))
)
keys: Final = Table(
    "service_keys",
    META,
    Column("id", String(16), primary_key=True),
    Column("name", String(100), nullable=False),
    Column("hash", Text, nullable=False),
    Column("scopes", String(100), nullable=False),
    Column("labels", Text, nullable=False, default=""),  # what may come back; all if empty
    Column("policy", String(100)),
    Column("rate", Float),
    Column("made", Float, nullable=False),
    Column("expires", Float),
    Column("revoked", Float),
)
tasks: Final = Table(
    "service_tasks",
    META,
    Column("id", String(40), primary_key=True),
    Column("owner", String(16), nullable=False),
    Column("idempotency", String(64)),  # a digest of the caller's word for it
    Column("request", String(64), nullable=False),  # a digest of what is asked
    Column("verb", String(20), nullable=False),
    Column("status", String(10), nullable=False),
    Column("made", Float, nullable=False),
    Column("ended", Float),
    Column("attempts", Integer, nullable=False, default=0),
    Column("leased_by", String(40)),
    Column("leased_until", Float),
    Column("question", LargeBinary),  # sealed; gone when the task has ended
    Column("answer", LargeBinary),  # sealed
    Column("failure", Text),  # a refusal as JSON, without a word of the text
    Column("failure_status", Integer),
    UniqueConstraint("owner", "idempotency"),
)
Index("service_tasks_by_status", tasks.c.status, tasks.c.made)
solutions: Final = Table(
    "service_solutions",
    META,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("id", String(40), nullable=False, index=True),  # of all tables of one text or document
    Column("output", String(64), nullable=False, index=True),  # a keyed digest of the text that was given out
    Column("owner", String(16), nullable=False),
    Column("made", Float, nullable=False),
    Column("sealed", LargeBinary, nullable=False),
)
audit: Final = Table(
    "service_audit",
    META,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("record", Text, nullable=False),
    Column("chain", String(64), nullable=False),
)


class Seal:
    """Encrypts what waits on the disk; each value is bound to the place it stands in."""

    def __init__(self, key: Key) -> None:
        self._cipher = AESGCM(key.derive("service"))
        self._key = key

    def close(self, data: bytes, place: str) -> bytes:
        nonce = secrets.token_bytes(_NONCE)
        return nonce + self._cipher.encrypt(nonce, data, place.encode())

    def open(self, data: bytes, place: str) -> bytes:
        try:
            return self._cipher.decrypt(data[:_NONCE], data[_NONCE:], place.encode())
        except (InvalidTag, ValueError):
            raise InputError("What was kept was altered, or sealed with another key.") from None

    def subkey(self, purpose: str) -> bytes:
        return self._key.derive(f"service/{purpose}")


class Store:
    """The database, opened and fit for this version, with the key that seals what it holds."""

    def __init__(self, engine: Engine, seal: Seal) -> None:
        self.engine, self.seal = engine, seal

    @classmethod
    def open(cls, settings: ServiceSettings) -> Store:
        engine = open_engine(settings.database_url)
        try:
            _make_tables(engine)
            _check_schema(engine)
            store = cls(engine, Seal(_sealing_key(settings)))
            _check_seal(store)
        except BaseException as error:
            engine.dispose()
            if isinstance(error, SQLAlchemyError):
                raise InputError(f"The database cannot be used ({place_of(error)}).") from None
            raise
        return store

    def close(self) -> None:
        self.engine.dispose()


def _make_tables(engine: Engine) -> None:
    try:
        META.create_all(engine)
    except (
        SQLAlchemyError
    ):  # two servers that start together; the second time they are there, or the fault is told
        META.create_all(engine)


def _sealing_key(settings: ServiceSettings) -> Key:
    """The key that was named, or the one in the state folder, which is made when it is first needed."""
    if settings.seal is not None:
        return read_key(settings.seal).key
    place: Path = settings.seal_file
    if not place.exists():
        write_new_key(place)
    return read_key(str(place)).key


def _check_schema(engine: Engine) -> None:
    found = _value(engine, "schema", str(SCHEMA))
    if found != str(SCHEMA):
        raise ConfigError(f"The database has schema {int(found)}, this version reads schema {SCHEMA}.")


def _check_seal(store: Store) -> None:
    """A wrong key is said now, not when somebody needs what was kept."""
    mark = store.seal.subkey(_CHECK)[:16].hex()
    if _value(store.engine, "seal", mark) != mark:
        raise ConfigError("The key does not open this database: it was sealed with another one.")


def _value(engine: Engine, name: str, default: str) -> str:
    """What stands under a name; the default, which then stands there, if nothing did."""
    wanted = select(about.c.value).where(about.c.name == name)
    try:
        with engine.begin() as connection:
            found = connection.execute(wanted).scalar()
            if found is None:
                connection.execute(insert(about).values(name=name, value=default))
    except IntegrityError:  # another server was quicker
        with engine.begin() as connection:
            found = connection.execute(wanted).scalar()
    return default if found is None else str(found)
