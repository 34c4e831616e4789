"""List entries as whole words; see also detect/test_gazetteer.py."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from nescio.text.word_matcher import WordMatcher, Words, fold_entry


def find(entries: list[str], text: str) -> list[tuple[int, int, int]]:
    hits = WordMatcher(fold_entry(entry) for entry in entries).find(Words(text))
    return sorted((hit.start, hit.end, hit.entry) for hit in hits)


def test_every_entry_is_found_overlaps_included() -> None:
    assert find(["a", "a b", "b a", "a b a"], "a b a") == [
        (0, 1, 0),
        (0, 3, 1),
        (0, 5, 3),
        (2, 5, 2),
        (4, 5, 0),
    ]


def test_an_entry_that_is_given_twice_is_found_twice() -> None:
    assert find(["Ida", "IDA"], "ida") == [(0, 3, 0), (0, 3, 1)]


def test_entries_without_letters_are_left_out() -> None:
    assert find(["", "...", "Ida"], "... Ida") == [(4, 7, 2)]


def test_no_entries_and_no_text_find_nothing() -> None:
    assert find([], "Ida") == find(["Ida"], "") == find(["Ida"], "...") == []


WORDS = st.lists(st.sampled_from(["ida", "Ida", "bo", "é", "e\u0301", "x"]), max_size=8)


@given(
    WORDS, st.lists(st.lists(st.sampled_from(["ida", "bo", "e", "x"]), min_size=1, max_size=3), max_size=4)
)
def test_it_finds_what_a_search_word_by_word_finds(text: list[str], entries: list[list[str]]) -> None:
    folded = ["e" if word in ("é", "e\u0301") else word.lower() for word in text]
    expected = sorted(
        (first, first + len(entry), number)
        for number, entry in enumerate(entries)
        for first in range(len(folded))
        if folded[first : first + len(entry)] == entry
    )
    words = Words(" ".join(text))
    hits = WordMatcher(" ".join(entry) for entry in entries).find(words)
    assert sorted((hit.first, hit.last + 1, hit.entry) for hit in hits) == expected
