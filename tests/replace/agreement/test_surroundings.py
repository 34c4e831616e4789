"""What stands around a name, and nothing beyond the next one."""

from __future__ import annotations

import pytest

from nescio.replace.agreement.surroundings import Spot, plain_words_before, stands_alone, words_before


def spot(marked: str) -> Spot:
    """`He is in [Leeds].`; a bar is where another mention ends."""
    left = marked.find("|") + 1
    plain = marked.replace("|", "")
    left = left - 1 if left else 0
    start = plain.index("[")
    end = plain.index("]") - 1
    text = plain.replace("[", "").replace("]", "")
    return Spot(text, start, end, left, len(text))


def test_words_before_a_name_come_nearest_first() -> None:
    found = words_before(spot("She lives in the old [Leeds]."))
    assert [word.text for word in found] == ["old", "the", "in", "lives"]
    at = spot("in the\n[Leeds]")
    assert [at.text[word.start : word.end] for word in words_before(at)] == ["the", "in"]
    assert [word.text for word in plain_words_before(at)] == []


def test_a_word_that_another_mention_cuts_is_not_read() -> None:
    assert [word.text for word in words_before(spot("Ber|lin in [Leeds]."))] == ["in"]
    assert [word.text for word in words_before(spot("Berlin| in [Leeds]."))] == ["in"]


@pytest.mark.parametrize(
    ("marked", "alone"),
    [
        ("[Leeds]", True),
        ("Place: [Leeds]", True),
        ("([Leeds])", True),
        ("[Leeds], Norfield", True),
        ("[Leeds], it says, is large.", False),
        ("We saw [Leeds] today.", False),
    ],
)
def test_headings_and_items_stand_alone(marked: str, alone: bool) -> None:
    assert stands_alone(spot(marked)) is alone


def test_a_spot_does_not_show_its_text() -> None:
    assert "Leeds" not in repr(spot("in [Leeds]"))


def test_the_end_of_a_longer_word_is_no_word() -> None:
    for text in ("clip.m4a Anna", "x_a Anna", "4a Anna", "d'a Anna"):
        spot = Spot(text, len(text) - 4, len(text), 0, len(text))
        assert [word.text for word in words_before(spot)] in ([], ["d'a"])
        assert list(plain_words_before(spot)) == []
