"""Where given strings stand in a text, in one pass."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final, NamedTuple

from daachorse import MATCH_KIND_LEFTMOST_LONGEST, CharwiseDoubleArrayAhoCorasick

_PRIVATE: Final = range(0xF0000, 0x10FFFE)  # characters that mean nothing; far more than there are surrogates


class Occurrence(NamedTuple):
    start: int
    text: str


_occurrence: Callable[[tuple[int, str]], Occurrence] = partial(tuple.__new__, Occurrence)


def occurrences(strings: Iterable[str], text: str) -> list[Occurrence]:
    """Every occurrence from left to right, the longest at each place, none overlapping."""
    patterns = sorted({string for string in strings if string})
    if not patterns or not text:
        return []
    readable = patterns
    if _has_surrogates(text) or any(map(_has_surrogates, patterns)):
        stand_in = _stand_in(text, *patterns)
        readable, text = [pattern.translate(stand_in) for pattern in patterns], text.translate(stand_in)
    automaton = CharwiseDoubleArrayAhoCorasick(readable, MATCH_KIND_LEFTMOST_LONGEST)
    return list(map(_occurrence, ((start, patterns[number]) for start, _, number in automaton.find(text))))


def _has_surrogates(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False


def _stand_in(*texts: str) -> dict[int, int]:
    """For each lone surrogate, which the automaton cannot read, a character that none of the texts has."""
    used = set().union(*texts)
    lone = sorted(ord(char) for char in used if "\ud800" <= char <= "\udfff")
    free = (code for code in _PRIVATE if chr(code) not in used)
    return dict(zip(lone, free, strict=False))
