"""`nescio evaluate --task decision`: policies beside each other, and wrong wishes in one sentence."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.program import call, refused
from tests.learn.decisions.texts import as_marked, texts


def test_policies_are_judged_alone_and_in_the_pipeline(tmp_path: Path) -> None:
    gold, output = tmp_path / "d.txt", tmp_path / "out.json"
    gold.write_text("".join(map(as_marked, texts(3))), encoding="utf-8")
    asked = ("evaluate", gold, "--task", "decision", "--policy", "blanket", "--policy", "learnt")
    done = call(*asked, "--json", "-o", output)
    found = json.loads(done.out)
    assert found == json.loads(output.read_text(encoding="utf-8"))
    assert found["blanket, marked entities"]["recall"] == 1.0
    assert found["blanket, marked entities"]["names_stayed"] == 0
    assert found["learnt, marked entities"]["names_stayed"] == 3
    assert found["learnt, marked entities"]["roles"]["judge"] == {
        "must_go": 0, "gone": 0, "may_stay": 3, "stayed": 3,
    }  # fmt: skip
    assert found["blanket, marked entities"]["thesis"]["not_anonymizable"]["distinct"] == 3
    told = call(*asked).text
    assert all(words in told for words in ("p =", "must go: distinct", "Others in", "By occurrence", "judge"))


def test_a_wrong_wish_is_one_sentence(tmp_path: Path) -> None:
    gold = tmp_path / "d.txt"
    gold.write_text(as_marked(texts(1)[0]), encoding="utf-8")
    refused("evaluate", gold, "--task", "magic", code=2, saying="--task cannot be")
    refused("evaluate", gold, "--policy", "learnt", code=2, saying="--task decision")
    refused("evaluate", gold, "--task", "decision", "-p", gold, code=2, saying="--predictions")
    refused("evaluate", "--task", "decision", code=2, saying="Name the texts")
