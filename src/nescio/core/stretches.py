"""Many spans of one text, and which of them a stretch of it touches or lies in."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Final

from nescio.core.model import Span

_FEW: Final = 8  # spans that are sooner looked through than searched


class Stretches:
    """Spans, overlapping or not, by the places that they touch."""

    def __init__(self, spans: Sequence[Span]) -> None:
        self._spans = sorted(spans)
        self._starts = [span[0] for span in self._spans]

    @cached_property
    def _reach(self) -> list[int]:
        """How far all up to each of them reach."""
        return list(accumulate((span[1] for span in self._spans), max))

    @cached_property
    def _around(self) -> list[int]:
        return _nearest_around(self._spans)

    def __bool__(self) -> bool:
        return bool(self._spans)

    def touching(self, start: int, end: int) -> Iterator[Span]:
        """Those that reach into a stretch, the last first; what lies before it is passed over at once."""
        index = bisect_left(self._starts, end) - 1
        while index >= 0:
            span = self._spans[index]
            if span.end > start:
                yield span
                index -= 1
            else:  # so does everything between here and the next one that ends later
                index = self._around[index]

    def cover(self, span: Span) -> bool:
        """The span lies inside one of them."""
        index = bisect_right(self._starts, span.start)
        return index > 0 and self._reach[index - 1] >= span.end


def _nearest_around(spans: Sequence[Span]) -> list[int]:
    """For each of the sorted spans the nearest before it that ends later; -1 if there is none."""
    nearest: list[int] = []
    for index, span in enumerate(spans):
        other = index - 1
        while other >= 0 and spans[other].end <= span.end:
            other = nearest[other]
        nearest.append(other)
    return nearest


def touched(spans: Sequence[Span], span: Span) -> tuple[int, int]:
    """Of spans in order that never overlap, those that another touches stand side by side: from, to."""
    start, end = span.start, span.end
    if len(spans) > _FEW:
        first = bisect_left(spans, start, key=lambda other: other.end - 1)
        return first, max(first, bisect_left(spans, end, key=lambda other: other.start))
    first = 0
    while first < len(spans) and spans[first].end <= start:
        first += 1
    last = first
    while last < len(spans) and spans[last].start < end:
        last += 1
    return first, last


def refuse_strange_spans(spans: Sequence[Span], length: int) -> None:
    """Spans that stand in order, never overlap and lie in the text; anything else is a `ValueError`."""
    read = 0
    for span in spans:
        if not read <= span.start < span.end <= length:
            raise ValueError("spans in order that never overlap and lie in the text")
        read = span.end


def refuse_lost_spans(before: Sequence[Span], after: Sequence[Span]) -> None:
    """Of what was found nothing comes to light again: a `ValueError` if a span is no longer touched."""
    found = Stretches(after)
    if any(next(found.touching(span.start, span.end), None) is None for span in before):
        raise ValueError("nothing that was found comes to light again")
