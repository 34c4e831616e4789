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


class Strings:
    """What is looked for in more than one text; the automaton is built when one is long, and then kept."""

    def __init__(self, strings: Iterable[str]) -> None:
        self._patterns = sorted(filter(None, set(strings)))
        self._are_plain: bool | None = None  # none has a lone surrogate; looked at with the first long text
        self._automaton: CharwiseDoubleArrayAhoCorasick | None = None

    def occurrences(self, text: str) -> list[Occurrence]:
        """Every occurrence from left to right, the longest at each place, none overlapping."""
        if not self._patterns or not text:
            return []
        if len(self._patterns) * len(text) <= _FEW:
            return list(_found_one_by_one(self._patterns, text))
        if self._are_plain is None:
            self._are_plain = not _has_surrogates("".join(self._patterns))
        if not self._are_plain or _has_surrogates(text):
            stand_in = _stand_in(text, *self._patterns)
            readable = [pattern.translate(stand_in) for pattern in self._patterns]
            return self._found(_automaton(readable), text.translate(stand_in))
        if self._automaton is None:
            self._automaton = _automaton(self._patterns)
        return self._found(self._automaton, text)

    def _found(self, automaton: CharwiseDoubleArrayAhoCorasick, text: str) -> list[Occurrence]:
        patterns = self._patterns
        return list(
            map(_occurrence, ((start, patterns[number]) for start, _, number in automaton.find(text)))
        )


def occurrences(strings: Iterable[str], text: str) -> list[Occurrence]:
    """Every occurrence from left to right, the longest at each place, none overlapping."""
    return Strings(strings).occurrences(text)


def _automaton(patterns: list[str]) -> CharwiseDoubleArrayAhoCorasick:
    return CharwiseDoubleArrayAhoCorasick(patterns, MATCH_KIND_LEFTMOST_LONGEST)


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
