"""Entries with signs are found as they are written, and only so."""

from __future__ import annotations

import pytest

from nescio.text.entry_signs import signs_of
from nescio.text.word_matcher import Words

FOUND = [
    ("Smith, John", "call Smith, John today"),
    ("Smith, John", "call Smith,\n   John today"),
    ("C++ Club", "the C++ Club meets"),
    ("@zora", "ask @zora, please"),
    ("#tolk", "seen under #tolk"),
    ("Bar & Grill (Ost)", "at Bar & Grill (Ost), late"),
    ("R$ Zenn", "the R$ Zenn fund"),
]
NOT_FOUND = [
    ("Smith, John", "call Smith John today"),
    ("C++", "a C student"),
    ("@zora", "ask zora, please"),
    ("C# Zenn", "C Zenn"),
]
PLAIN = ["Zenn Ltd.", "St. Mary's", "Jean-Luc Orr", "(Aalby)", "„Aalby“", "Tolk & Söhne"]


def stand(entry: str, text: str) -> bool:
    signs, words, own = signs_of(entry), Words(text), Words(entry)
    assert signs is not None
    size = len(own)
    at = [i for i in range(len(words) - size + 1) if words.folded[i : i + size] == own.folded]
    assert at, "the words of the entry stand in the text"
    return signs.stand_around(words, at[0], at[0] + size - 1)


@pytest.mark.parametrize(("entry", "text"), FOUND)
def test_the_signs_of_an_entry_stand_in_the_text(entry: str, text: str) -> None:
    assert stand(entry, text)


@pytest.mark.parametrize(("entry", "text"), NOT_FOUND)
def test_without_its_signs_it_is_another_word(entry: str, text: str) -> None:
    assert not stand(entry, text)


@pytest.mark.parametrize("entry", PLAIN)
def test_signs_of_the_sentence_are_none_of_the_entry(entry: str) -> None:
    assert signs_of(entry) is None
