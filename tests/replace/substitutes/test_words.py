"""Occupations, peoples and faiths: another word of the same kind and form, and the word for the kind."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from nescio.packs import load_pack
from nescio.packs.word_kinds import WordKind, WordKinds
from tests.replace.test_substitute import solve

CASES = tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))["case"]
SMALL = regex.compile(r"\[([^|]+)\|\w+\]")


def table_of(language: str, label: str) -> WordKinds:
    lists = load_pack(language).surrogates
    return lists.occupations if label == "PROFESSION" else lists.groups


def kind_of(case: dict[str, str]) -> tuple[WordKind, int]:
    table = table_of(case["language"], case["label"])
    return next(kind for kind in table.kind if kind.name == case["kind"]), table.forms.index(case["form"])


def said(case: dict[str, str], method: str) -> str:
    """What stands in the place of the mention, with the capitals of the lists' words left aside."""
    text, _ = solve(case["marked"], case["language"], method)
    before, after = SMALL.split(case["marked"])[::2]
    # "a" before the word may have become "an"
    lead = regex.sub(r"\b[Aa]n? $", "", before) if case["language"] == "en" else before
    return text[len(lead) : len(text) - len(after)].strip().lower()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["marked"])
def test_a_word_of_the_same_kind_and_form_stands_there(case: dict[str, str]) -> None:
    kind, form = kind_of(case)
    new = regex.sub(r"^(?:an?) ", "", said(case, "substitute"))
    assert new in {row[form].lower() for row in kind.words}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["marked"])
def test_the_word_for_the_kind_stands_there(case: dict[str, str]) -> None:
    kind, form = kind_of(case)
    new = regex.sub(r"^(?:an?) ", "", said(case, "generalize"))
    assert new == kind.general[form].lower()


@pytest.mark.parametrize(
    ("marked", "pattern"),
    [
        ("A [nurse|PROFESSION] and an [engineer|PROFESSION].", r"(An? \w[\w ]*) and (an? \w[\w ]*)\."),
        ("She saw an [Italian|NORP] there.", r"She saw (an? \w+) there\."),
    ],
)
def test_the_article_before_a_word_sounds_right(marked: str, pattern: str) -> None:
    for seed in range(15):
        text, _ = solve(marked, "en", seed=f"s{seed}")
        match = regex.fullmatch(pattern, text)
        assert match, text
        for found in match.groups():
            article, _, word = found.partition(" ")
            assert (article.lower() == "an") == (word[0].lower() in "aeiou"), text


@pytest.mark.parametrize(
    ("marked", "pattern"),
    [("[NURSE|PROFESSION]", r"\p{Lu}[\p{Lu} ]+"), ("[Nurse|PROFESSION]", r"\p{Lu}\p{Ll}[\p{Ll} ]+")],
)
def test_capitals_stay(marked: str, pattern: str) -> None:
    assert regex.fullmatch(pattern, solve(marked, "en")[0])


@pytest.mark.parametrize("language", ["en", "de", "es", "pt"])
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_no_two_words_share_one_and_each_keeps_its_own(language: str, data: st.DataObject) -> None:
    """Whatever words of the lists stand in a text, none of them comes out, and none twice."""
    table = table_of(language, "PROFESSION")
    rows = [row for kind in table.kind for row in kind.words]
    chosen = data.draw(st.lists(st.sampled_from(rows), min_size=1, max_size=6, unique=True))
    words = list(dict.fromkeys(row[0] for row in chosen))
    marked = " ; ".join(f"[{word}|PROFESSION|{n}] ; [{word}|PROFESSION|{n}]" for n, word in enumerate(words))
    new = solve(marked, language)[0].split(" ; ")
    assert new[::2] == new[1::2]
    assert len(set(new)) == len(words)
    assert not {item.lower() for item in new} & {word.lower() for word in words}


@pytest.mark.parametrize("language", ["en", "de", "es", "pt"])
def test_the_words_of_a_language_are_whole(language: str) -> None:
    for label in ("PROFESSION", "NORP"):
        table = table_of(language, label)
        assert len(table.kind) >= 7
        for kind in table.kind:
            assert len(set(kind.words)) == len(kind.words)
            assert kind.words


def test_what_already_is_the_general_word_gets_a_wider_one() -> None:
    assert solve("The [health worker|PROFESSION] left.", "en", "generalize")[0] == "The professional left."
