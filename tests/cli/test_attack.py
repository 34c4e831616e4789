"""`nescio attack` on the table of a run."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.program import call

GIVEN = ("Adam", "Brian", "Carl", "David", "Edward", "Frank", "George", "Harold")
FAMILY = ("Abbott", "Barker", "Chandler", "Dawson", "Ellison", "Fletcher", "Gardner", "Hopkins")


def _letters(folder: Path) -> Path:
    """Letters with people in them, and the table of their new names."""
    folder.mkdir()
    for number in range(12):
        pairs = ((GIVEN[(number + n) % 8], FAMILY[(number * 3 + n) % 8]) for n in range(4))
        text = "".join(f"Mr {given} {family} wrote to us. Mr {family} was well.\n" for given, family in pairs)
        (folder / f"{number}.txt").write_text(text, encoding="utf-8")
    keys = folder.with_name("keys.jsonl")
    done = call(
        "anonymize", folder, "-o", folder.with_name("out"), "-l", "en", "-m", "substitute", "-s", keys
    )
    assert done.code == 0, done.err
    return keys


def test_both_attacks_print_figures_and_no_name(tmp_path: Path) -> None:
    keys = _letters(tmp_path / "letters")
    parrot = call("attack", "parrot", keys, "--leave", "4", "--json")
    assert parrot.code == 0, parrot.err
    rows = [json.loads(line) for line in parrot.text.splitlines()]
    assert [row["language"] for row in rows] == ["en", "all"]
    assert rows[0]["people"] >= 20
    assert 0 <= rows[0]["found"] <= 1
    shown = call("attack", "ranks", keys)
    assert "matched" in shown.text
    assert not [name for name in FAMILY if name in parrot.text + shown.text]


def test_what_cannot_be_attacked_is_a_sentence(tmp_path: Path) -> None:
    empty = tmp_path / "keys.jsonl"
    empty.write_text("", encoding="utf-8")
    outcome = call("attack", "ranks", empty)
    assert outcome.code != 0
    assert "no whole table" in outcome.err
    assert call("attack", "parrot", tmp_path / "nothing.jsonl").code != 0
