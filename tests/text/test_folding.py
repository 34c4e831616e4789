"""Folding and composing."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nescio.text.folding import compose, fold, fold_entry, fold_word, fold_words, key_of


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


@given(st.text())
def test_the_forms_of_comparison_differ_only_in_how_words_are_joined(text: str) -> None:
    words = fold_words(text)
    assert fold_entry(text) == " ".join(words)
    assert fold_word(text) == "".join(words)
    assert fold_entry(fold_entry(text)) == fold_entry(text)


def test_the_knowledge_base_spells_out_what_lists_fold_to_one_letter() -> None:
    assert key_of("Große Straße") == "grosse strasse"
    assert fold_entry("Müller-Lüdenscheidt") == "muller ludenscheidt"
    assert fold_word("Jean-Pierre") == "jeanpierre"


@pytest.mark.parametrize("piece", ["Ana Prado. ", "Älvé “x” ", "ßŒĳ１Ⅷ😀 ", "\ud800 Å\u0301 ", "İıſ "])
def test_a_long_text_is_folded_as_its_pieces_are(piece: str) -> None:
    """Long texts take another way, which is faster; one letter beyond ASCII makes no difference."""
    assert fold(piece * 200) == fold(piece) * 200
    assert fold("a" * 2000 + piece) == "a" * 2000 + fold(piece)
