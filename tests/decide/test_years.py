"""Policies that keep the year of a date, with every method, through the whole pipeline."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import nescio
from nescio.core.model import Document, Entity, Span
from nescio.decide.policy import build_table
from nescio.decide.years import without_years
from nescio.packs import load_pack

CASES = tomllib.loads((Path(__file__).parent / "years.toml").read_text(encoding="utf-8"))["case"]
METHODS = ("tag", "suppress", "substitute", "generalize")


@cache
def anonymizer(language: str, policy: str, method: str) -> nescio.Anonymizer:
    options = {
        "detect": {"detectors": ["patterns"]},
        "decide": {"policy": policy},
        "replace": {"default": method},
    }
    return nescio.load(language, options=options)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("case", CASES, ids=[f"{case['language']}: {case['text']}" for case in CASES])
def test_no_method_tells_the_day_or_the_month(case: dict[str, Any], method: str) -> None:
    for policy in case.get("policies", ("hipaa", "judicial")):
        result = anonymizer(case["language"], policy, method).anonymize(case["text"])
        shown = result.text
        assert [word for word in case.get("stays", ()) if word not in shown] == []
        assert [word for word in case["goes"] if word in shown] == []
        assert nescio.reidentify(shown, result.table).text == case["text"]


@pytest.mark.parametrize("method", METHODS)
def test_a_blanket_policy_lets_a_method_tell_what_it_tells(method: str) -> None:
    shown = anonymizer("en", "blanket", method).anonymize("She came on 4 May 2021.").text
    assert ("May 2021" in shown) == (method == "generalize")


@pytest.mark.parametrize(
    ("text", "left"),
    [("V 1971", ["V"]), ("in 1971", []), ("In 1971", []), ("XI/1971", ["XI"]), ("de 1971", [])],
)
def test_a_month_in_roman_figures_is_more_than_a_small_word(text: str, left: list[str]) -> None:
    pieces = without_years(text, Span(0, len(text), "DATE", 1.0, "t"))
    assert [text[piece.start : piece.end] for piece in pieces] == left


def test_what_is_left_of_a_date_says_that_nothing_of_it_may_be_told() -> None:
    policy = build_table(load_pack("en"), {"name": "hipaa"})
    doc = Document("d", "4 May 1971, Ida", "en")
    date = Entity(0, "DATE", (Span(0, 10, "DATE", 1.0, "t"),))
    person = Entity(1, "PER", (Span(12, 15, "PER", 1.0, "t"),))
    told, all_of_it = policy.decide(doc, [date, person])
    assert told.mentions == (Span(0, 5, "DATE", 1.0, "t"),)
    assert all_of_it.mentions is None
