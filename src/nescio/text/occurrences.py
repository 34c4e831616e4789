"""Where given strings stand in a text, in one pass."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from daachorse import MATCH_KIND_LEFTMOST_LONGEST, CharwiseDoubleArrayAhoCorasick

from nescio.core.model import Solution


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


def count_replacements(solution: Solution, found: Iterable[Occurrence] | None = None) -> Solution:
    """The solution with what its way back needs: which occurrence of its text each replacement is.

    `found` are the occurrences of all replacements, for those who have looked already.
    """
    if found is None:
        found = occurrences({row.text for row in solution.replacements}, solution.text)
    totals: Counter[str] = Counter()
    order: dict[tuple[int, str], int] = {}
    for item in found:
        order[item] = totals[item.text]
        totals[item.text] += 1
    rows = (replace(row, order=order.get((row.out_start, row.text))) for row in solution.replacements)
    return replace(solution, replacements=tuple(rows), totals=dict(totals))


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
