"""Folding and composing."""

from __future__ import annotations

import unicodedata

import pytest

from nescio.text.folding import compose, fold


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("São TOMÉ", "sao tome"),
        ("Straße", "straße"),
        ("O'Neill-Ünal, 5", "o neill unal  5"),
        ("İstanbul", "istanbul"),
        ("Łódź", "łodz"),
        ("Ωμέγα", "ωμεγα"),
        ("😀\u200b\ud800", "   "),
        ("ﬁn", "fin"[0] + "n"),
    ],
)
def test_a_character_becomes_one_character(text: str, folded: str) -> None:
    assert fold(text) == folded


@pytest.mark.parametrize("text", ["São Tomé", "Ünal", "Adébáyọ̀", "tiếng Việt"])
def test_the_form_of_accents_does_not_matter(text: str) -> None:
    nfc, nfd = (unicodedata.normalize(form, text) for form in ("NFC", "NFD"))
    assert fold(compose(nfc)[0]) == fold(compose(nfd)[0])


def test_composed_characters_know_where_they_came_from() -> None:
    assert compose("ae\u0301b") == ("aéb", [0, 1, 3, 4])
    assert compose("a\u00adb") == ("ab", [0, 2, 3])
    assert compose("aéb") == ("aéb", None)
