"""The court decisions: none has a slip, half of them are sealed, and every entity has a role and a choice."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from nescio.core.errors import InputError
from tools.decisions import (
    CHOICES,
    FOLDER,
    CourtDecision,
    plain_words,
    read_decisions,
    slips,
    split_files,
    split_of,
)

TEXT = "### en-001 | en | family\n\nMr ⟦PER#p1|Cook⟧ of ⟦LOC#l1|Ilkley⟧.{}\n\n=== roles\n{}\n"
SPLITS = ("train", "sealed", "sealed2", "sealed3")
TABLE = "p1 | party | hide\nl1 | residence of p1 | hide"


@cache
def decisions() -> tuple[CourtDecision, ...]:
    return tuple(read_decisions())


def one(folder: Path, end: str = "", table: str = TABLE) -> list[CourtDecision]:
    (folder / "new.txt").write_text(TEXT.format(end, table), encoding="utf-8")
    return read_decisions(folder / "new.txt")


def test_every_decision_reads_without_a_slip() -> None:
    assert list(slips(decisions(), plain_words())) == []


def test_every_language_has_decisions_to_learn_from_and_sealed_ones() -> None:
    found = {(Path(item.document.file).parent.name, item.document.language) for item in decisions()}
    assert found >= {(split, language) for split in SPLITS for language in ("de", "en", "es", "pt")}


@pytest.mark.parametrize("split", SPLITS)
def test_the_card_counts_what_is_there(split: str) -> None:
    found = [item for item in decisions() if Path(item.document.file).parent.name == split]
    marks = sum(len(item.document.mentions) for item in found)
    words = sum(len((item.document.text or "").split()) for item in found)
    choices = [[role.choice for item in found for role in item.roles.values()].count(c) for c in CHOICES]
    row = " | ".join([split, *(f"{number:,}" for number in (len(found), words, marks, *choices))])
    assert f"| {row} |" in (FOLDER / "README.md").read_text(encoding="utf-8")


def test_both_choices_occur_in_every_decision() -> None:
    assert all({role.choice for role in item.roles.values()} == {*CHOICES} for item in decisions())


def test_the_table_of_roles_is_no_part_of_the_text(tmp_path: Path) -> None:
    [item] = one(tmp_path)
    assert item.document.text == "Mr Cook of Ilkley."
    assert item.roles["l1"] == ("residence of p1", "hide")


@pytest.mark.parametrize(
    ("end", "table", "words"),
    [
        ("", "p1 | party | hide", "'l1' has no line of roles"),
        ("", f"{TABLE}\np2 | judge | keep", "'p2' has a line of roles and no mark"),
        ("", "p1 | friend | hide\nl1 | residence of p1 | hide", "no role of people"),
        ("", "p1 | party | hide\nl1 | residence of p7 | hide", "names p7, which is not there"),
        ("", "p1 | party | perhaps\nl1 | place | keep", "neither hide nor keep"),
        (" He is Cook.", TABLE, "stands elsewhere without a mark"),
        (" ⟦LOC#p1|Leeds⟧", "p1 | party | hide\nl1 | place | keep", "has two labels"),
    ],
)
def test_a_slip_of_a_decision_is_named_without_its_text(
    tmp_path: Path, end: str, table: str, words: str
) -> None:
    found = list(slips(one(tmp_path, end, table), {}))
    assert words in found[0]
    assert not any(word in slip for slip in found for word in ("Cook", "Ilkley"))


def test_a_name_that_is_a_word_may_stand_unmarked_where_it_is_listed(tmp_path: Path) -> None:
    assert list(slips(one(tmp_path, " Cook well."), {"en-001": ["Cook"]})) == []


@pytest.mark.parametrize("table", ["p1 | party", "p1 | party | hide\np1 | judge | keep"])
def test_a_broken_table_of_roles_is_refused(tmp_path: Path, table: str) -> None:
    with pytest.raises(InputError, match="roles"):
        one(tmp_path, table=table)


def test_new_decisions_are_split_by_the_hash_of_their_ids(tmp_path: Path) -> None:
    one(tmp_path)
    assert split_files([tmp_path / "new.txt"], tmp_path) == {f"{split_of('en-001')}/en": 1}
    [item] = read_decisions(tmp_path / split_of("en-001"))
    assert item.document.id == "en-001"


@pytest.mark.parametrize(
    ("first", "splits"), [(1, {"train", "sealed"}), (101, {"train", "sealed2"}), (201, {"train", "sealed3"})]
)
def test_later_decisions_leave_the_first_seal_as_it_was(first: int, splits: set[str]) -> None:
    assert {split_of(f"en-{number:03}") for number in range(first, first + 32)} == splits


def test_a_decision_in_the_wrong_split_is_named(tmp_path: Path) -> None:
    wrong = {"train": "sealed", "sealed": "train"}[split_of("en-001")]
    (tmp_path / wrong).mkdir()
    (tmp_path / wrong / "en.txt").write_text(TEXT.format("", TABLE), encoding="utf-8")
    assert [f"not of {wrong!r}" in slip for slip in slips(read_decisions(tmp_path), {})] == [True]
