"""Names are linked by label, headword, neighbours, country and size."""

from __future__ import annotations

from functools import cache

import pytest

from nescio.knowledge.cues import Mentioned
from nescio.knowledge.linking import EntryLinker
from nescio.knowledge.loading import load_base, load_linker
from nescio.packs import load_pack


@cache
def linker(language: str) -> EntryLinker:
    return load_linker(pack := load_pack(language), load_base(pack))


@pytest.mark.parametrize(
    ("language", "mention", "type"),
    [
        ("en", Mentioned("Paris", "LOC", "She flew to "), "city"),
        ("en", Mentioned("Newfoundland", "LOC", "They sailed to "), "historical_region"),
        ("es", Mentioned("Mérida", "LOC", "Vive en "), "city"),
        ("pt", Mentioned("Centro de Astronomia", "ORG", "o "), "centre"),
        ("pt", Mentioned("Comissão do Meio Ambiente", "ORG", "a "), "commission"),
        ("de", Mentioned("Landratsverwaltungsbehörde", "ORG", "die "), "public_body"),
        ("en", Mentioned("Quuxville Bank", "ORG"), "bank"),
        ("en", Mentioned("Zork", "LOC", "the river "), "river"),
        ("en", Mentioned("Zork", "LOC", "", " river is wide"), "river"),
        ("es", Mentioned("Playboy", "ORG", "la revista "), "magazine"),
        ("pt", Mentioned("Veja", "ORG", "a revista "), "magazine"),
        ("en", Mentioned("Zorkton", "LOC"), "settlement"),
        ("de", Mentioned("Hinterbruchhausen", "LOC"), "settlement"),
        ("de", Mentioned("Deutschen Bank", "ORG", "bei der "), "bank"),
        ("pt", Mentioned("Telefónica do Brasil", "ORG", "a "), "telecom_company"),
        ("en", Mentioned("Zork", "ORG", "", " shares fell"), "company"),
        ("en", Mentioned("Zork", "ORG"), "organization"),
        ("de", Mentioned("Drosselbach-", "LOC", "in der ", " und Amselstraße"), "street"),
        ("de", Mentioned("Zorkel", "LOC", "Er wohnt in ", " bei der Tante."), "settlement"),
        ("de", Mentioned("Zorkel", "LOC", "Sie tanzen im ", " bis morgens."), "facility"),
        ("de", Mentioned("Zorkel-Süd", "LOC", "die Bürger von "), "neighbourhood"),
        ("de", Mentioned("Am Zorkelgarten", "LOC", "Halteverbot: "), "street"),
        ("de", Mentioned("A 66", "LOC", "Stau auf der "), "motorway"),
        ("de", Mentioned("Nord-Wirtschaftsrat", "ORG", "der "), "council"),
        ("de", Mentioned("KTSV Zorkel", "ORG", "gegen "), "sports_club"),
        ("en", Mentioned("Zork", "LOC", "From ", ", Norway."), "settlement"),
        ("en", Mentioned("Zork & Bork", "ORG", "by "), "company"),
        ("pt", Mentioned("Associações Zork", "ORG", "as "), "association"),
        ("pt", Mentioned("MINISTÉRIOS DO ZORK", "ORG"), "ministry"),
        ("pt", Mentioned("Zork", "LOC", "Mora em ", " há anos."), "settlement"),
        ("en", Mentioned("Hudson", "LOC", "They live in "), "city"),
        ("en", Mentioned("United States", "LOC", "in the "), "country"),
        ("es", Mentioned("ESP", "ORG", "Ruiz ( "), "national_team"),
        ("en", Mentioned("Leeds", "LOC", "the hall in "), "city"),
        ("es", Mentioned("Brasil", "ORG", "El delantero de ", " marcó el gol."), "national_team"),
        ("es", Mentioned("Brasil", "ORG", "Lo dijo ", " ayer."), "government"),
        ("en", Mentioned("Bozeman", "ORG", "", " shares fell."), "company"),
    ],
)
def test_a_name_is_taken_for_what_it_is(language: str, mention: Mentioned, type: str) -> None:
    [link] = linker(language).link([mention])
    assert link.type == type


def test_belfast_is_not_in_maine() -> None:
    [link] = linker("de").link([Mentioned("Belfast", "LOC", "Er lebt in ")])
    assert link.entry is not None
    assert link.entry.country == "GB"


@pytest.mark.parametrize(
    ("language", "name", "after", "country"),
    [
        ("es", "Santiago", ", en Galicia", "ES"),
        ("es", "Santiago", " (Galicia).", "ES"),
        ("es", "Santiago", ", en Cuba.", "CU"),
        ("es", "Santiago", ", Chile, en", "CL"),
        ("es", "Santiago", " y Galicia", "CL"),
        ("en", "Cambridge", ", Massachusetts, where", "US"),
        ("en", "Paris", ", in Texas, and", "US"),
        ("en", "Paris", ", where it rained", "FR"),
    ],
)
def test_the_region_that_a_sentence_names_tells_the_place(
    language: str, name: str, after: str, country: str
) -> None:
    [link] = linker(language).link([Mentioned(name, "CITY", "en ", after)])
    assert link.entry is not None
    assert link.entry.country == country


def test_other_names_tell_the_country() -> None:
    alone, _ = linker("en").link([Mentioned("Valencia", "LOC"), Mentioned("Zork", "ORG")])
    assert alone.entry is not None
    names = ["Valencia", "Maracaibo", "Venezuela", "Barquisimeto"]
    [link, *_] = linker("en").link([Mentioned(name, "LOC") for name in names])
    assert link.entry is not None
    assert link.entry.country == "VE"


def test_the_same_name_is_a_place_or_a_club_by_its_label() -> None:
    place, club = linker("en").link([Mentioned("Sunderland", "LOC"), Mentioned("Sunderland", "ORG")])
    assert (place.type, club.type) == ("city", "football_club")


def test_hostile_names_do_no_harm() -> None:
    names = ["", " ", "'; DROP TABLE entity; --", "\ud800", "a" * 5000, "(((((", "\u202e", "%_%"]
    links = linker("de").link([Mentioned(name, "ORG", name, name) for name in names])
    assert len(links) == len(names)


def test_a_short_form_is_what_its_long_form_is() -> None:
    names = ["Norddeutsche Zork Bank", "NZB"]
    long, short = linker("de").link([Mentioned(name, "ORG", "die ") for name in names])
    assert (long.type, short.type, short.reason) == ("bank", "bank", "context")


def test_a_word_that_says_no_more_than_the_label_is_no_ground() -> None:
    [link] = linker("de").link([Mentioned("Organisation Zork", "ORG", "die ")])
    assert (link.type, link.reason) == ("organization", "label")
