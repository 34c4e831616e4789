"""Pieces and windows cover a text exactly."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from nescio.detect.frames import cut_frames, cut_pieces, without_surrogates
from nescio.detect.tagger.tokens import tokenize


@given(st.text(alphabet="ab \n.", max_size=200), st.integers(1, 40))
def test_pieces_cover_the_text_and_keep_their_size(text: str, size: int) -> None:
    pieces = list(cut_pieces(text, size))
    assert "".join(text[start:end] for start, end in pieces) == text
    assert all(0 < end - start <= size for start, end in pieces)
    assert all(left[1] == right[0] for left, right in pairwise(pieces))


def test_a_piece_ends_after_a_word_if_it_can() -> None:
    text = "one two three four"
    assert [text[start:end] for start, end in cut_pieces(text, 10)] == ["one two ", "three four"]


def test_kept_parts_of_windows_tile_the_tokens() -> None:
    tokens = tokenize("word " * 1000)
    kept = [(frame.keep_from, frame.keep_to) for frame in cut_frames(tokens, [(0, 5000)])]
    assert kept[0][0] == 0
    assert kept[-1][1] == len(tokens)
    assert all(left[1] == right[0] for left, right in pairwise(kept))


@given(st.text())
def test_without_surrogates_every_text_can_be_written_and_keeps_its_length(text: str) -> None:
    text += "\ud800x"
    plain = without_surrogates(text)
    plain.encode()
    assert len(plain) == len(text)
