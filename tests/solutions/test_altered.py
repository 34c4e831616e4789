"""Placeholders in another spelling are found as by one regular expression for each of them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nescio.solutions.altered import find_altered, find_translated


def by_regex(placeholder: str, text: str) -> list[tuple[int, int]]:
    """What the search in one pass must find, in plain words: slow, and simple enough to be believed."""
    match = re.fullmatch(r"(\W*)(.*?)(\d+)(\W*)", placeholder, re.DOTALL)
    if match is None or not match[2]:
        return []
    opening, word, number, closing = (re.escape(part) for part in match.groups())
    core = rf"{word}[\s_-]{{0,2}}{number}"
    if not opening and not closing:
        pattern = rf"\b{core}\b"
    else:
        whole = rf"{opening}\s{{0,2}}{core}\s{{0,2}}{closing}"
        pattern = rf"{whole}|{opening}\s{{0,2}}{core}\b|\b{core}\s{{0,2}}{closing}"
    return [found.span() for found in re.finditer(pattern, text, re.IGNORECASE)]


PLACEHOLDERS = st.lists(
    st.one_of(
        st.sampled_from(
            ["[PER1]", "[PER12]", "PER1", "#PER1", "PER1]", "**LOC2**", "[LOC 2]", "[1]", "Anna"]
        ),
        st.text("[]#*-_ 1pPÄ", min_size=1, max_size=6),
    ),
    max_size=4,
)
PIECES = st.sampled_from(
    [
        "[PER1]",
        "[per 1]",
        "PER_1",
        "per1]",
        "[Per-1",
        "#PER12",
        "**loc2*",
        "[ LOC 2 ]",
        "1",
        "12",
        " ",
        "x",
        "*",
    ]
)
TEXTS = st.one_of(st.lists(PIECES, max_size=8).map("".join), st.text("[]#*-_ 12pPerERÄä", max_size=24))


@settings(max_examples=400)
@given(PLACEHOLDERS, TEXTS)
def test_all_are_found_as_by_a_regular_expression_for_each(placeholders: list[str], text: str) -> None:
    found = find_altered(placeholders, text)
    expected = {one: places for one in placeholders if (places := by_regex(one, text))}
    assert found == expected


@pytest.mark.parametrize(
    "text",
    ["[person1]", "[Person 1]", "[PERSON_1", "PERSON1]", "[ PERSON- 1 ]", "person-1 ]"],
)
def test_other_case_a_space_and_a_lost_bracket_are_seen_through(text: str) -> None:
    places = find_altered(["[PERSON1]"], f"so {text} said")
    assert [f"so {text} said"[slice(*place)] for place in places["[PERSON1]"]] == [text]


def test_another_number_is_another_placeholder() -> None:
    assert find_altered(["[PERSON1]"], "[person 12], [person 2]") == {}


KNOWN = ["[PERSON1]", "[PERSON2]", "[CITY1]", "[CITY3]"]


@pytest.mark.parametrize(
    ("lost", "text", "found"),
    [
        (["[PERSON2]"], "y [PERSONA2] vive", {"[PERSON2]": "[PERSONA2]"}),
        (["[CITY3]"], "em [CIDADE 3].", {"[CITY3]": "[CIDADE 3]"}),
        (["[PERSON1]", "[CITY1]"], "[PESSOA1] em [CIDADE1]", {}),
        (["[PERSON2]"], "[CITY2] und [PERSON9] und (PERSONA2) und PERSONA2", {}),
        (["[PERSON2]"], "[ein langer Satz, der 2]", {}),
    ],
    ids=["word", "blank", "two could be it", "words and brackets of others", "no word"],
)
def test_a_placeholder_is_known_in_another_language_by_its_number_alone(
    lost: list[str], text: str, found: dict[str, str]
) -> None:
    places = find_translated(lost, KNOWN, text)
    assert {name: text[slice(*place[0])] for name, place in places.items()} == found
