"""`nescio config` and `nescio doctor`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.program import TEXT, call, refused

THESIS = {
    "de": {
        "ner": {
            "nerservice": "local",
            "localner": {"model": "dewac.ser.gz", "classifier": "stanford-ner.jar"},
            "dictionaries": ["words.csv"],
            "regexp": ["forms.csv"],
            "parallel": {
                "state": 1,
                "paralleltags": ["ORGZ", "PERZ", "LOCZ"],
                "classifiers": [{"url": "http://localhost:1025/ner", "classifier": "dcep-deutsch"}],
            },
            "secondpass": 0,
            "coreference": {
                "PERZ": "default_person.DefaultPersonCoreferencer",
                "ORGZ": "default_organization.DefaultOrganizationCoreferencer",
                "LOCZ": "simple_coref.SimpleCoreferencer",
            },
            "voting": "default_voting.DefaultVoting",
        },
        "anon": {
            "methods": {"PERZ": "TAG", "LOCZ": "DEL", "ORGZ": "TAG"},
            "converttags": {"I-LOC": "LOCZ", "I-PER": "PERZ", "I-ORG": "ORGZ", "UNK": "0"},
            "delimiters": ["[**", "**]"],
            "output": "json",
        },
    },
    "en": {
        "ner": {
            "nerservice": "remote",
            "remotener": {"url": "http://localhost:1026/ner", "classifier": "eng"},
        }
    },
}


@pytest.fixture
def thesis(tmp_path: Path) -> Path:
    """The configuration of appendix B.1 with every key that it describes."""
    path = tmp_path / "thesis.json"
    path.write_text(json.dumps(THESIS))
    (tmp_path / "words.csv").write_text("Karlsaue,LOCZ\n")
    (tmp_path / "forms.csv").write_text("[A-Z]{3}-[0-9]{4},MIZC\n")
    return path


def test_configuration_of_the_thesis_can_be_used_as_it_stands(thesis: Path) -> None:
    outcome = call("config", "check", thesis)
    assert (outcome.code, outcome.out) == (0, b"")
    assert "[de] names the classifier 'stanford-ner.jar', which nescio cannot run" in outcome.err
    assert "thesis.json can be used (de, en)." in outcome.err


def test_configuration_of_the_thesis_is_in_force(thesis: Path, tmp_path: Path) -> None:
    without_service = json.loads(thesis.read_text())
    without_service["de"]["ner"]["parallel"]["state"] = 0
    thesis.write_text(json.dumps(without_service))
    (tmp_path / "text.txt").write_text(
        "Wir treffen uns in der Karlsaue, Nummer ABC-1234, schreibt Herr Quisthoff."
    )
    outcome = call("anonymize", tmp_path / "text.txt", "-l", "de", "-c", thesis)
    assert outcome.code == 0, outcome.err
    output = json.loads(outcome.out)["anonymizer"]["output"]
    assert "in der [...], Nummer [**SONSTIGES1**], schreibt" in output
    assert "[**PERSON1**]" in output


def test_show_tells_where_every_value_comes_from(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('[xx.vote]\nmethod = "cascade"\n[pt.replace]\nPER = "suppress"\n')
    outcome = call("config", "show", "pt", "-c", tmp_path / "mine.toml")
    assert outcome.code == 0
    lines = outcome.text.splitlines()
    assert 'vote.method = "cascade"  # mine.toml [xx]' in lines
    assert 'replace.PER = "suppress"  # mine.toml [pt]' in lines
    assert 'replace.default = "tag"  # xx/settings.toml' in lines
    assert any(line.endswith("# pt/settings.toml") for line in lines)
    assert 'replace.options.suppress.mark = "[...]"  # xx/settings.toml' in lines


def test_show_marks_what_a_terminal_cannot_write(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_text('{"en": {"text": {"encoding": "a\\ud800b"}}}', encoding="utf-8")
    done = call("config", "show", "en", "-c", str(path))
    assert (done.code, "a?b" in done.text) == (0, True)


def test_a_list_of_files_that_are_none_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "c.toml"
    path.write_text("[en.detect.options.lists]\nfiles = [1]\n", encoding="utf-8")
    refused("config", "check", path, code=2, saying="must be a list of strings")


def test_show_as_json() -> None:
    shown = json.loads(call("config", "show", "xx", "--json").out)
    assert shown["vote.method"] == {"value": "cascade", "from": "xx/settings.toml"}


def test_unknown_language_is_refused() -> None:
    refused("config", "show", "fr", code=2, saying="There is no language 'fr'. Known: de, en, es, pt, xx.")
    refused("config", "show", "auto", code=2, saying="There is no language 'auto'.")


def test_check_says_when_a_file_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "c.toml").write_text("# nothing\n")
    outcome = call("config", "check", tmp_path / "c.toml")
    assert outcome.code == 0
    assert "c.toml changes nothing" in outcome.err


@pytest.mark.slow
def test_doctor_builds_every_language() -> None:
    outcome = call("doctor")
    assert (outcome.code, outcome.err) == (0, "")
    for language in ("de", "en", "es", "pt"):
        assert f"ok {language}  " in outcome.text
    methods = re.search(r"^methods +(.*?)^\S+ {2,}", outcome.text, re.MULTILINE | re.DOTALL)
    assert methods is not None
    assert {"suppress", "tag"} <= set(re.findall(r"\w+", methods[1]))
    assert "extra test     " in outcome.text


def test_output_format_of_the_configuration_makes_json(tmp_path: Path) -> None:
    (tmp_path / "c.toml").write_text('[xx.output]\nformat = "json"\n')
    (tmp_path / "a.txt").write_text(TEXT)
    args = ["anonymize", tmp_path / "a.txt", "-l", "en", "-c", tmp_path / "c.toml"]
    assert json.loads(call(*args).out)["text"] == TEXT
    outcome = call(*args, "--in-place")
    assert outcome.code == 1
    assert "The configuration asks for JSON; name a place for it with --output." in outcome.err
    assert (tmp_path / "a.txt").read_text() == TEXT
