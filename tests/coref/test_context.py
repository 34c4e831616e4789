"""Who is one and who is not, by what a text tells: cases by class and language."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from nescio.core.model import Document
from tests.coref.test_names import linker, unmarked

CASES = tomllib.loads((Path(__file__).parent / "identities.toml").read_text(encoding="utf-8"))
MISSED = "known_miss"
LEAST = 20  # cases of each language


def cases(*, missed: bool) -> Iterator[tuple[str, str, list[list[int]]]]:
    for kind, languages in CASES.items():
        if (kind == MISSED) == missed:
            for language, found in languages.items():
                yield from ((language, text, groups) for text, groups in found)


def groups_of(language: str, marked: str) -> list[list[int]]:
    text, spans = unmarked(marked)
    entities = linker(language).link(Document("d", text, language), spans)
    found = [sorted(int(span.source) for span in entity.mentions) for entity in entities]
    return sorted(group for group in found if len(group) > 1)


@pytest.mark.parametrize(("language", "text", "groups"), list(cases(missed=False)))
def test_who_is_one(language: str, text: str, groups: list[list[int]]) -> None:
    assert groups_of(language, text) == groups


@pytest.mark.parametrize(("language", "text", "groups"), list(cases(missed=True)))
def test_a_known_miss_is_still_missed(language: str, text: str, groups: list[list[int]]) -> None:
    assert groups_of(language, text) != groups


def test_every_language_has_many_cases() -> None:
    number = Counter(language for language, *_ in cases(missed=False))
    assert min(number.values()) >= LEAST
