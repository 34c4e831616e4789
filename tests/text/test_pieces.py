"""What is left of a span beside others."""

from __future__ import annotations

import pytest

from nescio.core.model import Span
from nescio.text.pieces import beside, trimmed, uncovered

TEXT = " (Ada, Holm) & Bo "


def span(start: int, end: int) -> Span:
    return Span(start, end, "PER", 0.5, "test")


@pytest.mark.parametrize(
    ("start", "end", "left"), [(0, 6, ["Ada"]), (0, 18, ["Ada, Holm) & Bo"]), (11, 15, [])]
)
def test_edges_without_letters_or_digits_go(start: int, end: int, left: list[str]) -> None:
    assert [TEXT[s.start : s.end] for s in trimmed(TEXT, span(start, end))] == left


def test_what_others_leave_of_a_span_is_kept() -> None:
    pieces = list(uncovered(TEXT, span(0, 18), [span(7, 11)]))
    assert [TEXT[s.start : s.end] for s in pieces] == ["Ada", "Bo"]


def test_a_span_that_nobody_touches_stays_as_it_is() -> None:
    assert beside(TEXT, span(0, 6), [span(7, 11)]) == [span(0, 6)]
    assert beside(TEXT, span(0, 6), [span(2, 11)]) == []
    assert beside(TEXT, span(0, 6), [span(3, 11)]) == [span(2, 3)]
