"""Where given strings stand in a text, in one pass."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from daachorse import MATCH_KIND_LEFTMOST_LONGEST, CharwiseDoubleArrayAhoCorasick


class Occurrence(NamedTuple):
    start: int
    text: str


def occurrences(strings: Iterable[str], text: str) -> list[Occurrence]:
    """Every occurrence from left to right, the longest at each place, none overlapping."""
    patterns = sorted({string for string in strings if string})
    if not patterns or not text:
        return []
    if _has_surrogates(text) or any(map(_has_surrogates, patterns)):
        return _slow_occurrences(patterns, text)
    automaton = CharwiseDoubleArrayAhoCorasick(patterns, MATCH_KIND_LEFTMOST_LONGEST)
    return [Occurrence(start, patterns[number]) for start, _, number in automaton.find(text)]


def _has_surrogates(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False


def _slow_occurrences(patterns: list[str], text: str) -> list[Occurrence]:
    """The same for text with lone surrogates, which the automaton cannot read."""
    import re

    longest_first = sorted(patterns, key=len, reverse=True)
    regex = re.compile("|".join(map(re.escape, longest_first)))
    return [Occurrence(match.start(), match[0]) for match in regex.finditer(text)]
