"""Where strings stand in a text; the law is in properties/test_laws.py."""

from __future__ import annotations

import pytest

from nescio.text.occurrences import occurrences


@pytest.mark.parametrize("end", ["", "\ud800"], ids=["plain", "with a lone surrogate"])
@pytest.mark.parametrize(
    ("strings", "text", "found"),
    [
        (["ab", "abc"], "abcab", [(0, "abc"), (3, "ab")]),
        (["aa"], "aaaa", [(0, "aa"), (2, "aa")]),
        (["P1", "P12"], "P12P1", [(0, "P12"), (3, "P1")]),
        (["[x]"], "😀[x]é", [(1, "[x]")]),
        ([""], "abc", []),
        ([], "abc", []),
    ],
)
def test_the_longest_at_each_place_none_overlapping(
    strings: list[str], text: str, found: list[tuple[int, str]], end: str
) -> None:
    assert occurrences(strings, text + end) == found
