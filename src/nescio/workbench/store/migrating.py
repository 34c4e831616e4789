"""Brings the tables of a store to those of this version; what a newer version wrote is left alone."""

from __future__ import annotations

from typing import Final

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, inspect, text

from nescio.core.errors import ConfigError

VERSION_TABLE: Final = "workbench_version"  # a database may be shared with other programs
FIRST: Final = "r0001"  # the tables that were there before there were migrations
_OLD_TABLE: Final = "marks"
_LOCK: Final = 0x6E657363  # any number, as long as every workbench asks for the same
NEWER: Final = "The store was written by a newer version of nescio; open it with that one, or name another."


def migrate(engine: Engine) -> None:
    """Adds what this version needs, in one transaction; servers that start together wait for each other."""
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        found = revision_of(connection)
        if found == newest():
            return
        if found is not None and found not in _known():
            raise ConfigError(NEWER)
        config = _config(connection)
        if found is None and inspect(connection).has_table(_OLD_TABLE):
            command.stamp(config, FIRST)
        command.upgrade(config, "head")


def upgrade_to(connection: Connection, revision: str) -> None:
    """The tables of an earlier version, or the way from one to the next."""
    if revision != "head" and revision not in _known():
        raise ConfigError(NEWER)
    command.upgrade(_config(connection), revision)


def revision_of(connection: Connection) -> str | None:
    """Which version made the tables; None if nobody said."""
    context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
    return context.get_current_revision()


def newest() -> str:
    head = _scripts().get_current_head()
    return str(head)


def _known() -> frozenset[str]:
    return frozenset(script.revision for script in _scripts().walk_revisions())


def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config(None))


def _config(connection: Connection | None) -> Config:
    config = Config()
    config.set_main_option("script_location", "nescio.workbench.store:migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config
