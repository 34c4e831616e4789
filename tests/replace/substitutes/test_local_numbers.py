"""A postcode and a dialling code go where the name of their town goes."""

from __future__ import annotations

from typing import Final

import pytest
import regex

from nescio.core.keys import Key
from nescio.packs import Packs
from nescio.packs.regions import Region
from tests.replace.keyed import solve_keyed
from tests.replace.test_substitute import solve

REGIONS: Final = Packs.installed().load("de").surrogates.regions
KEYS: Final = [Key(bytes([n]) * 32) for n in range(12)]
# Language, town, postcode, telephone, and what stands behind the new dialling code.
PLACES: Final = [
    ("de", "Marburg", "35037", "06421 1234567", r"0\d+|23125\d+|90009\d+|66969\d+|4710\d+|99998\d+"),
    ("de", "Graz", "8010", "0316 123456", r"0\d+"),
    ("de", "Chur", "7000", "", ""),
    ("en", "Seattle", "98101", "(206) 443-9087", r"55501\d\d"),
    ("en", "Toronto", "M5V 2T6", "(416) 443-9087", r"55501\d\d"),
    ("pt", "Curitiba", "80010-000", "(41) 3223-4455", r"1\d{7}"),
    ("pt", "Curitiba", "80010-000", "(41) 98844-1270", r"1\d{8}"),
    ("pt", "Viseu", "3500-123", "", ""),
    ("es", "Zamora", "49001", "", ""),
]


def town(name: str) -> Region:
    found = REGIONS.town(name)
    assert found is not None, name
    return found


def figures(text: str) -> str:
    return regex.sub(r"[^\p{L}\d]", "", text)


def follows(text: str, new: Region, behind: str) -> None:
    """The parts are: town | postcode | telephone."""
    _, postcode, phone = text.split(" | ")
    assert figures(postcode).startswith(new.postcodes), (text, new)
    if behind:
        number = figures(phone).removeprefix("0")
        code = next(code for code in new.codes if number.startswith(code))
        assert regex.fullmatch(behind, number.removeprefix(code)), text


@pytest.mark.parametrize(("language", "city", "postcode", "phone", "behind"), PLACES)
def test_numbers_follow_their_town_in_the_world_of_a_key(
    language: str, city: str, postcode: str, phone: str, behind: str
) -> None:
    for key in KEYS:
        said = f"[{phone}|PHONE]" if phone else "–"
        text, _ = solve_keyed(
            f"[{city}|CITY] | [{postcode}|POSTCODE] | {said}", language, "pseudonym", key=key
        )
        new = town(text.split(" | ")[0])
        assert new.country == town(city).country
        assert new.town != city
        follows(text, new, behind)


@pytest.mark.parametrize(("language", "city", "postcode", "phone", "behind"), PLACES)
def test_a_number_is_the_same_where_its_town_is_not_named(
    language: str, city: str, postcode: str, phone: str, behind: str
) -> None:
    number = f"[{postcode}|POSTCODE] | " + (f"[{phone}|PHONE]" if phone else "–")
    with_town = solve_keyed(f"[{city}|CITY] | {number}", language, "pseudonym")[0]
    assert with_town.endswith(
        solve_keyed(f"Ref. | {number}", language, "pseudonym")[0].removeprefix("Ref. | ")
    )


@pytest.mark.parametrize(("language", "city", "postcode", "phone", "behind"), PLACES)
def test_numbers_follow_the_town_that_is_drawn(
    language: str, city: str, postcode: str, phone: str, behind: str
) -> None:
    for seed in range(12):
        said = f"[{phone}|PHONE]" if phone else "–"
        marked = f"[{city}|CITY] | [{postcode}|POSTCODE] | {said}"
        text, _ = solve(marked, language, seed=f"s{seed}")
        new = town(text.split(" | ")[0])
        assert new.country == town(city).country
        follows(text, new, behind)


def test_the_parts_of_an_address_may_stand_far_from_each_other() -> None:
    letter = (
        "[35037|POSTCODE|z]\n\n"
        + "x " * 300
        + "[Marburg|CITY|c]\n"
        + "y " * 300
        + "Tel. [06421 123456|PHONE|p]"
    )
    for key in KEYS:
        text, _ = solve_keyed(letter, "de", "pseudonym", key=key)
        new = town(regex.search(r"x \n?(\p{L}+)\ny", text)[1])
        assert text.startswith(new.postcodes)
        assert text.split("Tel. 0")[1].startswith(new.codes)


def test_a_town_of_no_list_has_numbers_of_one_region() -> None:
    for key in KEYS:
        text, _ = solve_keyed(
            "[35083|POSTCODE] [Wetterau|CITY], [06423 12345|PHONE]", "de", "pseudonym", key=key
        )
        postcode, phone = text.split()[0], text.split(", 0")[1]
        regions = REGIONS.towns("DE", "code")
        assert any(postcode.startswith(row.postcodes) and phone.startswith(row.codes) for row in regions), (
            text
        )


@pytest.mark.parametrize(
    ("language", "old", "new"),
    [
        ("en", "01904 123456", r"0\d+ \d+"),
        ("de", "+49 6421 123456", r"\+49 \d+ \d+"),
        ("de", "+49 (0) 6421 / 12 34 56", r"\+49 \(0\) \d+ / \d\d \d\d \d+"),
        ("de", "0049 6421 123456", r"0049 \d+ \d+"),
        ("es", "+49 6421 123456", r"\+49 \d+ \d+"),
        ("en", "+55 41 3223-4455", r"\+55 \d\d 1\d{3}-\d{4}"),
    ],
)
def test_a_number_keeps_its_writing(language: str, old: str, new: str) -> None:
    for key in KEYS:
        text, _ = solve_keyed(f"x [{old}|PHONE] y", language, "pseudonym", key=key)
        assert regex.fullmatch(new, text[2:-2]), text


def test_british_numbers_are_for_drama_and_postcodes_nobodys() -> None:
    drama = REGIONS.countries["GB"].fiction
    for key in KEYS:
        text, _ = solve_keyed(
            "[Leeds|CITY], [LS7 4RD|POSTCODE], [0113 496 0123|PHONE]", "en", "pseudonym", key=key
        )
        city, postcode, phone = text.split(", ")
        new = town(city)
        assert regex.fullmatch(rf"(?:{'|'.join(new.postcodes)})\d \d[CIKMOV]{{2}}", postcode), text
        number = figures(phone).removeprefix("0")
        [code] = new.codes
        assert number.startswith(f"{code}{drama[code]}" if code in drama else "1632960"), text


def test_mobile_numbers_and_those_of_services_have_no_town() -> None:
    for old in ("0171 1234567", "0800 1234567", "0900 1234567"):
        with_town = solve_keyed(f"[Marburg|CITY] [{old}|PHONE]", "de", "pseudonym")[0].split(" ", 1)[1]
        assert with_town == solve_keyed(f"[{old}|PHONE]", "de", "pseudonym")[0]
