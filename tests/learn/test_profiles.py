"""What a court hides is learnt from pairs, with how sure that is; other decisions are no pair."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nescio.core.errors import InputError
from nescio.learn.profiles import CourtProfile, HiddenShare, align, form_of, is_little, policy_table

ORIGINAL = "The applicant, Zoe Harrow, of Mirow met Judge Wren, and Zoe Harrow left the court at noon."
PUBLISHED = "The applicant, Z.H., of [...] met Judge Wren, and Z.H. left the court at noon."


def test_what_was_replaced_is_found_with_what_stands_there() -> None:
    found = [(ORIGINAL[a:b], text) for a, b, text in align(ORIGINAL, PUBLISHED)]
    assert found == [("Zoe Harrow", "Z.H."), ("Mirow", "[...]"), ("Zoe Harrow", "Z.H.")]


def test_two_different_decisions_are_refused() -> None:
    with pytest.raises(InputError, match="not the same decision"):
        align(ORIGINAL, "Nothing of this was ever said by anybody, nor heard.")


@given(st.lists(st.sampled_from("abcdefgh"), min_size=2, max_size=30))
def test_a_text_against_itself_hides_nothing(words: list[str]) -> None:
    assert align(" ".join(words), " ".join(words)) == []


@given(st.lists(st.sampled_from(["a", "b", "c", "d", "Zoe"]), min_size=4, max_size=30))
def test_names_of_one_word_are_found_wherever_they_stand(words: list[str]) -> None:
    text = " ".join(["begin", *words, "so", "it", "will", "end", *"klmnopqrstuvwxyz", *"KLMNOPQRSTUVWXYZ"])
    found = align(text, text.replace("Zoe", "Z."))
    assert "".join(text[a:b] for a, b, _ in found).count("Zoe") == text.count("Zoe")


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("Z.H.", "initials"),
        ("[...]", "omission mark"),
        ("R[...]", "initial and omission mark"),
        ("A", "letters"),
        ("[PERSON1]", "tag"),
        ("", "nothing"),
        ("the neighbour", "other words"),
        ("XXX", "omission mark"),
        ("A.", "letter with a stop"),
        ("[X]", "letter in brackets"),
        ("Ottilie", "another name"),
        ("Álvaro Peña", "another name"),
    ],
)
def test_forms_of_replacements(text: str, form: str) -> None:
    assert form_of(text) == form


def test_intervals_narrow_with_numbers() -> None:
    few, many = HiddenShare(3, 4), HiddenShare(75, 100)
    assert few.share == many.share
    assert few.interval[0] == pytest.approx(0.301, abs=0.001)  # Wilson, worked out by hand
    assert many.interval[1] - many.interval[0] < few.interval[1] - few.interval[0]
    assert HiddenShare(0, 0).interval == (0.0, 1.0)
    assert is_little([few])
    assert not is_little([many])


def test_a_policy_has_roles_of_whom_enough_were_seen_and_hides_people_of_no_role() -> None:
    shares = {"judge": HiddenShare(0, 9), "expert": HiddenShare(0, 2), "minor": HiddenShare(1, 1)}
    profile = CourtProfile(
        3, shares, {"PER": HiddenShare(1, 12), "LOC": HiddenShare(0, 4)}, {}, {"method": "tag"}
    )
    content = tomllib.loads(policy_table(profile))
    assert content["roles"] == {"judge": "keep", "minor": "hide"}
    assert content["labels"] == {"default": "hide", "PER": "hide", "LOC": "keep"}
    assert content["replace"] == {"method": "tag"}
    assert "# 0 of 9: 0.00 to 0.30" in policy_table(profile)
