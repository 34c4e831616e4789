"""Groups keep the order and close when they are large enough."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nescio.core.groups import in_groups


@pytest.mark.parametrize(
    ("items", "expected"),
    [
        ([], []),
        (["ab"], [["ab"]]),
        (["a", "b", "cdef", "g"], [["a", "b", "cdef"], ["g"]]),
        (["abcde", "f"], [["abcde"], ["f"]]),
    ],
)
def test_a_group_closes_when_its_size_is_enough(items: list[str], expected: list[list[str]]) -> None:
    assert list(in_groups(items, len, 4)) == expected


@given(st.lists(st.text()), st.integers(1, 20))
def test_nothing_is_lost_and_nothing_moves(items: list[str], enough: int) -> None:
    groups = list(in_groups(items, len, enough))
    assert [item for group in groups for item in group] == items
    assert all(sum(map(len, group[:-1])) < enough for group in groups)
