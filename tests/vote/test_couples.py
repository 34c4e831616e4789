"""Where two people part; cases are in two_people.toml and cuts.toml."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from nescio.core.model import Document, Span
from nescio.packs import load_pack
from nescio.vote.cascade import CascadeVoter
from nescio.vote.couples import Couples
from nescio.vote.cuts import CutVoter

CASES = tomllib.loads(Path(__file__).with_name("two_people.toml").read_text(encoding="utf-8"))
MISSED = "known_miss"
_CLAIM = re.compile(r"<([^>]*)>")


@cache
def voter(language: str) -> CutVoter:
    pack = load_pack(language)
    return CutVoter(CascadeVoter(["a"], pack.labels), pack)


def cases(*, missed: bool) -> Iterator[tuple[str, str, list[str]]]:
    for kind, by_language in CASES.items():
        if (kind == MISSED) == missed:
            for language, found in by_language.items():
                yield from ((language, text, people) for text, *people in found)


def people_in(language: str, marked: str) -> list[str]:
    [claim] = _CLAIM.finditer(marked)
    text = _CLAIM.sub(r"\1", marked)
    span = Span(claim.start(), claim.start() + len(claim[1]), "PER", 0.9, "a:x")
    return [text[part.start : part.end] for part in voter(language).cut(text, [span])]


@pytest.mark.parametrize(("language", "text", "people"), list(cases(missed=False)))
def test_a_claim_has_the_people_of_the_case(language: str, text: str, people: list[str]) -> None:
    assert people_in(language, text) == people


@pytest.mark.parametrize(("language", "text", "people"), list(cases(missed=True)))
def test_a_known_miss_is_still_missed(language: str, text: str, people: list[str]) -> None:
    assert people_in(language, text) != people


@pytest.mark.parametrize("language", ["de", "en", "es", "pt"])
@pytest.mark.parametrize("kind", sorted(set(CASES) - {MISSED}))
def test_every_class_has_twenty_cases_in_every_language(kind: str, language: str) -> None:
    assert len(CASES[kind][language]) >= 20


def test_two_people_whom_another_detector_tells_apart_are_two() -> None:
    pack = load_pack("pt")
    text = "Chegaram Percina e Nelito cedo."
    claims = [
        Span(9, 25, "PER", 0.9, "a:x"),
        Span(9, 16, "PER", 0.8, "b:y"),
        Span(19, 25, "PER", 0.8, "b:y"),
    ]
    found = CutVoter(CascadeVoter(["a", "b"], pack.labels), pack).vote(Document("d", text, "pt"), claims)
    assert [text[span.start : span.end] for span in found] == ["Percina", "Nelito"]


def test_a_family_with_an_and_is_one_as_long_as_nobody_says_otherwise() -> None:
    assert Couples(load_pack("pt").naming).parted("", [], lambda end, start: False) is None


def test_a_family_name_before_its_given_name_is_one_person_whoever_knows_the_words() -> None:
    pack = load_pack("es")
    text = "Firma CONDE RUIZ, LUIS aquí."
    claims = [
        Span(6, 22, "PER", 0.4, "a:x"),
        Span(12, 16, "PER", 0.7, "b:y"),
        Span(18, 22, "PER", 0.8, "b:y"),
    ]
    found = CutVoter(CascadeVoter(["a", "b"], pack.labels), pack).vote(Document("d", text, "es"), claims)
    assert [text[span.start : span.end] for span in found] == ["CONDE RUIZ, LUIS"]


@pytest.mark.parametrize(
    ("language", "text", "people"),
    [
        ("en", "Ruth and Alan came. Later <Ruth Alan> left.", ["Ruth", "Alan"]),
        ("de", "Mit Anna und Peter. <Anna Peter> gingen.", ["Anna", "Peter"]),
        ("es", "Con Ana y Pedro. <Ana Pedro Inés> son vecinos.", ["Ana", "Pedro", "Inés"]),
        ("pt", "Com Ana e Pedro. <Ana Pedro Inês> saíram.", ["Ana", "Pedro", "Inês"]),
        ("pt", "Grupo: <Gaspar Beatriz Simão Inês Quelhas>", ["Gaspar", "Beatriz", "Simão", "Inês Quelhas"]),
        ("de", "Frau Peter kam mit Anna. <Anna Peter> ging.", ["Anna Peter"]),
    ],
)
def test_names_that_stand_alone_elsewhere_are_people_of_their_own(
    language: str, text: str, people: list[str]
) -> None:
    [claim] = _CLAIM.finditer(text)
    plain = _CLAIM.sub(r"\1", text)
    whole = Span(claim.start(), claim.start() + len(claim[1]), "PER", 0.9, "a:x")
    alone = [
        Span(match.start(), match.end(), "PER", 0.9, "a:x")
        for match in re.finditer(r"\b(?:Ruth|Alan|Anna|Ana|Pedro|Peter)\b", plain)
        if match.end() <= whole.start
    ]
    found = voter(language).cut(plain, [*alone, whole])
    assert [plain[part.start : part.end] for part in found if part.start >= whole.start] == people
