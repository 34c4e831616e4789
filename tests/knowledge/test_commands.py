"""`nescio dictionary`, `nescio kb` and `nescio headword` from the outside."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from nescio.cli.app import app
from tests.loopback import loopback, says


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, list(arguments))
    assert result.exit_code == code, result.output
    return result.stdout


def test_dictionary_find_prints_words_as_json() -> None:
    [word, *_] = json.loads(run("dictionary", "find", "Krankenhauses", "-l", "de", "--json"))
    assert (word["lemma"], word["gender"], word["case"]) == ("Krankenhaus", "n", "GEN")


def test_an_unknown_word_is_a_problem_and_not_a_crash() -> None:
    run("dictionary", "find", "xyzzyq", "-l", "pt", code=1)
    run("kb", "find", "Xyzzyq Plugh", code=1)


def test_the_ladder_shows_how_a_name_generalizes() -> None:
    steps = json.loads(run("kb", "ladder", "Universidade de Lisboa", "--language", "pt", "--json"))["ladder"]
    assert [step["label"] for step in steps] == ["universidade", "instituição", "organização"]
    assert [step["entities"] for step in steps] == sorted(step["entities"] for step in steps)


def test_headwords_are_printed_with_their_reason() -> None:
    head = json.loads(run("headword", "Institut für Nordkunde", "-l", "de", "--json"))
    assert (head["word"], head["reason"], head["gender"]) == ("Institut", "known", "n")


def test_an_import_can_be_searched(tmp_path: Path) -> None:
    dump = tmp_path / "dump.json"
    items = [
        {"id": "Q1", "labels": {"en": {"value": "Norville"}},
         "claims": {"P31": [{"mainsnak": {"datavalue": {"value": {"id": "Q2"}}}}]}},
        {"id": "Q2", "labels": {"en": {"value": "city"}}},
    ]  # fmt: skip
    dump.write_text("[\n" + ",\n".join(json.dumps(item) for item in items) + "\n]\n", encoding="utf-8")
    store = str(tmp_path / "kb.sqlite")
    run("kb", "import", str(dump), "--to", store)
    [entry, *_] = json.loads(run("kb", "find", "Norville", "-k", store, "--json"))
    assert (entry["uid"], entry["type"]) == ("Q1", "city")
    assert entry["statements"] == {"instance_of": ["Q2"]}
    assert json.loads(run("kb", "find", "Norville", "-k", store, "-p", "instance_of", "--json")) == [entry]
    run("kb", "find", "Norville", "-k", store, "-p", "part_of", code=1)
    run("kb", "find", "Norville", "-p", "colour", code=2)


def test_a_name_can_be_asked_of_a_remote(tmp_path: Path) -> None:
    city = {"id": "Q90", "labels": {"en": {"value": "Zorkville"}}, "claims": {}}
    answers = [{"search": [{"id": "Q90"}]}, {"entities": {"Q90": city}}]
    with loopback(*(says(json.dumps(answer).encode()) for answer in answers)) as server:
        cache = str(tmp_path / "cache.sqlite")
        asked = ("kb", "find", "Zorkville", "-l", "en", "--cache", cache, "--remote", server.url, "--json")
        [entry] = json.loads(run(*asked))
        assert (entry["uid"], entry["name"]) == ("Q90", "Zorkville")
        assert json.loads(run(*asked)) == [entry]
        assert len(server.questions) == 2
    run("kb", "find", "Zorkville", "--remote", "http://127.0.0.1:1/", code=2)


def test_a_foolish_remote_is_a_warning(tmp_path: Path) -> None:
    with loopback(says(b'{"search": 7, "x": [')) as server:
        arguments = [
            "kb",
            "find",
            "Lisboa",
            "-l",
            "pt",
            "--cache",
            str(tmp_path / "c"),
            "--remote",
            server.url,
        ]
        result = CliRunner().invoke(app, [*arguments, "--json"])
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)


def test_a_missing_dump_is_said_in_one_sentence(tmp_path: Path) -> None:
    run("kb", "import", str(tmp_path / "none.json"), "--to", str(tmp_path / "kb.sqlite"), code=1)
    run(
        "dictionary",
        "import",
        str(tmp_path / "none.xml"),
        "-l",
        "de",
        "--to",
        str(tmp_path / "d.sqlite"),
        code=1,
    )
