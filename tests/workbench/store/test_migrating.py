"""A store of an older version is brought to this one; one of a newer version is left alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, inspect, text

from nescio.core.errors import ConfigError
from nescio.web.database import file_url, open_engine
from nescio.workbench.store.migrating import FIRST, VERSION_TABLE, migrate, newest, revision_of, upgrade_to
from nescio.workbench.store.models import Base, FileRow
from nescio.workbench.store.opening import open_store
from nescio.workbench.store.shelf import Shelf

OWN = set(Base.metadata.tables)


def test_the_steps_lead_to_the_tables_of_the_models(database: str) -> None:
    engine = open_engine(database)
    migrate(engine)
    with engine.connect() as connection:
        context = MigrationContext.configure(
            connection, opts={"version_table": VERSION_TABLE, "compare_type": True}
        )
        assert compare_metadata(context, Base.metadata) == []
    engine.dispose()


def test_a_store_from_before_there_were_migrations_keeps_what_it_holds(database: str) -> None:
    engine = open_engine(database)
    with engine.begin() as connection:
        upgrade_to(connection, FIRST)
        connection.execute(text(f"DROP TABLE {VERSION_TABLE}"))
    engine.dispose()
    store = open_store(database)
    Shelf(store).add_file("old.txt", b"Wilma Quist")
    with store.engine.connect() as connection:
        assert revision_of(connection) == newest()
        assert set(inspect(connection).get_table_names()) >= OWN
    store.close()


def test_rows_of_an_older_store_are_there_after_it_was_migrated(database: str) -> None:
    engine = open_engine(database)
    with engine.begin() as connection:
        upgrade_to(connection, FIRST)
        values = {"name": b"n", "data": b"d", "at": "2025-03-03 10:00:00+00:00"}
        connection.execute(text("INSERT INTO files (name, data, at) VALUES (:name, :data, :at)"), values)
    migrate(engine)
    with engine.connect() as connection:
        assert connection.execute(text("SELECT name, data FROM files")).all() == [(b"n", b"d")]
    engine.dispose()
    assert FileRow.__tablename__ == "files"


def test_a_newer_store_is_refused_in_a_sentence_and_not_touched(database: str) -> None:
    engine = open_engine(database)
    migrate(engine)
    with engine.begin() as connection:
        connection.execute(text(f"UPDATE {VERSION_TABLE} SET version_num = 'r9999'"))  # noqa: S608
    with pytest.raises(ConfigError, match="newer version of nescio"):
        migrate(engine)
    with engine.connect() as connection:
        assert revision_of(connection) == "r9999"
    engine.dispose()


def test_what_is_no_store_is_refused(tmp_path: Path) -> None:
    place = tmp_path / "letter.sqlite"
    place.write_bytes(b"Dear Wilma,\n" * 500)
    with pytest.raises(ConfigError, match="no store of a workbench"):
        open_store(file_url(place))
    assert place.read_bytes().startswith(b"Dear Wilma")


def test_a_database_that_other_programs_use_is_shared(tmp_path: Path) -> None:
    url = file_url(tmp_path / "shared.sqlite")
    other = create_engine(url)
    with other.begin() as connection:
        connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32))"))
        connection.execute(text("INSERT INTO alembic_version VALUES ('somebody elses')"))
    other.dispose()
    open_store(url).close()
    open_store(url).close()
