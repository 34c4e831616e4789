"""Names of one person and of two, by what a language lists, makes and mistypes, and by what a text says."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from nescio.core.model import Document, Span
from nescio.coref.names import NameLinker
from nescio.packs import load_pack

CASES = tomllib.loads((Path(__file__).parent / "persons.toml").read_text(encoding="utf-8"))
STRANGERS = ("Zorbek Anaval", "Quilmo")  # names that nothing but the text can join


@cache
def linker(language: str) -> NameLinker:
    return NameLinker.build(load_pack(language), {})


def pairs(said: str) -> Iterator[tuple[str, str, str, str]]:
    """Language, text and the two mentions of each case."""
    for kind in ("listed", "made", "begun", "slip", "one_word_less"):
        for language, found in CASES[kind][said].items():
            for one, other in found:
                yield language, f"{one} / {other} /", one, other
    for language, phrases in CASES["alias"][said].items():
        for phrase in phrases:
            text = CASES["alias"]["text"][language] % phrase
            yield language, text.format(*STRANGERS), *STRANGERS


def entities(language: str, text: str, *surfaces: str) -> int:
    places = [(text.index(surfaces[0]), surfaces[0]), (text.rindex(surfaces[1]), surfaces[1])]
    spans = [Span(start, start + len(surface), "PER", 0.9, "test") for start, surface in places]
    return len(linker(language).link(Document("d", text, language), spans))


@pytest.mark.parametrize(("language", "text", "one", "other"), list(pairs("same")))
def test_names_of_one_person_are_linked(language: str, text: str, one: str, other: str) -> None:
    assert entities(language, text, one, other) == 1


@pytest.mark.parametrize(("language", "text", "one", "other"), list(pairs("apart")))
def test_names_of_two_people_are_not_linked(language: str, text: str, one: str, other: str) -> None:
    assert entities(language, text, one, other) == 2
