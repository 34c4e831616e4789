"""Rivers stay rivers, plurals stay plurals, and no noun stands where none can."""

from __future__ import annotations

import pytest
import regex

from tests.replace.test_substitute import solve

RIVERS = {
    "de": ("Fluss", ("Die Donau|Der Rhein|Die Elbe|Der Main|Die Mosel|Der Neckar|Die Weser|Die Oder|"
        "Die Spree|Die Isar|Der Inn|Die Saale|Die Ems|Die Ruhr|Die Themse|Die Seine|Die Loire|Die Wolga|"
        "Der Nil|Der Amazonas")),
    "es": ("río", ("El Ebro|El Tajo|El Duero|El Guadalquivir|El Guadiana|El Segura|El Júcar|El Miño|El Turia|"
        "El Sena|El Támesis|El Danubio|El Rin|El Nilo|El Amazonas|El Orinoco|El Magdalena|"
        "El Paraná|El Volga|El Loira")),
    "pt": ("rio", ("O Tejo|O Douro|O Mondego|O Guadiana|O Minho|O Sado|O Amazonas|O Tietê|O Sena|O Tamisa|"
        "O Danúbio|O Reno|O Nilo|O Volga|O Loire|O Ebro|O Orinoco|O Paraná|O Elba|O Tibre")),
}  # fmt: skip
# A state, a town or a department bears the name too.
UNKNOWN = {
    ("de", "Der Amazonas"), ("es", "El Amazonas"), ("es", "El Magdalena"), ("es", "El Paraná"),
    ("pt", "O Sado"), ("pt", "O Amazonas"), ("pt", "O Reno"), ("pt", "O Paraná"),
}  # fmt: skip
SAID = [(language, noun, name) for language, (noun, names) in RIVERS.items() for name in names.split("|")]


@pytest.mark.parametrize(("language", "noun", "name"), SAID)
def test_a_river_that_was_taken_for_a_region_is_a_river(language: str, noun: str, name: str) -> None:
    article, _, river = name.partition(" ")
    text, _ = solve(f"{article} [{river}|REGION] stieg.", language, "generalize")
    assert (regex.fullmatch(rf"\p{{Lu}}\w+ {noun} stieg\.|\p{{Lu}} {noun} stieg\.", text) is not None) == (
        (language, name) not in UNKNOWN
    ), text


PLURALS = [
    ("es", "Los [Países Bajos|COUNTRY] votaron.", r"(?:Los|Las) [\p{L} ]+ votaron\."),
    ("es", "Los [Estados Unidos|COUNTRY] firmaron.", r"(?:Los|Las) [\p{L} ]+ firmaron\."),
    ("es", "Los [Emiratos Árabes Unidos|COUNTRY] firmaron.", r"(?:Los|Las) [\p{L} ]+ firmaron\."),
    ("es", "Las [Filipinas|COUNTRY] votaron.", r"(?:Los|Las) [\p{L} ]+ votaron\."),
    ("es", "Los [Países Bajos|ORG] votaron.", r"(?:Los|Las) [\p{L} ]+ votaron\."),
    ("pt", "Os [Estados Unidos|COUNTRY] assinaram.", r"(?:Os|As) [\p{L} ]+ assinaram\."),
    ("pt", "Os [Países Baixos|COUNTRY] votaram.", r"(?:Os|As) [\p{L} ]+ votaram\."),
    ("pt", "Os [Países Baixos|ORG] votaram.", r"(?:Os|As) [\p{L} ]+ votaram\."),
    ("pt", "As [Filipinas|COUNTRY] votaram.", r"(?:Os|As) [\p{L} ]+ votaram\."),
    ("de", "Die [Niederlande|COUNTRY] stimmten zu.", r"Die [\p{L} ]+ stimmten zu\."),
    ("de", "Die [Vereinigten Staaten|COUNTRY] stimmten zu.", r"Die [\p{L} ]+ stimmten zu\."),
    ("de", "Die [Philippinen|COUNTRY] stimmten zu.", r"Die [\p{L} ]+ stimmten zu\."),
]
KNOWN_PLURALS = ("Länder", "países", "gobiernos", "governos")


@pytest.mark.parametrize("method", ["substitute", "generalize"])
@pytest.mark.parametrize(("language", "marked", "pattern"), PLURALS)
def test_a_plural_country_keeps_its_number(language: str, marked: str, pattern: str, method: str) -> None:
    text, _ = solve(marked, language, method)
    assert regex.fullmatch(pattern, text), text
    if method == "generalize":
        assert any(word in text for word in KNOWN_PLURALS), text


@pytest.mark.parametrize(
    ("language", "marked", "wrong"),
    [
        ("de", "Herr [Kern|PER], wohnhaft [Lindenweg 12|STREET], kam.", "wohnhaft eine"),
        ("de", "Anschrift: [Lindenweg 12|STREET]", "Anschrift: eine"),
        ("en", "residing [12 Linden Road|STREET], Leeds", "residing a"),
        ("es", "domiciliado [calle Molino 14|STREET]", "domiciliado una"),
        ("pt", "residente [Rua das Flores, 12|STREET]", "residente uma"),
        ("en", "held on [Good Friday 2009|DATE]", "held on 2009"),
        ("de", "am [Tag der Arbeit 2019|DATE]", "am 2019"),
    ],
)
def test_no_noun_stands_where_none_can(language: str, marked: str, wrong: str) -> None:
    assert wrong not in solve(marked, language, "generalize")[0]
