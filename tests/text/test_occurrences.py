"""Where strings stand in a text; the law is in properties/test_laws.py."""

from __future__ import annotations

import pytest

from nescio.text.occurrences import Strings, occurrences


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


@pytest.mark.parametrize("own", ["Ada", "\udc80Ada"], ids=["plain", "with a lone surrogate"])
def test_what_is_looked_for_in_many_texts_is_found_in_each_as_alone(own: str) -> None:
    strings = {own, "da", *(f"P{number}" for number in range(30))}
    texts = [
        f"{own} P7, P77 und {own}. {filled}" for filled in ("", "x" * 4000, "y\ud800" * 2000, "P1" * 2000)
    ]
    looked_for = Strings(strings)
    assert [looked_for.occurrences(text) for text in texts] == [occurrences(strings, text) for text in texts]
    assert [found.text for found in looked_for.occurrences(texts[1])] == [own, "P7", "P7", own]
