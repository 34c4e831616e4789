"""Long texts in stretches that a detector can take: tokens in windows, characters in pieces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import regex

from nescio.detect.tagger.tokens import Token, Window, windows

_SURROGATE: Final = regex.compile(r"\p{Cs}")
_PARAGRAPH: Final = "\n\n"


def cut_frames(tokens: Sequence[Token], sentences: Iterable[tuple[int, int]]) -> Iterator[Window]:
    """Cut tokens at the ends of sentences, and endless sentences into overlapping windows."""
    first = 0
    for _, end in sentences:
        last = first
        while last < len(tokens) and tokens[last].start < end:
            last += 1
        if last > first:
            yield from windows(first, last)
        first = last
    if first < len(tokens):
        yield from windows(first, len(tokens))


def cut_pieces(text: str, size: int) -> Iterator[tuple[int, int]]:
    """Cut a text into pieces of at most `size` characters: after a paragraph, a line, a word.

    The pieces cover the text exactly; only a word longer than a piece is ever cut.
    """
    start = 0
    while len(text) - start > size:
        end = _cut_near(text, start, start + size)
        yield start, end
        start = end
    if start < len(text):
        yield start, len(text)


def _cut_near(text: str, start: int, limit: int) -> int:
    half = (start + limit) // 2  # an early paragraph would make many small pieces
    for mark in (_PARAGRAPH, "\n", ". ", " "):
        at = text.rfind(mark, half, limit)
        if at >= 0:
            return at + len(mark)
    return limit


def without_surrogates(text: str) -> str:
    """The text with a mark for each lone surrogate, which UTF-8 cannot write; offsets stay the same."""
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)
