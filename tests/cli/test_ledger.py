"""`nescio ledger`, and `nescio anonymize --ledger`: one identity in all texts, now and later."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest
from typer.testing import CliRunner

from nescio.cli.app import app

FIRST = "Mr. Robert Hale met Anna Quillon in the office. Hale left."
SECOND = "Anna Quillon wrote to Mr. R. Hale. She waited for Tom Brask."


def nescio(*arguments: object, given: str | None = None) -> tuple[int, str]:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments], input=given)
    return result.exit_code, result.output


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "a.txt").write_text(FIRST, encoding="utf-8")
    (folder / "b.txt").write_text(SECOND, encoding="utf-8")
    return folder


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    return tmp_path / "who.json"


def anonymize(source: Path, ledger: Path, *more: object) -> str:
    code, output = nescio("anonymize", source, "-l", "en", "--ledger", ledger, *more)
    assert code == 0, output
    return output


def test_a_person_has_one_number_in_texts_of_different_runs(texts: Path, ledger: Path) -> None:
    first = anonymize(texts / "a.txt", ledger)
    second = anonymize(texts / "b.txt", ledger)
    assert first.startswith("Mr. [PERSON1] met [PERSON2]")
    assert "[PERSON1] left." in first
    assert second.startswith("[PERSON2] wrote to Mr. [PERSON1]. She waited for [PERSON3].")


def test_without_a_ledger_every_text_counts_from_one(texts: Path) -> None:
    code, output = nescio("anonymize", texts / "b.txt", "-l", "en")
    assert code == 0
    assert output.startswith("[PERSON1] wrote to Mr. [PERSON2].")


def test_the_way_back_works_from_texts_that_share_identities(
    texts: Path, ledger: Path, tmp_path: Path
) -> None:
    anonymize(texts, ledger, "-o", tmp_path / "out", "-s", tmp_path / "keys.jsonl")
    code, _ = nescio("reidentify", tmp_path / "out", "-s", tmp_path / "keys.jsonl", "-o", tmp_path / "back")
    assert code == 0
    assert (tmp_path / "back" / "b.txt").read_text(encoding="utf-8") == SECOND


def test_lines_share_identities_too(ledger: Path, tmp_path: Path) -> None:
    lines = tmp_path / "in.jsonl"
    rows = [{"id": i, "text": text, "language": "en"} for i, text in enumerate((FIRST, SECOND))]
    lines.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    code, output = nescio("anonymize", "--jsonl", lines, "--ledger", ledger)
    assert code == 0
    second = json.loads(output.splitlines()[1])["text"]
    assert second.startswith("[PERSON2] wrote to Mr. [PERSON1].")


def test_the_ledger_is_private_and_a_dry_run_leaves_none(texts: Path, ledger: Path) -> None:
    anonymize(texts / "a.txt", ledger, "--dry-run")
    assert not ledger.exists()
    anonymize(texts / "a.txt", ledger)
    assert stat.S_IMODE(ledger.stat().st_mode) == 0o600


def test_a_broken_ledger_is_refused_and_stays_as_it_is(texts: Path, ledger: Path) -> None:
    ledger.write_text("{", encoding="utf-8")
    code, output = nescio("anonymize", texts / "a.txt", "-l", "en", "--ledger", ledger)
    assert code == 1
    assert "ledger" in output
    assert "Hale" not in output
    assert ledger.read_text(encoding="utf-8") == "{"


BROKEN = {
    "a key twice": (
        '{"schema": 3, "schema": 2}',
        "cannot be read as a ledger: a key stands twice in one object.",
    ),
    "no number": ('{"schema": NaN}', "cannot be read as a ledger: it holds NaN or infinity"),
    "deep": (
        '{"schema": ' + "[" * 100_000,
        "cannot be read as a ledger: it is nested deeper than 100 levels.",
    ),
    "a huge number": ('{"schema": 1' + "0" * 400 + "}", "cannot be read as a ledger: a number is too large."),
    "nothing of a ledger": ("{}", "The ledger is of a schema that this version does not read"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_ledger_that_is_no_plain_json_is_refused(texts: Path, ledger: Path, kind: str) -> None:
    content, said = BROKEN[kind]
    ledger.write_text(content)
    code, output = nescio("anonymize", texts / "a.txt", "-l", "en", "--ledger", ledger)
    assert code == 1
    assert said in " ".join(output.split())
    assert ledger.read_text() == content


def test_an_altered_name_in_a_ledger_is_refused(texts: Path, ledger: Path) -> None:
    anonymize(texts / "a.txt", ledger)
    ledger.write_text(ledger.read_text().replace("Robert Hale", "Robert Hall"))
    code, output = nescio("anonymize", texts / "b.txt", "-l", "en", "--ledger", ledger)
    assert code == 1
    assert "the identity PER-1 was altered" in " ".join(output.split())
    assert "Hall" not in output


def test_a_placeholder_that_stands_in_a_text_is_nobody_s_in_any_text(texts: Path, ledger: Path) -> None:
    """Neither in the text where it stands, nor in one where that number is somebody's."""
    (texts / "c.txt").write_text("[PERSON1] and [person 2] met Mr. Robert Hale.", encoding="utf-8")
    (texts / "d.txt").write_text("[PERSON3] met Mr. Robert Hale and Tom Brask.", encoding="utf-8")
    assert anonymize(texts / "c.txt", ledger) == "[PERSON1] and [person 2] met Mr. [PERSON3]."
    assert anonymize(texts / "b.txt", ledger).startswith("[PERSON4] wrote to Mr. [PERSON3].")
    last = anonymize(texts / "d.txt", ledger)
    assert last == "[PERSON3] met Mr. [PERSON1000000003] and [PERSON5]."


