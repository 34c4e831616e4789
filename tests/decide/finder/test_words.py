"""The finder cuts texts as the thesis says, and its words stand where it says."""

from __future__ import annotations

import tomllib
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nescio.decide.finder.words import cut_words
from nescio.text.segment import Segmenter

CASES = tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))["case"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["text"][:20])
def test_words_are_cleaned(case: dict[str, object]) -> None:
    found = cut_words(str(case["text"]), Segmenter(["Mr."]))
    assert [word.text for word in found] == case["words"]


@given(st.text(alphabet="Ab1.,'’\"()[]«»/-… \n", max_size=60))
def test_words_stand_where_they_say_and_in_order(text: str) -> None:
    found = cut_words(text, Segmenter([]))
    assert all(text[word.start : word.end] == word.text for word in found)
    assert all(first.end <= second.start for first, second in pairwise(found))
