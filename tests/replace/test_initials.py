"""The way of the courts."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from nescio import load
from nescio.core.errors import ConfigError
from nescio.core.protocols import Method
from nescio.packs import load_pack
from nescio.replace.initials import InitialsMethod
from nescio.solutions.reidentify import reidentify
from nescio.solutions.table import make_table
from nescio.testing import MethodContract
from tests.replace.test_substitute import solve

CASES: Final = tomllib.loads(Path(__file__).with_name("initials.toml").read_text(encoding="utf-8"))["case"]
PEOPLE: Final = (
    "Susan Reid",
    "Saul Rooke",
    "Dr. Sid Ross",
    "Reid, Susan",
    "T. Quill",
    "Ulla",
    "von Berg",
)


class TestInitials(MethodContract):
    def make(self) -> Method:
        return InitialsMethod.build(load_pack("en"), {})


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['language']}: {case['why']}")
def test_a_court_would_write_it_so(case: dict[str, str]) -> None:
    options = {"habit": case["habit"]} if "habit" in case else {}
    text, done = solve(case["text"], case["language"], "initials", **options)
    assert text == case["after"]
    restored = reidentify(text, make_table(done), by="order")
    assert (restored.text, restored.complete) == (done.document.text, True)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(PEOPLE), min_size=1, max_size=12), st.sampled_from(["initials", "french"]))
def test_no_two_people_have_one_answer(people: list[str], habit: str) -> None:
    marked = " x ".join(f"[{name}|PER|{number}]" for number, name in enumerate(people))
    text, done = solve(marked, "en", "initials", habit=habit)
    answers = [regex.sub(r"^Dr\. ", "", answer) for answer in text.split(" x ")]
    assert len(set(answers)) == len(people)
    assert reidentify(text, make_table(done), by="placeholder").text == done.document.text


def test_more_people_than_letters_are_told_apart() -> None:
    marked = " ".join(f"[Person{chr(97 + number % 26)}{chr(97 + number // 26)}|PER]" for number in range(60))
    for language, habit in (("de", "german"), ("pt", "portuguese"), ("en", "french"), ("es", "spanish")):
        text, _ = solve(marked, language, "initials", habit=habit)
        assert len(set(text.split())) == 60


def test_the_judicial_policy_keeps_the_year_and_the_judge() -> None:
    judicial = load("en", method="initials", options={"decide": {"policy": "judicial"}})
    text = judicial.anonymize("Mr. Wilbur Marlow was born on March 17, 2000.").text
    assert "Marlow" not in text
    assert "W.M." in text
    assert "2000" in text
    assert "March" not in text


@pytest.mark.parametrize(
    ("language", "options", "message"),
    [
        ("en", {"habits": "x"}, "'initials' has no option 'habits'. Did you mean 'habit'"),
        ("en", {"habit": "german"}, "'habit' of 'initials' cannot have this value. Known: french, initials"),
        ("de", {"habit": 5}, "'habit' of 'initials' cannot have this value. Known: french, german, initials"),
    ],
)
def test_wrong_options_are_refused(language: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        InitialsMethod.build(load_pack(language), options)
