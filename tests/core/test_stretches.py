"""Which spans a stretch touches: as by looking at every one of them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from nescio.core.model import Span
from nescio.core.stretches import Stretches, touched

EDGES = st.tuples(st.integers(0, 30), st.integers(1, 9))


def span(start: int, size: int) -> Span:
    return Span(start, start + size, "PER", 0.5, "test")


@given(st.lists(EDGES), EDGES)
def test_touching_is_found_as_by_looking_at_every_span(
    edges: list[tuple[int, int]], place: tuple[int, int]
) -> None:
    spans, asked = [span(*edge) for edge in edges], span(*place)
    found = sorted(Stretches(spans).touching(asked.start, asked.end))
    assert found == sorted(other for other in spans if other.overlaps(asked))


@given(st.lists(EDGES), EDGES)
def test_a_cover_is_found_as_by_looking_at_every_span(
    edges: list[tuple[int, int]], place: tuple[int, int]
) -> None:
    spans, asked = [span(*edge) for edge in edges], span(*place)
    inside = any(other.start <= asked.start and asked.end <= other.end for other in spans)
    assert Stretches(spans).cover(asked) is inside


@given(st.lists(st.integers(0, 40), unique=True), EDGES)
def test_those_that_are_touched_stand_side_by_side(edges: list[int], place: tuple[int, int]) -> None:
    pairs = zip(sorted(edges)[::2], sorted(edges)[1::2], strict=False)
    spans, asked = [span(start, end - start) for start, end in pairs], span(*place)
    first, last = touched(spans, asked)
    assert spans[first:last] == [other for other in spans if other.overlaps(asked)]
