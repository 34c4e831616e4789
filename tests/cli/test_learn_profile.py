"""`nescio learn-profile`: pairs in, a report and a policy out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.program import call, refused
from tests.learn.decisions.texts import make_text


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    first, second = tmp_path / "originals", tmp_path / "published"
    first.mkdir()
    second.mkdir()
    for number in range(4):
        text = make_text(number)
        (first / f"{number}.txt").write_text(text.text, encoding="utf-8")
        published = text.text
        for item in text.entities:
            if item.hide:
                for start, end in item.mentions:
                    published = published.replace(text.text[start:end], "[...]")
        (second / f"{number}.txt").write_text(published, encoding="utf-8")
    return first, second


def test_a_court_is_learnt_from_pairs(folders: tuple[Path, Path], tmp_path: Path) -> None:
    policy = tmp_path / "ours.toml"
    (folders[1] / "3.txt").write_text("Something else altogether stands here.", encoding="utf-8")
    done = call("learn-profile", *folders, "-l", "en", "-o", policy, "--json")
    assert done.code == 0, done.err
    found = json.loads(done.out)
    assert found["pairs"] == 3
    assert found["roles"]["party"]["hidden"] == 3
    assert found["roles"]["judge"]["hidden"] == 0
    assert found["forms"]["PER"] == {"omission mark": 3}
    assert "3.txt: The two texts are not the same decision" in done.err
    assert "little to learn from" in done.err
    assert found["replace"] == {"method": "initials", "habit": "omission"}
    asked = ("anonymize", "-l", "en", "--policy", policy)
    assert call(*asked, stdin=b"He lives in Tolva.").text == "He lives in [...]."
    assert call(*asked, "--method", "tag", stdin=b"He lives in Tolva.").text == "He lives in [LOCATION1]."


def test_a_learnt_policy_goes_by_roles(folders: tuple[Path, Path], tmp_path: Path) -> None:
    policy = tmp_path / "ours.toml"
    call("learn-profile", *folders, "-l", "en", "-o", policy)
    rules = json.loads(call("policy", "show", policy, "--json").out)
    assert (rules["roles"]["party"], rules["roles"]["judge"]) == ("hide", "keep")
    assert rules["labels"]["PER"] == "hide"  # of whom no role is told
    assert "role of a person" in call("policy", "show", policy).text
    text = make_text(9)
    done = call("anonymize", "-l", "en", "--policy", policy, stdin=text.text.encode()).text
    for item in text.entities:
        if item.role in ("party", "judge"):
            [start, end] = item.mentions[0]
            assert (text.text[start:end] in done) is (item.role == "judge")


def test_without_pairs_nothing_is_learnt(tmp_path: Path, folders: tuple[Path, Path]) -> None:
    (tmp_path / "other").mkdir()
    refused("learn-profile", folders[0], tmp_path / "other", code=1, saying="No file of the one folder")
    refused("learn-profile", folders[0], tmp_path / "none", code=1, saying="Name two folders")
