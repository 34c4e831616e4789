"""One file and back, between both databases; half a file is never taken for a whole one."""

from __future__ import annotations

import gzip
import stat
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, text

from nescio.core.errors import InputError
from nescio.core.keys import Key
from nescio.web.database import file_url, open_engine
from nescio.workbench.annotate.values import EMPTY
from nescio.workbench.people import ADMINISTRATOR
from nescio.workbench.store.annotations import AnnotationBook
from nescio.workbench.store.backup import restore_backup, write_backup
from nescio.workbench.store.models import Base
from nescio.workbench.store.opening import open_store
from nescio.workbench.store.projects import ProjectBook
from nescio.workbench.store.shelf import Shelf
from nescio.workbench.store.users import UserBook

PASSWORD = "a long enough word"  # noqa: S105
KEY = Key(b"k" * 32)


def fill(url: str) -> None:
    store = open_store(url, KEY)
    user = UserBook(store).add("Ada", ADMINISTRATOR, PASSWORD)["id"]
    UserBook(store).sign_in("Ada", PASSWORD)
    Shelf(store).add_file("letter.txt", b"Wilma Quist")
    project = ProjectBook(store).add("entities", {"name": "Letters"}, by=user)
    [document] = ProjectBook(store).add_documents(project, [("a.txt", {"sides": []}, {"tokens": []})])
    ProjectBook(store).assign({document: [user]}, by=user)
    AnnotationBook(store).add(document, user, 1, by=user, kind="done", state="done", value=EMPTY.to_json())
    store.close()


def rows(url: str) -> dict[str, list[Any]]:
    engine = open_engine(url)
    with engine.connect() as connection:
        found = {
            table.name: sorted(map(_comparable, connection.execute(select(table)).all()))
            for table in Base.metadata.sorted_tables
            if table.name not in ("sessions", "failures")
        }
    engine.dispose()
    return found


def _comparable(row: Any) -> str:
    return repr([item.replace(tzinfo=None) if hasattr(item, "tzinfo") else item for item in row])


def test_a_backup_brings_every_row_back_without_a_key(database: str, tmp_path: Path) -> None:
    fill(database)
    place, other = tmp_path / "monday.backup", file_url(tmp_path / "other.sqlite")
    assert write_backup(database, place) == restore_backup(place, other)
    assert stat.S_IMODE(place.stat().st_mode) == 0o600
    assert rows(other) == rows(database)
    assert b"Wilma" not in gzip.decompress(place.read_bytes())
    store = open_store(other, KEY)
    [kept] = Shelf(store).files()
    assert kept.data == b"Wilma Quist"
    assert UserBook(store).sign_in("Ada", PASSWORD) is not None
    store.close()


def test_rows_go_on_being_counted_after_a_restore(database: str, tmp_path: Path) -> None:
    source, place = file_url(tmp_path / "source.sqlite"), tmp_path / "a.backup"
    fill(source)
    write_backup(source, place)
    restore_backup(place, database)
    assert rows(database) == rows(source)
    store = open_store(database, KEY)
    assert Shelf(store).add_file("next.txt", b"x") == 2
    assert UserBook(store).add("Vera", "annotator", PASSWORD)["id"] == 2
    store.close()


def test_a_store_with_rows_is_not_written_over(database: str, tmp_path: Path) -> None:
    fill(database)
    before = rows(database)
    write_backup(database, tmp_path / "a.backup")
    with pytest.raises(InputError, match="empty store"):
        restore_backup(tmp_path / "a.backup", database)
    assert rows(database) == before


@pytest.mark.parametrize("damage", ["cut", "last line", "another file", "changed", "missing"])
def test_what_is_no_whole_backup_is_refused_and_leaves_nothing(tmp_path: Path, damage: str) -> None:
    source, place = file_url(tmp_path / "source.sqlite"), tmp_path / "a.backup"
    fill(source)
    write_backup(source, place)
    data = place.read_bytes()
    lines = gzip.decompress(data).splitlines(keepends=True)
    damaged = {
        "cut": data[:-20],
        "last line": gzip.compress(b"".join(lines[:-1])),
        "another file": b"Dear Wilma,",
        "changed": gzip.compress(b"".join(lines).replace(b"Ada", b"Eve")),
        "missing": data,
    }
    place.write_bytes(damaged[damage])
    if damage == "missing":
        place.unlink()
    target = tmp_path / "target.sqlite"
    with pytest.raises(InputError):
        restore_backup(place, file_url(target))
    engine = open_engine(file_url(target))
    with engine.connect() as connection:
        found = connection.execute(text("SELECT name FROM sqlite_master WHERE type = 'table'")).all()
    engine.dispose()
    assert found == []
