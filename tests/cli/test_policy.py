"""`nescio policy`, `--policy` and `--explain`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.program import call

TEXT = "Write to anna@example.org before 3 May 2021, she is aged 44.\n"


@pytest.fixture
def note(tmp_path: Path) -> Path:
    path = tmp_path / "note.txt"
    path.write_text(TEXT)
    (tmp_path / "c.toml").write_text('[en.detect]\ndetectors = ["patterns"]\n')
    return path


def labels(note: Path, *more: str) -> set[str]:
    outcome = call("detect", note, "-l", "en", "-c", note.parent / "c.toml", "--json", *more)
    assert outcome.code == 0
    return {span[2] for span in json.loads(outcome.text)["spans"]}


def test_detect_lists_everything_unless_a_policy_is_given(note: Path) -> None:
    assert labels(note) == {"EMAIL", "DATE", "AGE"}
    assert labels(note, "--policy", "selective") == {"EMAIL"}
    assert labels(note, "--policy", "hipaa") == {"EMAIL", "DATE"}


def test_a_policy_of_ones_own_is_given_as_a_file(note: Path) -> None:
    mine = note.parent / "mine.toml"
    mine.write_text('[labels]\ndefault = "keep"\nAGE = "hide"\n')
    outcome = call("anonymize", note, "-l", "en", "-c", note.parent / "c.toml", "--policy", mine)
    assert outcome.text == "Write to anna@example.org before 3 May 2021, she is aged [AGE1].\n"


# What stands in a policy file below its labels, and what is said of it.
BAD = {
    "a role that nobody has": ('[roles]\nwizard = "hide"\n', "there is no role 'wizard'"),
    "a rule for labels": ('[roles]\njudge = "in_address"\n', "the rule of a role cannot be 'in_address'"),
    "no table": ("roles = 3\n", "[roles] is a table of strings"),
    "no method": ('[replace]\nhabit = "french"\n', "needs a 'method'"),
    "no habit": ('[replace]\nmethod = "initials"\nhabit = "frensh"\n', "Did you mean 'french'"),
    "an unknown key": ('[replace]\nmethod = "tag"\ncolour = "red"\n', "colour"),
}


@pytest.mark.parametrize("fault", BAD)
def test_what_a_policy_file_says_of_roles_and_writing_is_checked(note: Path, fault: str) -> None:
    content, saying = BAD[fault]
    mine = note.parent / "mine.toml"
    labels = '[labels]\ndefault = "hide"\n'
    mine.write_text(content + labels if content.startswith("roles") else labels + content)
    outcome = call("anonymize", note, "-l", "en", "-c", note.parent / "c.toml", "--policy", mine)
    assert (outcome.code, saying in outcome.err) == (2, True), outcome.err


def test_an_unknown_policy_is_refused_with_those_that_exist(note: Path) -> None:
    for command in (("detect", note, "-l", "en", "--policy", "hippa"), ("policy", "show", "hippa")):
        outcome = call(*command)
        assert outcome.code == 2
        assert "Did you mean 'hipaa'" in outcome.err


def test_a_learnt_policy_is_listed_and_has_no_table() -> None:
    assert "learnt  Court decisions" in call("policy", "list").text
    for policy in ("learnt", "learnt:mine.json"):
        outcome = call("policy", "show", policy)
        assert (outcome.code, "decides about each entity" in outcome.err) == (2, True)


def test_each_span_is_explained(note: Path) -> None:
    outcome = call("detect", note, "-l", "en", "-c", note.parent / "c.toml", "--explain")
    first = outcome.text.splitlines()[0].split("\t")
    assert first[6] == "anna@example.org"
    assert first[7].startswith("by patterns:email: rule email (")


def test_a_policy_is_shown_with_every_label() -> None:
    outcome = call("policy", "show", "names-only", "--json")
    shown = json.loads(outcome.text)
    assert shown["labels"]["FAMILY"] == "hide"
    assert shown["labels"]["EMAIL"] == "keep"
    assert "direct" in call("policy", "show", "blanket").text


def test_policies_are_listed() -> None:
    listed = [line.split()[0] for line in call("policy", "list").text.splitlines()]
    assert listed == ["blanket", "hipaa", "judicial", "learnt", "listed", "names-only", "selective"]
