"""What every match holds is said of an expression only if every match does."""

from __future__ import annotations

import json

import pytest

from nescio.detect.needles import FOLDING, needles_of
from nescio.detect.pattern_matcher import Haystack, PatternMatcher, with_needles
from nescio.detect.sieve import RuleSieve
from nescio.packs import load_pack
from nescio.text.alphabet import to_alphabet

CASES = [
    ("Konto", {"konto"}),
    (r"(?m)(?:^|[^A-Za-z])(?P<span>AB\d{4})(?:$|x)", {"ab0000", "ab0000x"}),
    (r"Berg(?:dorf|tal)", {"bergdorf", "bergtal"}),
    (r"(?i:Dr|Prof)\.", {"dr.", "prof."}),
    (r"(?i:Frau|Prof)[ \xA0]", {"frau ", "prof "}),
    (r"Tür|T[\xFC\xDC]ren", {"tür", "türen"}),
    (r"\d{2,3}-\d", {"00-0", "000-0"}),
    (r"a{0,3}", None),
    (r"(?:Haus){1,4}", {"haus", "haushaus", "haushaushaus", "haushaushaushaus"}),
    (r"(?:Haus)+", {"haus"}),
    (r"x?Ort", {"ort", "xort"}),
    (r"[A-Za-z]{3,9}", None),
    (r"[^a]bcd", {"bcd"}),
    (r"(?:abc|\pL)def", {"def"}),
    (r"abc|d", None),
    (r"@\w{1,20}", {"@"}),
    (r"und|oder", {"und", "oder"}),
    (r"a.c", None),
    (r"\(abc\)", {"(abc)"}),
    (r"[[:alpha:]]abc", {"abc"}),
    (r"(abc", None),
]


@pytest.mark.parametrize(("regex", "expected"), CASES, ids=[regex for regex, _ in CASES])
def test_needles_of_an_expression(regex: str, expected: set[str] | None) -> None:
    found = needles_of(regex)
    assert (None if found is None else set(found)) == expected


@pytest.mark.parametrize("language", ["en", "de", "pt", "es"])
def test_no_rule_matches_where_none_of_its_needles_stands(language: str) -> None:
    pack = load_pack(language)
    files = [path for folder in pack.folders for path in folder.glob("cases/*.jsonl")]
    texts = [json.loads(line)["text"] for path in files for line in path.read_text("utf-8").splitlines()]
    haystack = Haystack(*texts)
    folded = [to_alphabet(text).translate(FOLDING).decode("latin-1") for text in texts]
    for rule in pack.rules:
        matcher = PatternMatcher(rule)
        needles = with_needles(matcher.written).needles
        if needles is not None:
            for number, _, _ in matcher.find(haystack):
                assert any(needle in folded[number] for needle in needles), rule


def test_a_sieve_tells_the_texts_that_hold_a_needle() -> None:
    sieve = RuleSieve([("abc", "xyz"), None, ("abcd",)])
    assert sieve.asked([b"--ABC--", b"", b"xyz abcd"]) == [[0, 2], [0, 1, 2], [2]]
    assert RuleSieve([None]).asked([b"a"]) == [[0]]


def test_a_needle_is_found_across_the_border_of_two_stretches() -> None:
    sieve = RuleSieve([("needle",)])
    for place in range((1 << 16) - 8, (1 << 16) + 2):
        assert sieve.asked([b"x" * place + b"needle"]) == [[0]]
