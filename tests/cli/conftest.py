"""What every test of the command line must leave behind: nothing of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.program import TEXT


@pytest.fixture(autouse=True)
def _no_temporary_file_stays(tmp_path: Path) -> Iterator[None]:
    yield
    assert not list(tmp_path.rglob(".nescio-*"))


@pytest.fixture
def letter(tmp_path: Path) -> Path:
    path = tmp_path / "letter.txt"
    path.write_text(TEXT, encoding="utf-8", newline="")
    return path


@pytest.fixture
def letters(tmp_path: Path) -> Path:
    """A folder with texts on two levels, a hidden file and a file of another format."""
    folder = tmp_path / "letters"
    (folder / "old").mkdir(parents=True)
    for name in ("a.txt", "old/b.md", ".hidden.txt", "data.xyz"):
        (folder / name).write_text(TEXT, encoding="utf-8", newline="")
    return folder
