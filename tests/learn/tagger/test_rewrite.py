"""Documents are rewritten so that everybody keeps one name."""

# ruff: noqa: S311 (seeded draws, no secret)

from __future__ import annotations

import random

from nescio.learn.corpora import Sentence
from nescio.learn.tagger.rewrite import SlotPool, rewrite
from tests.learn.tagger.test_augment import pool

LETTER = Sentence(
    ("anna", ":", "Annas", "Bäcker", "kam", "1987", "mit", "ANNA", ",", "AB", "1234"),
    ("B-PER", "O", "B-PER", "B-PROFESSION", "O", "B-DATE", "O", "B-PER", "O", "B-CODE", "I-CODE"),
    breaks=(3, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0),
    entities=("PER#p", "", "PER#p", "PROFESSION#f", "", "DATE#d", "", "PER#p", "", "CODE#c", "CODE#c"),
)


def changed(rate: float, seed: int = 1) -> Sentence:
    return rewrite(LETTER, "de", SlotPool([("de", LETTER)]), pool(seed), random.Random(seed), rate=rate)


def test_a_person_has_one_new_name_in_every_spelling() -> None:
    words = changed(1.0).words
    assert words[0] != "anna"
    assert (words[2], words[7]) == (f"{words[0].capitalize()}s", words[0].upper())


def test_numbers_keep_their_form_and_years_their_century() -> None:
    words = changed(1.0).words
    assert words[5].startswith("198")
    assert words[9] == "AB"
    assert words[10].isdigit()
    assert len(words[10]) == 4


def test_tags_and_lines_stay() -> None:
    found = changed(1.0)
    assert (found.tags, found.breaks) == (LETTER.tags, LETTER.breaks)


def test_at_no_rate_nothing_changes() -> None:
    assert changed(0.0) == LETTER
