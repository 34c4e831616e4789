"""One byte per character, and expressions over such bytes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nescio.detect.pattern_matcher import Haystack, PatternMatcher
from nescio.packs.rules import Rule
from nescio.text.alphabet import BETWEEN, both_cases, regex_to_alphabet, to_alphabet


@given(st.text())
def test_every_character_is_one_byte(text: str) -> None:
    assert len(to_alphabet(text)) == len(text)


def test_lone_surrogates_and_control_characters_are_others() -> None:
    assert to_alphabet("\ud800\x85\x00") == b"\x9f\x9f\x9f"


@given(st.text())
def test_what_stands_between_texts_stands_in_none(text: str) -> None:
    assert BETWEEN not in to_alphabet(f"{text}\n")


@pytest.mark.parametrize(
    "regex",
    [
        "[а-я]{3}",
        "Ωmega",
        r"[\x{100}-\x{17F}]",
        r"\PL",
        r"\p{Greek}",
        r"[\x80-\xff]",
        r"\x00",
        r"[\x01-\x1f]",
        r"(?s:a.b)",
        r"(?im:^a)",
        r"a\z",
        r"[[:space:]]",
        r"[[:^alpha:]]",
    ],
)
def test_an_expression_that_tells_more_apart_is_not_translated(regex: str) -> None:
    assert regex_to_alphabet(regex) is None


@pytest.mark.parametrize(
    ("regex", "widened"),
    [
        ("(?i:märz)|é", "(?i:m[äÄ]rz)|é"),
        ("(?i:d[íi]a(?:ñ))ñ", "(?i:d[íÍi]a(?:[ñÑ]))ñ"),
        (r"(?i:\(é\)[^]é])", r"(?i:\([éÉ]\)[^]éÉ])"),
        ("(?i:[à-ü]ß)", "(?i:[à-ü]ß)"),
    ],
)
def test_letters_beyond_ascii_have_both_cases_where_case_is_ignored(regex: str, widened: str) -> None:
    assert both_cases(regex) == widened


def test_a_rule_that_ignores_case_finds_capitals_beyond_ascii() -> None:
    rule = Rule("day", "DATE", "(?i:sábado)", "me")
    assert list(PatternMatcher(rule).find(Haystack("SÁBADO, sábado"))) == [(0, 0, 6), (0, 8, 14)]
    everywhere = Rule("day", "DATE", "sábado", "me", ignore_case=True)
    assert list(PatternMatcher(everywhere).find(Haystack("SÁBADO"))) == [(0, 0, 6)]


SAMPLE = "a\n b.\x00\r\n]^Šimon Żak, “Ana–María” O’Neil №5 €3 Иван 東京 İzmir x̌y ½ ٣ a\u202fb […] naïve-Ærø"


@pytest.mark.parametrize(
    "regex",
    [
        r"\p{Lu}[\p{Ll}\pM]{1,9}",
        r"[\pL\pM]{2,9}",
        r"\pN{1,3}",
        r"[“”–’€№]{1,2}",
        r"[^\pL\pN ]{1,3}",
        r"a\x{202F}b",
        r"[]\[]{1,2}",
        r"\p{Lu}’\pL{1,9}",
        r"[æÆø-ÿ]{1,3}",
        r"[[:alpha:]]{2,5}",
        r"^.{1,9}",
        r".{1,9}$",
        r"[^]b]{1,5}",
        r"[]^a]{1,2}",
        r"[^\n]{1,9}",
        r"\n.?",
        r"\s{1,3}|[\s,]{1,2}",
        r"\S{1,9}",
        r"[\S\n]{1,4}",
        r"[^\S]{1,4}",
        r"\D{3}|[\D]{2}",
        r"\W{1,3}|[^\W]{2}",
        r"[\W]{2}",
        r"[0-9]-\pL|[a-c]-[A-Z]",
        r"(?:Ana|naï)[a-zï]{1,9}|x[a-z]y",
    ],
)
def test_a_translated_expression_finds_what_the_plain_one_finds(regex: str) -> None:
    narrow = PatternMatcher(Rule("r", "CODE", regex, "invented", boundary=False))
    # A letter of another script that never stands in the sample makes the rule a wide one.
    wide = PatternMatcher(Rule("r", "CODE", f"(?:{regex})|ԱԲ", "invented", boundary=False))
    text = Haystack(SAMPLE)
    assert regex_to_alphabet(regex) is not None
    assert list(narrow.find(text)) == list(wide.find(text))


def test_a_rule_in_another_script_is_matched_as_it_is_written() -> None:
    text = "Иван и Олег"
    matcher = PatternMatcher(Rule("r", "PER", "Олег", "invented"))
    assert [text[a:b] for _, a, b in matcher.find(Haystack(text))] == ["Олег"]
