"""Tables of solutions as files."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from nescio.core.errors import JobError
from nescio.core.model import Document, Job, Replacement, Solution
from nescio.solutions.store import keep_tables
from nescio.solutions.tables import Tables


def make_job(id: str, text: str = "Ida left") -> Job:
    row = Replacement(0, 3, "[PER1]", 0, "PER", "tag", 0)
    return Job(Document(id, text, "en"), solution=Solution(f"[PER1]{text[3:]}", (row,)))


def test_tables_are_kept_for_their_owner_and_found_by_name(tmp_path: Path) -> None:
    path = tmp_path / "keys.jsonl"
    with keep_tables(path) as keeper:
        keeper.keep([make_job("a")])
        keeper.keep([make_job("b", "Ida stays")])
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    tables = Tables.read(path)
    assert tables.find("anything", "b", alone=False).id == "b"
    assert tables.find("[PER1] left", "renamed", alone=False).id == "a"
    with pytest.raises(JobError, match="none is called so"):
        tables.find("edited", "renamed", alone=True)


def test_what_was_done_before_a_run_broke_off_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "keys.jsonl"

    def break_off() -> None:
        with keep_tables(path) as keeper:
            keeper.keep([make_job("a")])
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        break_off()
    assert Tables.read(path).named("a") is not None


def test_without_a_place_nothing_is_kept(tmp_path: Path) -> None:
    with keep_tables(None) as keeper:
        keeper.keep([make_job("a")])
    assert not list(tmp_path.iterdir())


def test_a_line_that_is_no_table_is_named_by_its_number(tmp_path: Path) -> None:
    path = tmp_path / "keys.jsonl"
    path.write_text("\n{}\n")
    with pytest.raises(JobError, match="line 2: This is not a table"):
        Tables.read(path)
