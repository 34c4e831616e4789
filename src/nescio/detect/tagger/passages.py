"""Passages: what is looked at together, where sentences and lines begin in it, how it is cut for the net."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from nescio.detect.tagger.tokens import WINDOW, Token, Window, windows

SENTENCE, LINE, PARAGRAPH = 1, 2, 4  # what begins at a word, as bits
FRAME = 100  # words that the network reads in one go, if sentences allow it
_PASSAGE = 1_500  # words whose marks are counted together: about a letter
_LONGEST = 4_000  # words, where no sentence ends


class Passage(NamedTuple):
    """Words, and for each what begins at it."""

    words: Sequence[str]
    breaks: Sequence[int]


def find_breaks(text: str, tokens: Sequence[Token], sentences: Sequence[tuple[int, int]]) -> list[int]:
    """Return for each word of a text what begins at it."""
    starts = [start for start, _ in sentences]
    breaks: list[int] = []
    last, following = 0, 0
    for token in tokens:
        lines = text.count("\n", last, token.start)
        found = (LINE if lines or not breaks else 0) | (PARAGRAPH if lines > 1 else 0)
        while following < len(starts) and starts[following] <= token.start:
            found |= SENTENCE
            following += 1
        breaks.append(found if breaks else found | SENTENCE)
        last = token.end
    return breaks


def cut_passages(breaks: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Cut a document into stretches of some pages, at the ends of sentences where there are any."""
    start = 0
    for at, found in enumerate(breaks):
        size = at - start
        if (size >= _PASSAGE and found & SENTENCE) or size >= _LONGEST:
            yield start, at
            start = at
    if start < len(breaks):
        yield start, len(breaks)


def pack_frames(breaks: Sequence[int]) -> Iterator[Window]:
    """Cut a passage into frames of whole sentences, and endless sentences into overlapping windows."""
    starts = [at for at, found in enumerate(breaks) if found & SENTENCE or at == 0]
    first = 0
    for start, end in pairwise([*starts, len(breaks)]):
        if end - first <= FRAME:
            continue
        if start > first:
            yield Window(first, start, first, start)
            first = start
        if end - first > WINDOW:
            yield from windows(first, end)
            first = end
    if first < len(breaks):
        yield from windows(first, len(breaks))


def lone_sentence(words: Sequence[str]) -> Passage:
    """A sentence that stands alone."""
    return Passage(words, [0 if at else SENTENCE | LINE for at in range(len(words))])
