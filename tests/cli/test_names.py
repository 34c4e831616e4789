"""`nescio names scan`, and what `anonymize` does with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.program import call

TEXT = "Mr. Robert Hale met Anna Quillon in Leeds. Hale left.\n"


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text(TEXT)
    (tmp_path / "in" / "b.txt").write_text("Anna Quillon wrote to Mrs. Hale.\n")
    assert call("key", "new", "my.key").code == 0
    return tmp_path


def test_a_corpus_is_scanned_and_then_written_in_its_world(desk: Path) -> None:
    scanned = call("names", "scan", "in", "--key", "my.key", "-o", "my.names", "-l", "en")
    assert scanned.code == 0, scanned.err
    method = ("-m", "pseudonym", "--key", "my.key", "--manifest", "my.names", "-l", "en")
    assert call("anonymize", "in", "-o", "out", *method).code == 0
    first, second = ((desk / "out" / name).read_text() for name in ("a.txt", "b.txt"))
    anna = first.split(" met ")[1].split(" in ")[0]
    assert second.startswith(f"{anna} wrote")
    words = {word.strip(".").lower() for word in (first + second).split()}
    assert words.isdisjoint({"robert", "hale", "anna", "quillon", "leeds"})


def test_workers_and_lines_write_the_same_names(desk: Path) -> None:
    method = ("-m", "pseudonym", "--key", "my.key", "-l", "en")
    assert call("anonymize", "in", "-o", "one", *method).code == 0
    assert call("anonymize", "in", "-o", "two", "--workers", "2", *method).code == 0
    assert (desk / "one" / "a.txt").read_text() == (desk / "two" / "a.txt").read_text()
    (desk / "lines.jsonl").write_text('{"id": "x", "text": "' + TEXT.strip() + '"}\n')
    line = call("anonymize", "--jsonl", "lines.jsonl", *method)
    assert (desk / "one" / "a.txt").read_text().strip() in line.text


def test_what_cannot_be_is_refused_in_a_sentence(desk: Path) -> None:
    no_key = call("anonymize", "in/a.txt", "-m", "pseudonym", "-l", "en")
    assert no_key.code == 2
    assert "`nescio key new FILE` makes one" in " ".join(no_key.err.split())
    assert call("names", "scan", "in", "-o", "my.names").code == 2
    assert call("names", "scan", "in", "--key", "my.key", "-o", "in/a.txt").code == 2
    assert (desk / "in" / "a.txt").read_text() == TEXT
    alone = call("anonymize", "in/a.txt", "--keep-origin", "-l", "en")
    assert alone.code == 2
    assert "--keep-origin is for the method 'pseudonym'" in " ".join(alone.err.split())


def test_a_key_file_that_others_can_read_is_warned_about(desk: Path) -> None:
    (desk / "my.key").chmod(0o644)
    done = call("names", "scan", "in", "--key", "my.key", "-o", "my.names", "-l", "en")
    assert done.code == 0
    assert "Others than the owner may read the key file" in " ".join(done.err.split())
