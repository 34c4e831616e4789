"""Where given strings stand in a text, in one pass."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final, NamedTuple

from daachorse import MATCH_KIND_LEFTMOST_LONGEST, CharwiseDoubleArrayAhoCorasick

_PRIVATE: Final = range(0xF0000, 0x10FFFE)  # characters that mean nothing; far more than there are surrogates

_FEW: Final = 10_000  # characters times strings


class Occurrence(NamedTuple):
    start: int
    text: str


_occurrence: Callable[[tuple[int, str]], Occurrence] = partial(tuple.__new__, Occurrence)


def occurrences(strings: Iterable[str], text: str) -> list[Occurrence]:
    """Every occurrence from left to right, the longest at each place, none overlapping."""
    patterns = sorted({string for string in strings if string})
    if not patterns or not text:
        return []
    if len(patterns) * len(text) <= _FEW:
        return list(_found_one_by_one(patterns, text))
    readable = patterns
    if _has_surrogates(text) or any(map(_has_surrogates, patterns)):
        stand_in = _stand_in(text, *patterns)
        readable, text = [pattern.translate(stand_in) for pattern in patterns], text.translate(stand_in)
    automaton = CharwiseDoubleArrayAhoCorasick(readable, MATCH_KIND_LEFTMOST_LONGEST)
    return list(map(_occurrence, ((start, patterns[number]) for start, _, number in automaton.find(text))))


def _found_one_by_one(patterns: list[str], text: str) -> Iterator[Occurrence]:
    """The same without an automaton, which takes longer to build than a short text to look through."""
    nearest = {pattern: at for pattern in patterns if (at := text.find(pattern)) >= 0}
    while nearest:
        start, length = min((at, -len(pattern)) for pattern, at in nearest.items())
        end = start - length
        yield Occurrence(start, text[start:end])
        for pattern, at in list(nearest.items()):
            if at < end:
                nearest[pattern] = text.find(pattern, end)
                if nearest[pattern] < 0:
                    del nearest[pattern]


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
