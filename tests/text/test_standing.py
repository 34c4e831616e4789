"""Numbers that stand behind words."""

from __future__ import annotations

import re

import pytest

from nescio.text.standing import standing, word_key

STANDING = [
    ("[PERSON1]…[PERSON11]", "person", {"1", "11"}),
    ("[Person 7], person_8, PERSON--9", "person", {"7", "8", "9"}),
    ("PERSON   4", "person", set()),
    ("PERSON12", "person", {"1", "12"}),
    ("e-mail3", "mail", {"3"}),
    ("CÓDIGO_POSTAL2 codigo postal5", "codigo postal", {"2", "5"}),
    ("3 4 5", "person", set()),
    ("person" + "7" * 40, "person", {"7" * size for size in range(1, 21)}),
    ("1", "person", set()),
]


@pytest.mark.parametrize(("text", "word", "digits"), STANDING)
def test_digits_behind_a_word_are_found_in_any_spelling(text: str, word: str, digits: set[str]) -> None:
    assert standing(text, [word, "other", ""])[word] == digits


@pytest.mark.parametrize("word", ["PERSON", "CITY", "AKTENZEICHEN", "CÓDIGO_POSTAL", "LÄNDERKÜRZEL"])
def test_whatever_is_the_same_word_in_another_case_is_found(word: str) -> None:
    for place, letter in enumerate(word):
        same = re.compile(re.escape(letter), re.IGNORECASE)
        for other in filter(same.fullmatch, map(chr, range(0x10000))):
            text = f"[{word[:place]}{other}{word[place + 1 :]}1]"
            assert standing(text, [word_key(word)])[word_key(word)] == {"1"}
