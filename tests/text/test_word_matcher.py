"""List entries as whole words, found by key; see also detect/test_gazetteer.py."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from nescio.text.folding import fold_entry
from nescio.text.word_index import build_index, split_lines
from nescio.text.word_matcher import Words, join_keys


def places(entries: list[str], words: Words) -> list[tuple[int, int, int]]:
    """First word, word after the last, number of the entry."""
    index, order = build_index(*split_lines(entries))
    found = index.find(words)
    return sorted((int(f), int(z) + 1, int(order[r])) for r, f, z in zip(*found, strict=True))


def find(entries: list[str], text: str) -> list[tuple[int, int, int]]:
    words = Words(text)
    return sorted((words.spans[f][0], words.spans[z - 1][1], n) for f, z, n in places(entries, words))


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
    assert places([" ".join(entry) for entry in entries], Words(" ".join(text))) == expected


@given(st.text(max_size=40))
def test_equal_words_have_equal_keys_wherever_they_stand(text: str) -> None:
    words = Words(f"{text} {text}")
    half = len(words) // 2
    if len(Words(text)) == half:  # a mark at the border may join the halves
        assert words.keys[:half].tolist() == words.keys[half:].tolist() == Words(text).keys.tolist()


@given(st.text(max_size=60))
def test_words_are_the_folded_stretches_of_letters_and_digits(text: str) -> None:
    words = Words(text)
    assert len(words) == len(words.folded) == len(words.spans) == len(words.keys) == len(words.capital)
    assert [fold_entry(words.surface(i)) for i in range(len(words))] == words.folded


def test_the_key_of_two_words_depends_on_their_order() -> None:
    keys = Words("port zenn").keys
    one, two = keys[:1], keys[1:]
    assert join_keys(one, two)[0] != join_keys(two, one)[0]


def test_a_long_text_is_read_in_blocks_and_a_long_word_to_its_end() -> None:
    text = "zenn " * 100_000 + "x" * 700_000 + " zenn"
    words = Words(text)
    assert len(set(words.keys.tolist())) == 2
    assert words.keys[0] == words.keys[-1]


def test_keys_without_an_ending_are_those_of_the_shorter_words() -> None:
    words, shorter = Words("Zennos Wagen das Tolkerts"), Words("Zenno Tolkert")
    keys = words.keys_without("s")
    assert keys.tolist() == [shorter.keys[0], 0, 0, shorter.keys[1]]
    assert Words("").keys_without("s").tolist() == []
