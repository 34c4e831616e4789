"""Whole calls over files as values, there and back."""

from __future__ import annotations

from pathlib import Path

import pytest

from nescio.core.errors import ConfigError
from nescio.run.anonymize import FileRun, Outcome
from nescio.run.opening import open_anonymizer
from nescio.run.restore import RestoreRun
from nescio.run.wish import Wish
from tests.cli.program import CONFIG, HIDDEN, TEXT, tree


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "a.txt").write_bytes(TEXT.encode())
    (folder / "b.txt").write_bytes(b" ")
    (folder / "c.txt").write_bytes(TEXT.replace("dusk", "d\xe4mmerung").encode("cp1252"))
    return folder


def refuse_to_show(data: bytes) -> None:
    raise AssertionError("Every result has a place.")


def run_of(wish: Wish, *paths: Path) -> FileRun:
    anonymizer = open_anonymizer("en", config=Path(CONFIG))
    return FileRun(anonymizer, wish, paths=[str(path) for path in paths], show=refuse_to_show)


def test_a_bad_file_is_an_outcome_and_the_others_come_back(texts: Path, tmp_path: Path) -> None:
    out, keys, back = tmp_path / "out", tmp_path / "keys.jsonl", tmp_path / "back"
    run = run_of(Wish(output=str(out), solutions=keys), texts)
    assert [(item.name, item.failure) for item in run.outcomes()] == [
        ("a.txt", None),
        ("b.txt", "The text is empty."),
        ("c.txt", None),
    ]
    assert tree(out)["a.txt"] == HIDDEN.encode()
    assert (run.tally.done, run.tally.bad, dict(run.tally.replaced)) == (2, 1, {"EMAIL": 4})
    assert dict(run.tally.code_pages) == {"cp1252": 1}
    returned = list(RestoreRun([str(out)], keys, output=str(back), show=refuse_to_show).outcomes())
    assert all(item.restored is not None and item.restored.complete for item in returned)
    assert tree(back) == {name: data for name, data in tree(texts).items() if name != "b.txt"}


def test_a_dry_run_counts_and_writes_nothing(texts: Path, tmp_path: Path) -> None:
    before = tree(tmp_path)
    run = run_of(Wish(solutions=tmp_path / "keys.jsonl", dry_run=True), texts)
    assert len(list(run.outcomes())) == 3
    assert run.tally.replaced["EMAIL"] == 4
    assert not run.writes_files
    assert tree(tmp_path) == before


def test_a_result_without_a_place_is_shown(texts: Path) -> None:
    shown: list[bytes] = []
    anonymizer = open_anonymizer("en", config=Path(CONFIG))
    run = FileRun(anonymizer, Wish(), paths=[str(texts / "a.txt")], show=shown.append)
    assert list(run.outcomes()) == [Outcome("a.txt", None, {}, {"EMAIL": 2}, "txt")]
    assert shown == [HIDDEN.encode()]


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        (Wish(), "name a folder with --output"),
        (Wish(output="x", in_place=True), "exclude each other"),
        (Wish(in_place=True, form="json"), "--json makes another file"),
        (Wish(output="x", ledger=Path("y"), solutions=Path("y")), "names a file that is the ledger"),
    ],
)
def test_a_wrong_wish_is_refused_before_anything_is_read(texts: Path, wish: Wish, said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        run_of(wish, texts)
