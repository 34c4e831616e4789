"""The words around a name tell what it is, in every language, and a thing what its owner is."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import pytest

from nescio.core.model import Document, Entity, Span
from nescio.decide.evidence.gather import EntityFacts, EvidenceReader
from nescio.packs import load_pack
from tests.helpers import span_of

CASES = tomllib.loads(Path(__file__).with_name("roles.toml").read_text(encoding="utf-8"))["case"]


@cache
def reader(language: str) -> EvidenceReader:
    return EvidenceReader(load_pack(language))


def read(text: str, language: str, **names: str) -> list[EntityFacts]:
    """EntityFacts of the names of a text, which stand there in this order."""
    spans = [span_of(text, name, label) for name, label in names.items()]
    entities = [Entity(number, span.label, (span,)) for number, span in enumerate(spans)]
    return reader(language).read(Document("d", text, language), entities)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['language']}:{case['fact']}")
def test_words_around_a_name_tell_what_it_is(case: dict[str, str]) -> None:
    others = {name: "PER" for name in ("Ada Quill", "Bo Tarn") if name in case["text"]}
    found = read(case["text"], case["language"], **others, **{case["name"]: case.get("label", "PER")})
    assert case["fact"] in found[-1].facts


def test_a_thing_stands_behind_its_owner() -> None:
    text = "The claimant Ada Quill of 4 Mill Lane came late."
    [_, street] = read(text, "en", **{"Ada Quill": "PER", "4 Mill Lane": "STREET"})
    assert "STREET|after:party" in street.facts


def test_sections_and_namesakes_are_told() -> None:
    text = (
        "COURT OF TOLVA\n\nJudge Quill\n\n"
        "The applicant Ada Quill asked the court for leave to appeal against the order that was made last "
        "year in her absence, and nobody opposed it.\n"
    )
    names = [
        Span(text.index("Quill"), text.index("Quill") + 5, "PER", 1, "t"),
        span_of(text, "Ada Quill", "PER"),
    ]
    found = reader("en").read(
        Document("d", text, "en"), [Entity(n, "PER", (s,)) for n, s in enumerate(names)]
    )
    assert "PER|only in:head" in found[0].facts
    assert "PER|only in:body" in found[1].facts
    assert "PER|namesake:judge" in found[1].facts


def test_no_fact_but_a_neighbour_holds_words_of_the_text() -> None:
    [found] = read("The plaintiff Zanthippe spoke.", "en", Zanthippe="PER")
    assert not any("zanthippe" in fact.casefold() for fact in found.facts)
    assert found.phrases["PER|before:party"] == found.phrases["ANY|before:party"] == "plaintiff"


def test_every_fact_is_there_for_the_kind_and_for_any_kind() -> None:
    [found] = read("The plaintiff Zanthippe spoke.", "en", Zanthippe="PER")
    own, common = ({f.partition("|")[2] for f in found.facts if f.startswith(k)} for k in ("PER|", "ANY|"))
    assert own - {""} == common
