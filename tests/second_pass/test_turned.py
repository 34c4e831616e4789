"""Family names before given names, beside each other; cases are in turned.toml."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from nescio.core.model import Document, Span
from nescio.packs import load_pack
from nescio.second_pass.turned import TurnedNames
from nescio.second_pass.variants import VariantPass

CASES = tomllib.loads(Path(__file__).with_name("turned.toml").read_text(encoding="utf-8"))
_GIVEN = re.compile(r"\[([^\]]*)\]")


def read(marked: str) -> tuple[str, list[Span]]:
    text, at, spans = "", 0, []
    for mark in _GIVEN.finditer(marked):
        text += marked[at : mark.start()]
        spans.append(Span(len(text), len(text) + len(mark[1]), "PER", 0.9, "a:x"))
        text, at = text + mark[1], mark.end()
    return text + marked[at:], spans


@pytest.mark.parametrize(
    ("language", "marked", "families"),
    [(language, text, names) for language, found in CASES.items() for text, *names in found],
)
def test_family_names_beside_each_other_are_found(language: str, marked: str, families: list[str]) -> None:
    text, spans = read(marked)
    pack = load_pack(language)
    found = TurnedNames(pack.naming, pack.labels).find(text, spans)
    assert [text[span.start : span.end].partition(",")[0] for span in found] == families
    assert all("," in text[span.start : span.end] for span in found)  # the whole name is one stretch


@pytest.mark.parametrize("language", ["de", "en", "es", "pt"])
def test_the_class_has_twenty_cases_in_every_language(language: str) -> None:
    assert len(CASES[language]) >= 20


def test_the_pass_adds_them() -> None:
    text, spans = read("Bell, [Tom] and Hale, [Ann] signed.")
    found = VariantPass.build(load_pack("en"), {}).rescan(Document("d", text, "en"), spans)
    assert [text[span.start : span.end] for span in found] == ["Bell, Tom", "Hale, Ann"]


@pytest.mark.parametrize(
    ("marked", "whole"),
    [
        ("Team: [Teel], [Tom]; [Garside], [Ann]", ["Teel, Tom", "Garside, Ann"]),
        (
            "1. [Teel], [Ann]\n2. [Moyle], [Zeb]\n3. [Orrin], [Tom]\n",
            ["Teel, Ann", "Moyle, Zeb", "Orrin, Tom"],
        ),
        ("Clerk: [Teel], [Ann]", ["Teel, Ann"]),
        ("We saw [Teel], [Tom], [Ann] and others.", []),
        ("Dear Mr [Teel], [Ann] was here; Mr [Moyle], [Tom] too.", []),
        ("[Anna Teel], [Tom]; [Ruth Moyle], [Ann]", []),
        ("Thanks, [Ann]\nSorry, [Tom]\n", []),
    ],
)
def test_entries_of_a_register_are_whole_names(marked: str, whole: list[str]) -> None:
    text, spans = read(marked)
    pack = load_pack("en")
    found = TurnedNames(pack.naming, pack.labels).find(text, spans)
    assert [text[span.start : span.end] for span in found] == whole
