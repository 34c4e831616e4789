"""Compounds are cut into known words, with linking elements left on the part before."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nescio.text.compounds import Splitter

KNOWN = {"Haus", "Tür", "Rat", "Stadt", "Umwelt", "Behörde", "Land", "Gericht", "Amt", "Schlüssel"}
SPLITTER = Splitter(("s", "es", "n", "en"))


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("Haustür", ["Haus", "tür"]),
        ("Haustürschlüssel", ["Haus", "tür", "schlüssel"]),
        ("Landesumweltbehörde", ["Landes", "umwelt", "behörde"]),
        ("Amtsgericht", ["Amts", "gericht"]),
        ("Stadtrat", ["Stadt", "rat"]),
        ("UN-Behörde", ["UN-", "Behörde"]),
        ("Zebra", ["Zebra"]),
        ("Haus", ["Haus"]),
        ("", [""]),
    ],
)
def test_compounds_are_cut(word: str, parts: list[str]) -> None:
    assert SPLITTER.split(word, KNOWN.__contains__) == parts


def test_weak_tails_are_no_parts() -> None:
    assert Splitter(("s",), frozenset({"stadt"})).split("Neustadt", KNOWN.__contains__) == ["Neustadt"]


@given(st.text(max_size=80))
def test_the_parts_make_up_the_word(word: str) -> None:
    assert "".join(SPLITTER.split(word, lambda part: True)) == word


def test_a_line_without_spaces_is_no_compound() -> None:
    def is_known(word: str) -> bool:
        raise AssertionError("nothing of it is looked up")

    line = "haus" * 50_000
    assert SPLITTER.split(line, is_known) == [line]
