"""Matching in linear time; see also detect/test_patterns.py."""

from __future__ import annotations

import pytest

from nescio.core.errors import ConfigError
from nescio.detect.pattern_matcher import Haystack, PatternMatcher
from nescio.packs.rules import Rule


def find(regex: str, text: str, *, boundary: bool = True) -> list[str]:
    matcher = PatternMatcher(Rule("r", "CODE", regex, "invented", boundary=boundary))
    return [text[start:end] for _, start, end in matcher.find(Haystack(text))]


@pytest.mark.parametrize(
    ("regex", "text", "found"),
    [
        ("[0-9]{2}", "12 34 56", ["12", "34", "56"]),
        ("[0-9]{2}", "12é34", []),
        ("[0-9]{2}", "12€34", ["12", "34"]),
        ("é{1,2}", "é éé ééé", ["é", "éé"]),
        ("a?", "b a", ["a"]),
        ("x{0,3}", "", []),
    ],
)
def test_neighbours_share_a_separator_and_empty_matches_are_none(
    regex: str, text: str, found: list[str]
) -> None:
    assert find(regex, text) == found


def test_without_boundaries_a_match_may_stand_inside_a_word() -> None:
    assert find("[0-9]{2}", "a1234b", boundary=False) == ["12", "34"]


@pytest.mark.parametrize("regex", ["(", "(?=a)", r"(a)\1", "a{5000}"])
def test_what_re2_cannot_do_is_refused_by_name(regex: str) -> None:
    with pytest.raises(ConfigError, match="Rule 'r' is not a regular expression of RE2"):
        PatternMatcher(Rule("r", "CODE", regex, "invented"))


MEETING = ["12", "", "a 34\n", "\n56 b", "é", "7", "12 c 12", "€", "12\n\n", "34"]


@pytest.mark.parametrize(
    "rule",
    [
        Rule("r", "CODE", "[0-9]{2}", "invented"),
        Rule("r", "CODE", "[0-9]{1,2}", "invented", boundary=False),
        Rule("r", "CODE", "[0-9]{2}", "invented", before="(?:^|\\n)"),
        Rule("r", "CODE", "[0-9]{2}", "invented", before="[^a]", boundary=False),
        Rule("r", "CODE", "[0-9]{2}", "invented", after="(?:$|\\s)"),
        Rule("r", "CODE", "[^x]{1,30}", "invented", boundary=False),
        Rule("r", "CODE", r"[\D]{1,30}|\S", "invented"),
        Rule("r", "CODE", "a?", "invented", boundary=False),
        Rule("r", "CODE", "[0-9]{2}", "invented", unless_before="[a-z] ?"),
        Rule("r", "CODE", "[0-9]{2}", "invented", unless_after="[^0-9]"),
        Rule("r", "CODE", "[0-9]{2}", "invented", unless="^12"),
    ],
)
def test_many_texts_are_matched_as_each_alone(rule: Rule) -> None:
    matcher = PatternMatcher(rule)
    alone = [
        (number, start, end)
        for number, text in enumerate(MEETING)
        for _, start, end in matcher.find(Haystack(text))
    ]
    assert list(matcher.find(Haystack(*MEETING))) == alone


@pytest.mark.parametrize("boundary", [True, False])
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Akz 12/3", ["12/3"]),
        ("Akz: AB/3", ["AB/3"]),
        ("Akzente 12/3", []),
        ("Akz4/3", ["4/3"]),
        ("Akzº12/3", ["12/3"]),
    ],
)
def test_a_cue_does_not_end_inside_a_word(text: str, found: list[str], *, boundary: bool) -> None:
    rule = Rule("f", "CODE", r"[A-Za-z]{0,9} ?\d*/\d", "", before="Akz:? ?º?", boundary=boundary)
    hits = PatternMatcher(rule).find(Haystack(text))
    assert [text[start:end] for _, start, end in hits] == found
