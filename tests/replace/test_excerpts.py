"""What is near a change is found again, at its place in the whole text; nothing is found across a gap."""

from __future__ import annotations

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from nescio.replace.excerpts import Excerpts
from nescio.replace.fragments import LeftName

FILLED = " ".join(f"w{number}" for number in range(100))


def words_in(excerpts: Excerpts, text: str) -> list[tuple[int, str]]:
    """Every word of the excerpts that counts, with its place in the text."""
    every = (LeftName(*match.span(), 0, False) for match in regex.finditer(r"\w+", excerpts.text))
    return [(left.start, text[left.start : left.end]) for left in excerpts.located(every)]


def place_of(word: str) -> tuple[int, int]:
    start = FILLED.index(f"{word} ")
    return start, start + len(word)


@pytest.mark.parametrize(
    ("changed", "words", "seen"),
    [
        (["w50"], 1, range(46, 55)),
        (["w50"], 2, range(45, 56)),
        (["w0"], 1, range(5)),
        (["w98"], 1, range(94, 100)),
        (["w50", "w52"], 1, range(46, 57)),
        (["w20", "w70"], 1, [*range(16, 25), *range(66, 75)]),
        ([], 1, []),
    ],
)
def test_words_near_a_change_are_seen(changed: list[str], words: int, seen: list[int]) -> None:
    excerpts = Excerpts(FILLED, map(place_of, changed), words=words)
    assert words_in(excerpts, FILLED) == [(FILLED.find(f"w{n}"), f"w{n}") for n in seen]


def test_a_name_is_not_found_across_two_excerpts() -> None:
    text = "Anna " + FILLED + " Berg"
    excerpts = Excerpts(text, [(0, 4), (len(text) - 4, len(text))], words=1)
    across = LeftName(0, len(excerpts.text), 0, False)
    assert list(excerpts.located([across])) == []


@given(
    st.lists(st.sampled_from(["a", "bb", ".", "c-d", " ", "\n", "\0", "é", "\u2003"]), max_size=80),
    st.sets(st.integers(0, 150), max_size=6),
    st.integers(0, 3),
)
def test_all_that_touches_a_change_is_seen(pieces: list[str], places: set[int], words: int) -> None:
    text = " ".join(pieces)
    changed = [(place, place + 1) for place in sorted(places) if place < len(text)]
    seen = words_in(Excerpts(text, changed, words=words), text)
    assert all(text[start : start + len(word)] == word for start, word in seen)
    assert len({start for start, _ in seen}) == len(seen)
    touched = {
        match.start()
        for match in regex.finditer(r"\w+", text)
        if any(match.start() <= start < match.end() for start, _ in changed)
    }
    assert touched <= {start for start, _ in seen}
