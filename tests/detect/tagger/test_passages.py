"""Where sentences and lines begin, and how a document is cut for the network."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from nescio.detect.tagger.passages import (
    FRAME,
    LINE,
    PARAGRAPH,
    SENTENCE,
    cut_passages,
    find_breaks,
    pack_frames,
)
from nescio.detect.tagger.tokens import WINDOW, tokenize
from nescio.text.segment import Segmenter


def test_lines_sentences_and_paragraphs_are_told_apart() -> None:
    text = "Olá Ana. Tudo bem?\n\nsim\nclaro"
    found = find_breaks(text, tokenize(text), Segmenter([]).sentences(text))
    assert found[0] == SENTENCE | LINE
    assert found[3] == SENTENCE
    assert found[6] & (LINE | PARAGRAPH) == LINE | PARAGRAPH
    assert found[7] & LINE


@given(st.lists(st.integers(1, 300), max_size=12))
def test_frames_keep_every_word_once_and_are_bounded(sentences: list[int]) -> None:
    breaks = [0 if at else SENTENCE for length in sentences for at in range(length)]
    frames = list(pack_frames(breaks))
    kept = [at for frame in frames for at in range(frame.keep_from, frame.keep_to)]
    assert kept == list(range(len(breaks)))
    assert all(frame.end - frame.start <= max(WINDOW, FRAME) for frame in frames)


def test_frames_hold_whole_sentences_where_they_can() -> None:
    breaks = ([SENTENCE] + [0] * 29) * 7
    assert [(frame.start, frame.end) for frame in pack_frames(breaks)] == [(0, 90), (90, 180), (180, 210)]


@given(st.lists(st.integers(1, 5_000), max_size=12))
def test_passages_cover_a_document_and_are_bounded(sentences: list[int]) -> None:
    breaks = [0 if at else SENTENCE for length in [1, *sentences] for at in range(length)]
    cuts = list(cut_passages(breaks))
    assert [cuts[0][0], cuts[-1][1]] == [0, len(breaks)]
    assert all(a[1] == b[0] for a, b in pairwise(cuts))
    assert all(end - start <= 4000 for start, end in cuts)
