"""Words are split into the most probable pieces, alone or among very many."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nescio.detect.tagger.pieces import WORD_START, PieceSplitter

PIECES = [WORD_START, f"{WORD_START}Ro", "Ro", "h", "de", "hde", "d", "e", "", f"{WORD_START}Tann"]
SCORES = [-3.0, -5.0, -6.0, -4.0, -4.5, -7.0, -4.0, -4.0, -9.0, -8.0]
WORDS = ["Rohde", "Tann", "hd", "Rox", "xx", "", "e" * 80, "\ud800de", "Rohdé", "ℝohde"]
UNKNOWN = -25.0


def split(word: str) -> list[int]:
    flat, [number] = PieceSplitter.of(PIECES, SCORES).split([word])
    assert number == len(flat)
    return list(flat.tolist())


def best_by_hand(text: str) -> float:
    """The score of the best way, found by trying every one."""
    best = [0.0]
    for end in range(1, len(text) + 1):
        ways = [
            best[end - len(p)] + s
            for p, s in zip(PIECES, SCORES, strict=True)
            if p and text[:end].endswith(p)
        ]
        best.append(max([*ways, best[end - 1] + UNKNOWN]))
    return best[-1]


def test_the_best_way_is_taken_and_what_is_unknown_has_no_number() -> None:
    assert split("Rohde") == [1, 5]
    assert split("xRo") == [0, 2]
    assert split("Tann") == [9]


@given(st.text("Rohdex", min_size=1, max_size=12))
def test_no_way_is_better_than_the_one_taken(word: str) -> None:
    numbers = split(word)
    covered = sum(len(PIECES[number]) for number in numbers)
    unknown = len(word) + 1 - covered
    assert sum(SCORES[n] for n in numbers) + unknown * UNKNOWN == pytest.approx(
        best_by_hand(WORD_START + word)
    )


def test_words_are_split_together_as_they_are_alone() -> None:
    flat, counts = PieceSplitter.of(PIECES, SCORES).split(WORDS)
    parts = np.split(flat, np.cumsum(counts)[:-1])
    assert [part.tolist() for part in parts] == [split(word) for word in WORDS]


def test_no_words_have_no_pieces() -> None:
    flat, counts = PieceSplitter.of(PIECES, SCORES).split([])
    assert len(flat) == len(counts) == 0
