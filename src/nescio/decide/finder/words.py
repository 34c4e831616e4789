"""A text as the finder reads it (thesis 3.2): words between white space, cleaned, with sentence starts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from nescio.text.segment import Segmenter

_PARAGRAPH_NUMBER: Final = re.compile(r"\[\d+\]")
_WORD: Final = re.compile(r"\S+")
_TRAILING: Final = "!?,:;'’"
_PAIRS: Final = {"(": ")", "[": "]", '"': '"', "“": "”", "„": "“", "«": "»", "»": "«", "‘": "’", "‚": "‘"}
_POSSESSIVE: Final = re.compile(r"['’][sS]$")
_ELLIPSIS: Final = re.compile(r"^(?:\.{2,}|…)|(?:\.{2,}|…)$")
_JOINED: Final = re.compile(r"[^\W\d_]+(?:[/-][^\W\d_]+)+")
_PART: Final = re.compile(r"[^/-]+")


class FinderWord(NamedTuple):
    """A cleaned word; `text[start:end]` is what was left of it."""

    start: int
    end: int
    text: str
    sentence: int  # its number in the document


def cut_words(text: str, segmenter: Segmenter) -> list[FinderWord]:
    """The words of all sentences in order; what is empty after cleaning is left out."""
    return [
        word
        for number, (start, end) in enumerate(segmenter.sentences(text))
        for word in _sentence_words(text, start, end, number)
    ]


def _sentence_words(text: str, start: int, end: int, number: int) -> Iterator[FinderWord]:
    for match in _WORD.finditer(text, start, end):
        if _PARAGRAPH_NUMBER.fullmatch(match[0]):
            continue
        first, last = _cleaned(text, match.start(), match.end(), ends=match.end() == end)
        raw = text[first:last]
        if _JOINED.fullmatch(raw):
            for part in _PART.finditer(raw):
                yield FinderWord(first + part.start(), first + part.end(), part[0], number)
        elif any(map(str.isalnum, raw)):
            yield FinderWord(first, last, raw, number)


def _cleaned(text: str, start: int, end: int, *, ends: bool) -> tuple[int, int]:
    """Where a word begins and ends without its marks; the full stop of a sentence goes with them."""
    before = (-1, -1)
    while start < end and (start, end) != before:
        before = (start, end)
        if text[end - 1] in _TRAILING:
            end -= 1
            continue
        start, end = _unpaired(text, start, end)
        raw = text[start:end]
        if found := _ELLIPSIS.search(raw):
            start, end = (start + found.end(), end) if found.start() == 0 else (start, start + found.start())
        elif found := _POSSESSIVE.search(raw):
            end = start + found.start()
        elif ends and raw.endswith(".") and "." not in raw[:-1]:
            end -= 1
    return start, end


def _unpaired(text: str, start: int, end: int) -> tuple[int, int]:
    """Without a balanced pair around the word, or a bracket or quote whose partner is not inside."""
    raw = text[start:end]
    closing = _PAIRS.get(raw[:1])
    if closing is not None and closing not in raw[1:-1]:
        return start + 1, end - (len(raw) > 1 and raw.endswith(closing))
    opening = next((mark for mark, other in _PAIRS.items() if raw[-1:] == other), None)
    if opening is not None and opening not in raw[:-1]:
        return start, end - 1
    return start, end
