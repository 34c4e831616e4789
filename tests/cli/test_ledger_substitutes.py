"""`nescio anonymize --ledger` with substitutes: one name per person in all texts and runs."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from typer.testing import CliRunner

from nescio.cli.app import app

pytestmark = pytest.mark.slow


class Case(NamedTuple):
    """Two texts about one person: {0} stands for the whole name, {1} for the family name."""

    first: str
    second: str


CASES = {
    "en": Case("Mrs {0} wrote a letter. Mrs {1} waited.", "On Monday Mrs {0} came back. Mrs {1} left."),
    "de": Case(
        "Frau {0} schrieb einen Brief. Frau {1} wartete.", "Am Montag kam Frau {0} wieder. Frau {1} ging."
    ),
    "pt": Case(
        "A Sra. {0} escreveu uma carta. A Sra. {1} esperou.", "Na segunda a Sra. {0} voltou. A Sra. {1} saiu."
    ),
    "es": Case(
        "La Sra. {0} escribió una carta. La Sra. {1} esperó.",
        "El lunes la Sra. {0} volvió. La Sra. {1} salió.",
    ),
}
PEOPLE = {
    "en": ("Helen", "Quillmore"),
    "de": ("Anna", "Nordheim"),
    "pt": ("Ana", "Nortenho"),
    "es": ("Elena", "Nortes"),
}


def nescio(*arguments: object) -> str:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    assert result.exit_code == 0, result.output
    return result.output


def line(language: str, text: str) -> dict[str, Any]:
    """A line about the person of a language, with the mentions given."""
    given, family = PEOPLE[language]
    filled = text.format(f"{given} {family}", family)
    full = filled.index(given)
    short = filled.index(family, full + len(given) + 1 + len(family))
    spans = [[full, full + len(f"{given} {family}"), "PER"], [short, short + len(family), "PER"]]
    return {"id": text[:12], "language": language, "text": filled, "spans": spans}


def identities(ledger: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(ledger.read_bytes())["identities"]
    return found


@pytest.mark.parametrize("method", ["substitute", "generalize"])
@pytest.mark.parametrize("language", CASES)
def test_a_person_keeps_one_name_over_two_texts_and_two_runs(
    language: str, method: str, tmp_path: Path
) -> None:
    case, ledger = CASES[language], tmp_path / "who.json"
    shown = []
    for number, text in enumerate((case.first, case.second)):
        source, keys = tmp_path / f"{number}.jsonl", tmp_path / f"keys{number}.jsonl"
        given = line(language, text)
        source.write_text(json.dumps(given) + "\n", encoding="utf-8")
        output = nescio("anonymize", "--jsonl", source, "-m", method, "--ledger", ledger, "-s", keys)
        shown.append(json.loads(output)["text"])
        changed = tmp_path / f"out{number}.jsonl"
        changed.write_text(output, encoding="utf-8")
        back = nescio("reidentify", "--jsonl", changed, "-s", keys)
        assert json.loads(back.splitlines()[0])["text"] == given["text"]
    [person] = [item for item in identities(ledger) if item["kind"] == "PER"]
    [kept] = person["surrogates"]
    [given_name], [family] = kept["given"].values(), kept["family"].values()
    assert kept["gender"] == "f"
    assert shown[0] == case.first.format(f"{given_name} {family}", family)
    assert shown[1] == case.second.format(f"{given_name} {family}", family)


@pytest.mark.parametrize("language", CASES)
def test_files_of_one_run_share_the_names_too(language: str, tmp_path: Path) -> None:
    texts, ledger = tmp_path / "texts", tmp_path / "who.json"
    texts.mkdir()
    given, family = PEOPLE[language]
    for name, text in zip("ab", CASES[language], strict=True):
        (texts / f"{name}.txt").write_text(text.format(f"{given} {family}", family), encoding="utf-8")
    call = ("anonymize", texts, "-l", language, "-m", "substitute", "--ledger", ledger)
    nescio(*call, "-o", tmp_path / "out", "-s", tmp_path / "keys.jsonl")
    out = {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()}
    kept = [text for item in identities(ledger) for text in item["surrogates"]]
    person = next(item["text"] for item in kept if "family" in item)
    assert all(person in content.decode() and family not in content.decode() for content in out.values())
    nescio(*call, "-o", tmp_path / "again")
    assert {path.name: path.read_bytes() for path in (tmp_path / "again").iterdir()} == out
    nescio("reidentify", tmp_path / "out", "-s", tmp_path / "keys.jsonl", "-o", tmp_path / "back")
    for source in texts.iterdir():
        assert (tmp_path / "back" / source.name).read_bytes() == source.read_bytes()
    assert stat.S_IMODE(ledger.stat().st_mode) == 0o600


def test_lines_of_one_batch_get_different_names_for_different_people(tmp_path: Path) -> None:
    source, ledger = tmp_path / "in.jsonl", tmp_path / "who.json"
    names = [f"Helen Zork{letter}" for letter in "abcdefghijkl"]
    rows = [{"id": 1, "language": "en", "text": f"{name} came.", "spans": [[0, 11, "PER"]]} for name in names]
    source.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    output = nescio("anonymize", "--jsonl", source, "-m", "substitute", "--ledger", ledger)
    shown = [json.loads(row)["text"] for row in output.splitlines()]
    assert len(set(shown)) == len(names)


def test_a_name_that_stands_in_a_text_is_replaced_by_another_and_that_is_said(tmp_path: Path) -> None:
    source, ledger = tmp_path / "in.jsonl", tmp_path / "who.json"
    given = line("en", CASES["en"].first)
    call = ("anonymize", "--jsonl", source, "-m", "substitute", "--ledger", ledger)
    source.write_text(json.dumps(given) + "\n", encoding="utf-8")
    nescio(*call)
    old = identities(ledger)[0]["surrogates"][0]["text"]
    source.write_text(json.dumps({**given, "text": f"{given['text']} {old} did too."}) + "\n", "utf-8")
    output = nescio(*call)
    assert "1 kept substitute could not stand in a text" in output.replace("\n", " ")
    assert len(identities(ledger)[0]["surrogates"]) == 2


def test_a_dry_run_keeps_nothing(tmp_path: Path) -> None:
    source, ledger = tmp_path / "in.jsonl", tmp_path / "who.json"
    source.write_text(json.dumps(line("en", CASES["en"].first)) + "\n", encoding="utf-8")
    call = ("anonymize", "--jsonl", source, "-m", "substitute", "--ledger", ledger)
    nescio(*call, "--dry-run")
    assert not ledger.exists()


def test_a_ledger_of_the_former_version_gets_its_names_with_the_next_run(tmp_path: Path) -> None:
    source, ledger = tmp_path / "in.jsonl", tmp_path / "who.json"
    old = {"id": "PER-4", "kind": "PER", "names": {"Helen Quillmore": 2}}
    book = {"schema": 1, "language": "en", "last": {"PER": 6}, "identities": [old], "decided": []}
    ledger.write_text(json.dumps(book), encoding="utf-8")
    source.write_text(json.dumps(line("en", CASES["en"].first)) + "\n", encoding="utf-8")
    nescio("anonymize", "--jsonl", source, "-m", "substitute", "--ledger", ledger)
    person = identities(ledger)[0]
    assert person["id"] == "PER-4"
    name = person["surrogates"][0]["text"]
    assert json.loads(nescio("ledger", "show", ledger).splitlines()[0])["substitutes"] == [name]
    assert f"PER-4,PER,Helen Quillmore,3,{name}" in nescio("ledger", "export", ledger).splitlines()


def test_substitutes_that_are_malformed_stop_the_run_without_a_name(tmp_path: Path) -> None:
    source, ledger = tmp_path / "in.jsonl", tmp_path / "who.json"
    wrong = {"id": "PER-1", "kind": "PER", "names": {"Helen Quillmore": 2}, "surrogates": [{"text": 5}]}
    content = json.dumps({"schema": 2, "language": "en", "last": {}, "identities": [wrong], "decided": []})
    ledger.write_text(content, encoding="utf-8")
    source.write_text(json.dumps(line("en", CASES["en"].first)) + "\n", encoding="utf-8")
    arguments = ["anonymize", "--jsonl", str(source), "--ledger", str(ledger)]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 1
    assert "malformed" in result.output
    assert "Quillmore" not in result.output
    assert ledger.read_text(encoding="utf-8") == content
