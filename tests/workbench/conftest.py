"""A desk with one short document, on a store of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from nescio.workbench.desk import WAITING, DeskFile, ReviewDesk
from nescio.workbench.store.shelf import open_shelf
from tests.workbench.waiting import wait_for

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
