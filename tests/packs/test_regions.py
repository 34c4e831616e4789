"""Which postcodes and dialling codes a town has."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Final

import phonenumbers
import pytest
import regex
from phonenumbers import geocoder
from phonenumbers.geodata import GEOCODE_DATA
from stdnum.at import postleitzahl

from nescio.packs import Packs
from nescio.packs.regions import CODE, POSTCODE, Region, Regions, read_regions
from nescio.text.folding import key_of

LANGUAGES: Final = ("de", "en", "es", "pt")
REGIONS: Final = Packs.installed().load("de").surrogates.regions
SAMPLE: Final = {"DE": "49", "AT": "43", "GB": "44", "US": "1", "CA": "1", "BR": "55"}
# What phonenumbers calls otherwise: the name of the greater town of a code, of a state, or an English one.
CALLED: Final = {"Wien": "Vienna", "Troisdorf": "Siegburg"}


def towns(country: str) -> list[tuple[str, str]]:
    return [(row.town, code) for row in REGIONS.towns(country, CODE) for code in row.codes]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_town_that_stands_for_another_has_a_country(language: str) -> None:
    pack = Packs.installed().load(language)
    stock = pack.pseudonyms.stocks.place
    names = (*stock.common.split(), *stock.names.split())
    assert [name for name in names if REGIONS.town(name) is None] == []


@pytest.mark.parametrize("country", SAMPLE)
def test_every_dialling_code_is_known_to_phonenumbers(country: str) -> None:
    """Its tables name more figures than the code in some places."""
    codes = {f"{SAMPLE[country]}{code}" for _, code in towns(country)}
    known = {code[:size] for code in GEOCODE_DATA for size in range(2, 8)}
    assert codes <= known


@pytest.mark.parametrize("country", ["DE", "AT"])
def test_a_dialling_code_is_that_of_its_town(country: str) -> None:
    first = {code: town for town, code in reversed(towns(country))}
    for code, town in first.items():
        number = phonenumbers.parse(f"+{SAMPLE[country]}{code}{'3' * (11 - len(code))}")
        said = " ".join(geocoder.description_for_number(number, language) for language in ("de", "en"))
        wanted = CALLED.get(town, town)
        assert key_of(wanted).split()[0] in key_of(said), (town, code, said)


def test_austrian_postcodes_are_those_of_their_towns() -> None:
    for row in REGIONS.towns("AT", POSTCODE):
        for begin in row.postcodes:
            codes = [f"{begin}{n:0{4 - len(begin)}}" for n in range(10 ** (4 - len(begin)))]
            places = [postleitzahl.info(code)["location"] for code in codes if postleitzahl.is_valid(code)]
            assert any(place.startswith(row.town) for place in places), row


@pytest.mark.parametrize("country", sorted(REGIONS.countries))
def test_every_postcode_can_begin_so(country: str) -> None:
    form = regex.compile(REGIONS.countries[country].postcode)
    for row in REGIONS.towns(country, POSTCODE):
        for begin in row.postcodes:
            assert form.fullmatch(begin, partial=True) or form.fullmatch(f"{begin}1AA", partial=True), row


def test_a_number_of_no_town_is_put_to_the_most_like_one_where_that_tells_something() -> None:
    assert [row.town for row in REGIONS.like("DE", POSTCODE, "35083")[1]] == ["Marburg"]
    assert [row.town for row in REGIONS.like("DE", CODE, "642312345")[1]] == ["Marburg"]
    assert REGIONS.like("GB", CODE, "1999123456") == ((False, 0), ())
    assert REGIONS.like("GB", POSTCODE, "S")[1][0].town == "Sheffield"
    assert [row.town for row in REGIONS.like("US", CODE, "2175550100")[1]] == ["Illinois"]


def test_the_towns_of_many_numbers_are_not_looked_through_for_each(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = Counter[str]()
    asked = Region.beginnings

    def beginnings(row: Region, kind: str) -> tuple[str, ...]:
        calls[kind] += 1
        return asked(row, kind)

    monkeypatch.setattr(Region, "beginnings", beginnings)
    rows = [Region("DE", f"Town {n}", True, (), (str(1000 + n),)) for n in range(500)]
    regions = Regions(REGIONS.countries.values(), rows)
    for n in range(500):
        assert regions.like("DE", CODE, f"{1000 + n}55") == ((True, 4), (rows[n],))
    assert calls[CODE] == len(rows)


def test_a_folder_without_towns_has_none(tmp_path: Path) -> None:
    found = read_regions(tmp_path)
    assert found.countries == Regions().countries == {}
    assert found.town("Ulm") is None