def test_a_placeholder_that_stands_in_one_text_is_nobody_s_in_texts_to_come(
    texts: Path, ledger: Path
) -> None:
    """Also of a later run, and where the text itself named nobody new."""
    (texts / "c.txt").write_text("[PERSON2] and [person 4] met Mr. Robert Hale.", encoding="utf-8")
    assert anonymize(texts / "c.txt", ledger) == "[PERSON2] and [person 4] met Mr. [PERSON1]."
    second = anonymize(texts / "b.txt", ledger)
    assert second.startswith("[PERSON3] wrote to Mr. [PERSON1]. She waited for [PERSON5].")


def test_a_text_that_fails_does_not_cost_the_others_their_identities(texts: Path, ledger: Path) -> None:
    (texts / "c.txt").write_bytes(b"")
    nescio("anonymize", texts, "-l", "en", "-o", texts.parent / "out", "--ledger", ledger)
    names = {name for item in json.loads(ledger.read_bytes())["identities"] for name in item["names"]}
    assert {"Robert Hale", "R. Hale", "Tom Brask"} <= names


@pytest.mark.parametrize("option", ["--solutions", "input"])
def test_the_ledger_has_a_place_of_its_own(texts: Path, ledger: Path, option: str) -> None:
    place = texts / "a.txt" if option == "input" else ledger
    more = [] if option == "input" else ["-s", ledger]
    code, output = nescio("anonymize", texts / "a.txt", "-l", "en", "--ledger", place, *more)
    assert code == 2
    assert "place of its own" in output.replace("\n", " ")
    assert (texts / "a.txt").read_text(encoding="utf-8") == FIRST


@pytest.mark.slow
def test_a_merge_and_a_split_hold_for_texts_to_come(texts: Path, ledger: Path) -> None:
    anonymize(texts, ledger, "-o", texts.parent / "out")
    assert nescio("ledger", "merge", ledger, "PER-1", "PER-3")[0] == 0
    assert "[PERSON1]" in anonymize(texts / "b.txt", ledger).rpartition("for ")[2]
    code, output = nescio("ledger", "split", ledger, "PER-1", "Tom Brask")
    assert code == 0
    assert "PER-4" in output
    assert "[PERSON4]" in anonymize(texts / "b.txt", ledger).rpartition("for ")[2]


def test_names_can_be_added_shown_and_exported(texts: Path, ledger: Path) -> None:
    code, output = nescio("ledger", "add", ledger, texts, "-l", "en")
    assert code == 0
    assert "who.json" in output
    _, shown = nescio("ledger", "show", ledger)
    assert json.loads(shown.splitlines()[0])["id"] == "PER-1"
    _, table = nescio("ledger", "export", ledger)
    assert table.splitlines()[0] == "identity,kind,name,count,substitute"
    assert "PER-1,PER,Robert Hale,1," in table.splitlines()
