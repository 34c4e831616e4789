"""Words are split into the most probable pieces, one at a time or very many."""

from __future__ import annotations

import pytest

from nescio.detect.tagger import pieces
from nescio.detect.tagger.pieces import WORD_START, PieceSplitter

PIECES = [WORD_START, f"{WORD_START}Ro", "Ro", "h", "de", "hde", "d", "e", "", f"{WORD_START}Tann"]
SCORES = [-3.0, -5.0, -6.0, -4.0, -4.5, -7.0, -4.0, -4.0, -9.0, -8.0]
WORDS = ["Rohde", "Tann", "hd", "Rox", "xx", "", "e" * 80, "\ud800de", "Rohdé", "ℝohde"]


@pytest.mark.parametrize("word", WORDS)
def test_a_word_is_split_alike_with_and_without_the_automaton(
    word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = PieceSplitter(PIECES, SCORES)
    monkeypatch.setattr(pieces, "_MANY", 1)
    assert PieceSplitter(PIECES, SCORES).split(word) == plain.split(word)


def test_the_best_way_is_taken_and_what_is_unknown_has_no_number() -> None:
    splitter = PieceSplitter(PIECES, SCORES)
    assert splitter.split("Rohde") == [1, 5]
    assert splitter.split("xRo") == [0, 2]
