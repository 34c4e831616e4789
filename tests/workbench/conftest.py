"""A desk with one short document, on a store of its own."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from nescio.web.database import file_url
from nescio.workbench.desk import WAITING, DeskFile, ReviewDesk
from nescio.workbench.store.opening import BenchStore, open_store
from nescio.workbench.store.shelf import open_shelf
from tests.knowledge.conftest import postgres_url
from tests.workbench.team import Team, at_work
from tests.workbench.waiting import wait_for

__all__ = ["postgres_url"]

TEXT = (
    "Dear Ms Zoraida Quist,\n\nyour doctor, Mr Ottokar Brandt, wrote to zoraida@example.org on 3 March 2025. "
    "Brandt will call you.\n\nKind regards\nZoraida Quist's friend Wilma\n"
)


@pytest.fixture
def make_desk(tmp_path: Path) -> Iterator[Callable[[], ReviewDesk]]:
    made: list[ReviewDesk] = []

    def make() -> ReviewDesk:
        desk = ReviewDesk(open_shelf(tmp_path / "store.sqlite"), by="tester")
        made.append(desk)
        return desk

    yield make
    for desk in made:
        desk.close()


@pytest.fixture
def desk(make_desk: Callable[[], ReviewDesk]) -> ReviewDesk:
    return make_desk()


@pytest.fixture
def letter(desk: ReviewDesk) -> DeskFile:
    file = desk.add_file("letter.txt", TEXT.encode())
    wait_for(lambda: file.state != WAITING)
    assert file.failure == ""
    return file


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database of either kind."""
    if request.param == "sqlite":
        yield file_url(tmp_path / "team.sqlite")
        return
    yield from _empty_postgres(request.getfixturevalue("postgres_url"))


def _empty_postgres(server: str) -> Iterator[str]:
    import psycopg

    name = f"bench_{secrets.token_hex(6)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
    yield server.rpartition("/")[0] + f"/{name}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())


@pytest.fixture
def store(database: str) -> Iterator[BenchStore]:
    found = open_store(database)
    yield found
    found.close()


@pytest.fixture(scope="module")
def team(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Team]:
    """Four people at one workbench, shared by the tests of a file: each makes projects of its own."""
    store = open_store(file_url(tmp_path_factory.mktemp("team") / "team.sqlite"))
    with at_work(store) as found:
        yield found
