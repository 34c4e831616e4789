"""`nescio detect` over files."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.program import FAST, MARKER, TEXT, call, tree

START = TEXT.index("anna@")


def test_piped_output_is_tab_separated(letter: Path) -> None:
    outcome = call("detect", letter, *FAST)
    first, second = outcome.text.splitlines()
    name, start, end, label, score, source, surface = first.split("\t")
    assert (name, int(start), int(end), label) == ("letter.txt", START, START + 16, "EMAIL")
    assert (0 < float(score) <= 1, source, surface) == (True, "patterns:email", "anna@example.org")
    assert second.endswith("\tben@example.org")
    assert (outcome.code, outcome.err) == (0, "")


def test_json_is_one_object_per_text(letters: Path) -> None:
    outcome = call("detect", letters, "--json", *FAST)
    answers = [json.loads(line) for line in outcome.text.splitlines()]
    assert [answer["id"] for answer in answers] == ["a.txt", "old/b.md"]
    assert answers[0]["spans"][0][:3] == [START, START + 16, "EMAIL"]
    assert answers[0]["spans"][0][4] == "patterns:email"


def test_nothing_is_written_or_changed(letters: Path, tmp_path: Path) -> None:
    before = tree(tmp_path)
    assert call("detect", letters, *FAST).code == 0
    assert tree(tmp_path) == before


def test_bad_file_is_reported_and_the_others_go_on(letters: Path) -> None:
    (letters / "a.txt").write_bytes(b"")
    outcome = call("detect", letters, *FAST)
    assert outcome.code == 1
    assert "nescio: a.txt: The text is empty." in outcome.err
    assert outcome.text.startswith("old/b.md\t")


def test_standard_input_and_line_breaks_inside_a_find(tmp_path: Path) -> None:
    job = tmp_path / "job.json"
    text = f"{MARKER} Nora\r\n\tQuist"
    assert len(text) == 23
    job.write_text(json.dumps({"text": text, "language": "en", "spans": [[11, len(text), "PER"]]}))
    assert call("detect", job, "-c", FAST[-1]).text == "job.json\t11\t23\tPER\t1.00\tgiven\tNora Quist\n"
    assert call("detect", *FAST, stdin=TEXT.encode()).text.startswith("-\t")
