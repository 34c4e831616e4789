"""A broken-off call over texts in place is gone on with."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from nescio.core.errors import ConfigError
from nescio.run.anonymize import FileRun
from nescio.run.opening import open_anonymizer
from nescio.run.wish import Wish
from tests.cli.program import CONFIG, HIDDEN, TEXT


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    folder = tmp_path / "texts"
    folder.mkdir()
    for name in ("a.txt", "b.txt", "c.txt"):
        (folder / name).write_text(TEXT, encoding="utf-8")
    return folder


def run_of(texts: Path) -> FileRun:
    def refuse(data: bytes) -> None:
        raise AssertionError

    wish = Wish(in_place=True, solutions=texts.parent / "keys.jsonl")
    return FileRun(open_anonymizer("en", config=Path(CONFIG)), wish, paths=[str(texts)], show=refuse)


def records(texts: Path) -> int:
    return (texts.parent / "keys.jsonl").read_bytes().count(b"\n")


def test_texts_that_are_done_stay_and_the_others_follow(texts: Path) -> None:
    outcomes = run_of(texts).outcomes()
    next(outcomes)
    outcomes.close()
    assert records(texts) == 1
    again = run_of(texts)
    assert [outcome.name for outcome in again.outcomes()] == ["b.txt", "c.txt"]
    assert (again.tally.done_before, records(texts)) == (1, 3)
    assert {path.read_text() for path in texts.iterdir()} == {HIDDEN}


def test_a_record_whose_text_was_not_written_goes_when_the_text_is(texts: Path, tmp_path: Path) -> None:
    shutil.copy(texts / "a.txt", tmp_path / "a.txt")
    assert len(list(run_of(texts).outcomes())) == 3
    shutil.copy(tmp_path / "a.txt", texts / "a.txt")
    assert [outcome.name for outcome in run_of(texts).outcomes()] == ["a.txt"]
    assert records(texts) == 3


def test_a_table_of_other_texts_is_left_alone(texts: Path, tmp_path: Path) -> None:
    assert len(list(run_of(texts).outcomes())) == 3
    before = (tmp_path / "keys.jsonl").read_bytes()
    for path in texts.iterdir():
        path.write_text(TEXT.replace("dusk", "dawn"))
    with pytest.raises(ConfigError, match="name a new file"):
        list(run_of(texts).outcomes())
    assert (tmp_path / "keys.jsonl").read_bytes() == before
