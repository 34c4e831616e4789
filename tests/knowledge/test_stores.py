"""One interface, two databases: the embedded store and a real PostgreSQL server."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, closing, nullcontext
from pathlib import Path
from typing import Any

import pytest

from nescio.core.errors import ConfigError, InputError
from nescio.knowledge.base import JoinedBase, Record
from nescio.knowledge.loading import open_store
from nescio.knowledge.sql import SqlStore
from nescio.packs import load_pack

RECORDS = [
    Record(
        "Q90",
        "Norville",
        labels={"en": ["Norville"], "de": ["Nordstadt"]},
        statements={"instance_of": ["Q515"]},
        size=900,
    ),
    Record(
        "Q12", "Norville", labels={"en": ["Norville", "The Norville"]}, statements={"instance_of": ["Q482"]}
    ),
    Record("Q515", "city", labels={"en": ["city"], "de": ["Stadt"]}, statements={"subclass_of": ["Q2"]}),
    Record("Q482", "album", labels={"en": ["album"]}),
    Record("Q2", "settlement", labels={"en": ["settlement"]}),
]
Opener = Callable[[], SqlStore]


@pytest.fixture(params=["sqlite", "postgres"])
def opener(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opener]:
    if request.param == "sqlite":
        yield lambda: open_store(str(tmp_path / "kb.sqlite"), writable=True)
        return
    url = request.getfixturevalue("postgres_url")
    import psycopg

    with psycopg.connect(url, autocommit=True) as db:
        db.execute("DROP TABLE IF EXISTS meta, kind, entity, alias, statement")
    yield lambda: open_store(url, writable=True)


@pytest.fixture
def store(opener: Opener) -> Iterator[SqlStore]:
    opened = opener()
    opened.add(RECORDS)
    yield opened
    opened.close()


def test_the_lowest_index_comes_first(store: SqlStore) -> None:
    assert [entry.uid for entry in store.find("norville", "en")] == ["Q12", "Q90"]


def test_names_are_found_without_case_and_accents_in_their_language_only(store: SqlStore) -> None:
    assert [entry.uid for entry in store.find("NORDSTADT", "de")] == ["Q90"]
    assert store.find("Nordstadt", "pt") == []


def test_a_parent_filters(store: SqlStore) -> None:
    base = JoinedBase([store])
    assert [entry.uid for entry in base.find("Norville", "en", parent="Q515")] == ["Q90"]
    assert [entry.uid for entry in base.find("Norville", "en", parent="Q2")] == ["Q90"]
    assert base.find("Norville", "en", parent="Q999") == []


def test_english_is_the_last_resort(store: SqlStore) -> None:
    assert [entry.uid for entry in JoinedBase([store], fallback="en").find("The Norville", "pt")] == ["Q12"]


def test_labels_and_statements_come_back(store: SqlStore) -> None:
    [_, city] = store.find("Norville", "en")
    assert store.labels(city)["de"] == ["Nordstadt"]
    assert store.statements(city) == {"instance_of": ["Q515"]}
    assert [item.name for item in JoinedBase([store]).parents(city)] == ["city"]


def test_types_are_told_by_the_names_of_classes(store: SqlStore) -> None:
    assert store.resolve_types({"city": ("city",), "album": ("song",)}) >= 2
    assert {entry.uid: entry.type for entry in store.find("Norville")} == {"Q12": "song", "Q90": "city"}
    assert store.counts()["city"] == 1


@pytest.mark.parametrize("kept", ["{", "[]", '{"city": 1, "city": 2}', '{"city": "Norville"}'])
def test_counts_that_are_damaged_are_said(tmp_path: Path, kept: str) -> None:
    base = open_store(str(tmp_path / "kb.sqlite"), writable=True)
    base.add(RECORDS)
    base.resolve_types({"city": ("city",)})
    base.close()
    with closing(sqlite3.connect(tmp_path / "kb.sqlite")) as db:
        db.execute("INSERT OR REPLACE INTO meta VALUES ('counts', ?)", (kept,))
        db.commit()
    base = open_store(str(tmp_path / "kb.sqlite"))
    with pytest.raises(ConfigError, match="damaged; import it again") as caught:
        base.counts()
    assert "Norville" not in str(caught.value)
    base.close()


def test_an_entry_that_comes_again_replaces_the_old_one(store: SqlStore) -> None:
    store.add([Record("Q90", "Sudville", labels={"en": ["Sudville"]})])
    assert [entry.uid for entry in store.find("Norville", "en")] == ["Q12"]
    assert store.size() == len(RECORDS)


def test_nothing_is_kept_of_a_batch_that_breaks_off(store: SqlStore) -> None:
    def records() -> Iterator[Record]:
        yield Record("Q7000", "Halfway", labels={"en": ["Halfway"]})
        raise InputError("the dump breaks off")

    with pytest.raises(InputError):
        store.add(records())
    assert store.find("Halfway") == []
    assert store.size() == len(RECORDS)


def test_a_store_remembers_how_far_an_import_came(opener: Opener) -> None:
    store = opener()
    store.add(RECORDS[:1], job="dump.json", position="17")
    assert store.cursor("dump.json") == "17"
    assert store.cursor("other.json") == ""
    store.close()


def test_a_store_of_another_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "kb.sqlite"
    open_store(str(path), writable=True).close()
    with sqlite3.connect(path) as db:
        db.execute("UPDATE meta SET value = '99'")
    db.close()
    with pytest.raises(ConfigError, match="schema 99"):
        open_store(str(path))


def test_a_file_that_is_no_store_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("not a database, but long enough to be looked at", encoding="utf-8")
    with pytest.raises(ConfigError, match="not a knowledge base"):
        open_store(str(path))
    with pytest.raises(ConfigError, match="There is no knowledge base"):
        open_store(str(tmp_path / "missing.sqlite"))


def test_a_database_that_is_down_is_named_without_its_password() -> None:
    pytest.importorskip("psycopg", reason="psycopg is not installed")
    with pytest.raises(ConfigError, match="cannot be reached") as caught:
        open_store("postgresql://anna:secret@127.0.0.1:1/kb")
    assert "secret" not in str(caught.value)


def test_a_database_without_tables_is_refused_for_reading(postgres_url: str) -> None:
    import psycopg

    with psycopg.connect(postgres_url, autocommit=True) as db:
        db.execute("DROP TABLE IF EXISTS meta, kind, entity, alias, statement")
    with pytest.raises(ConfigError, match="no knowledge base"):
        open_store(postgres_url)


class PlannedQueries:
    """A connection that remembers how the database goes about each question."""

    def __init__(self, path: Path) -> None:
        self._db = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)
        self.plans: list[str] = []

    def query(self, sql: str, values: Iterable[Any] = ()) -> list[tuple[Any, ...]]:
        given = tuple(values)
        self.plans += [row[3] for row in self._db.execute(f"EXPLAIN QUERY PLAN {sql}", given)]
        return self._db.execute(sql, given).fetchall()

    def many(self, sql: str, rows: Iterable[tuple[Any, ...]]) -> None:
        raise AssertionError("the shipped store is only read")

    def transaction(self) -> AbstractContextManager[None]:
        return nullcontext()

    def close(self) -> None:
        self._db.close()


def test_a_name_is_found_in_the_shipped_store_without_reading_it_through() -> None:
    connection = PlannedQueries(load_pack("xx").knowledge_file)
    store = SqlStore(connection, "shipped")
    connection.plans.clear()
    assert store.find("Lisboa")
    store.close()
    assert connection.plans
    assert [plan for plan in connection.plans if plan.startswith("SCAN")] == []
