"""Every feature of tables 3.2 to 3.5 holds where it should, and no other beside it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from nescio.decide.finder.features import BASELINE, FEATURES, FED_BACK, GROUPS, Asked, FinderLists, predicates
from nescio.decide.finder.words import FinderWord, cut_words
from nescio.packs import load_pack
from nescio.text.segment import Segmenter

CASES = tomllib.loads(Path(__file__).with_name("features.toml").read_text(encoding="utf-8"))["case"]
PACK = load_pack("en")
LISTS = FinderLists(PACK)


def cut(text: str) -> list[FinderWord]:
    return cut_words(text, Segmenter(PACK.abbreviations))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['text'][:24]}:{case['at']}")
def test_a_word_has_exactly_its_features(case: dict[str, object]) -> None:
    rows = predicates(cut(str(case["text"])), LISTS)
    assert sorted(rows[int(str(case["at"]))]) == sorted(case["has"])  # type: ignore[call-overload]


def test_there_are_as_many_features_as_in_the_thesis() -> None:
    sizes = {name: len(members) for name, members in GROUPS.items()}
    assert sizes == {
        "orthographic": 14, "dictionary": 4, "context": 5, "first word": 1, "compound": 10, "all": 34,
        "the thesis's nine": 9,
    }  # fmt: skip
    assert set(BASELINE) | set(FED_BACK) <= set(FEATURES)


def test_the_words_beside_it_are_predicates_as_they_are_written() -> None:
    row = predicates(cut("so Mr. Orr slept well"), LISTS)[2]
    assert {name: row[name] for name in ("W-1", "W-2", "W+1", "W+2")} == {
        "W-1": "Mr.", "W-2": "so", "W+1": "slept", "W+2": "well",
    }  # fmt: skip


def test_no_neighbour_is_of_another_sentence() -> None:
    rows = predicates(cut("It was late. Orr slept."), LISTS)
    assert "W-1" not in rows[3]
    assert "FirstWord" in rows[3]


def test_features_that_ask_for_tags() -> None:
    words = cut("born August 14 and Anna Orr Quill")
    asked = [Asked(words, at, LISTS) for at in range(len(words))]
    assert asked[2].features(True, False, after_month=True, listed=False) == ["C9", "C10"]
    assert asked[2].features(False, False, after_month=True, listed=False) == []
    assert asked[6].features(True, True, after_month=False, listed=True) == ["Anony", "C7", "C8"]
    assert asked[3].features(True, True, after_month=False, listed=False) == []


@pytest.mark.parametrize("language", ["en", "de", "pt", "es"])
def test_every_language_has_the_lists(language: str) -> None:
    lists = FinderLists(load_pack(language))
    own = (lists.common, lists.months, lists.weekdays, lists.titles, lists.related, lists.suffixes)
    assert all(len(entries) >= 7 for entries in own)
    assert all((lists.account, lists.who, lists.born))
