"""`nescio select-features`: steps, a curve, and a search that goes on."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.program import call, refused
from tests.learn.decisions.texts import as_marked, texts


@pytest.fixture
def decisions(tmp_path: Path) -> Path:
    path = tmp_path / "all.txt"
    path.write_text("".join(map(as_marked, texts(6))), encoding="utf-8")
    return path


def choose(decisions: Path, output: Path, *more: object) -> dict[str, object]:
    done = call(
        "select-features", decisions, "-o", output, "--number", "2", "--folds", "2", "--iterations", "5",
        "--json", *more,
    )  # fmt: skip
    assert done.code == 0, done.err
    found: dict[str, object] = json.loads(done.out)
    return found


def test_features_are_chosen_drawn_and_the_search_goes_on(decisions: Path, tmp_path: Path) -> None:
    output, curve = tmp_path / "chosen.json", tmp_path / "chosen.svg"
    first = choose(decisions, output, "--curve", curve)
    assert first["best"]
    assert ElementTree.parse(curve).getroot().tag.endswith("svg")  # noqa: S314 (our own)
    saved = json.loads(output.read_text(encoding="utf-8"))
    assert len(saved["tried"]) > 34
    assert choose(decisions, output, "--resume") == first


def test_a_search_is_not_overwritten_nor_taken_for_another(decisions: Path, tmp_path: Path) -> None:
    output = tmp_path / "chosen.json"
    choose(decisions, output)
    again = ("select-features", decisions, "-o", output, "--folds", "2")
    refused(*again, code=2, saying="--resume")
    refused(*again, "--resume", "--seed", "7", code=1, saying="other texts")
