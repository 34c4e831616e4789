"""`nescio train maxent`: a policy from decisions, used at once."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from tests.cli.program import call, refused
from tests.learn.decisions.texts import as_marked, texts

TEXT = "The applicant, Zoe Harrow, was born on 3 May 1971 and lives in Tolva. Judge Ida Wren heard her."


@pytest.fixture
def decisions(tmp_path: Path) -> Path:
    folder = tmp_path / "decisions"
    folder.mkdir()
    (folder / "all.txt").write_text("".join(map(as_marked, texts())), encoding="utf-8")
    return folder


@pytest.mark.parametrize("per", ["entity", "word"])
def test_a_policy_is_trained_measured_and_used(decisions: Path, tmp_path: Path, per: str) -> None:
    model = tmp_path / "ours.json"
    done = call("train", "maxent", decisions, "-o", model, "--per", per, "--folds", "3", "--json")
    assert done.code == 0
    assert json.loads(done.out)["cross_validated"]["recall"] > 0.8
    assert stat.S_IMODE(model.stat().st_mode) == 0o600
    text = call("anonymize", "-l", "en", "--policy", f"learnt:{model}", stdin=TEXT.encode()).text
    assert "Zoe Harrow" not in text
    assert "Ida Wren" in text


def test_iterations_are_chosen_where_the_error_is_least(decisions: Path, tmp_path: Path) -> None:
    model = tmp_path / "ours.json"
    call("train", "maxent", decisions, "-o", model, "--per", "word", "--iterations", "0", "--folds", "3")
    assert json.loads(model.read_text(encoding="utf-8"))["about"]["iterations"] == 10


@pytest.mark.parametrize(
    ("options", "code", "words"),
    [
        (["--per", "letter"], 2, "--per cannot be"),
        (["--per", "word", "--features", "W-9"], 2, "no feature of that name"),
        (["--folds", "99"], 1, "cannot be cut into 99"),
    ],
)
def test_a_wrong_wish_is_one_sentence(
    decisions: Path, tmp_path: Path, options: list[str], code: int, words: str
) -> None:
    refused("train", "maxent", decisions, "-o", tmp_path / "m.json", *options, code=code, saying=words)
    assert not (tmp_path / "m.json").exists()


def test_too_few_texts_are_refused(tmp_path: Path) -> None:
    (tmp_path / "d.txt").write_text("".join(map(as_marked, texts(4))), encoding="utf-8")
    output = tmp_path / "m.json"
    refused("train", "maxent", tmp_path / "d.txt", "-o", output, "--folds", "2", code=1, saying="at least 10")
