"""Parts of a span: what is left of it beside others, trimmed to letters and digits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nescio.core.model import Span
from nescio.core.stretches import touched


def trimmed(text: str, span: Span) -> Iterator[Span]:
    """The span without anything at its edges that is neither letter nor digit; nothing if nothing is left."""
    start, end = span.start, span.end
    while start < end and not text[start].isalnum():
        start += 1
    while start < end and not text[end - 1].isalnum():
        end -= 1
    if start < end:
        yield span._replace(start=start, end=end)


def uncovered(text: str, span: Span, others: Sequence[Span]) -> Iterator[Span]:
    """The pieces of a span between others that it touches, which stand in order and never overlap."""
    edges = [span.start, *(edge for other in others for edge in (other.start, other.end)), span.end]
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        yield from trimmed(text, span._replace(start=start, end=end))


def beside(text: str, span: Span, others: Sequence[Span]) -> list[Span]:
    """What others, in order and never overlapping, leave of a span: all of it where they do not touch it."""
    first, last = touched(others, span)
    return list(uncovered(text, span, others[first:last])) if first < last else [span]
