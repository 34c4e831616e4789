"""Texts that say what must go are read in both forms, and refused in one sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from nescio.core.errors import InputError
from nescio.evaluate.read.decisions import read_decided
from tests.learn.decisions.texts import as_marked, texts


def test_marked_text_comes_back_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "d.txt").write_text(as_marked(texts()[0]), encoding="utf-8")
    [found] = read_decided(tmp_path)
    original = texts()[0]
    assert found.text.strip() == original.text.strip()
    assert {(item.name, item.hide, item.mentions) for item in found.entities} == {
        (item.name, item.hide, item.mentions) for item in original.entities
    }


def test_spans_with_identifiers_are_decisions(tmp_path: Path) -> None:
    path = tmp_path / "d.jsonl"
    spans = [
        [0, 3, "PERSON", "DIRECT", "e1"],
        [8, 12, "LOC", "NO_MASK", "e2"],
        [17, 20, "PERSON", "QUASI", "e1"],
    ]
    path.write_text(json.dumps({"text": "Ada saw Rome and Ada", "spans": spans}) + "\n", encoding="utf-8")
    [found] = read_decided(path)
    assert [(item.hide, item.weight, len(item.mentions)) for item in found.entities] == [
        (True, "direct", 2), (False, "none", 1),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("d.txt", "### a | en | x\n⟦PER#p1|Ada⟧\n", "no line of roles"),
        ("d.txt", "### a | en | x\n⟦PER#p1|Ada⟧\n=== roles\np1 | party | maybe\n", "neither hide nor keep"),
        ("d.jsonl", '{"text": "Ada", "spans": [[0, 3, "PER"]]}\n', "do not say whether"),
    ],
)
def test_what_says_nothing_is_refused_without_its_text(
    tmp_path: Path, name: str, content: str, words: str
) -> None:
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=words) as refused:
        read_decided(path)
    assert "Ada" not in str(refused.value)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="There is no file"):
        read_decided(tmp_path / "none.txt")
