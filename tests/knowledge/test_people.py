"""The words of people's names, for linking and substitution alike."""

from __future__ import annotations

from functools import cache

import pytest

from nescio.knowledge.loading import load_dictionary
from nescio.knowledge.people import GivenNames, PersonWords
from nescio.packs import languages, load_pack
from nescio.packs.naming import Naming


@cache
def words(language: str) -> PersonWords:
    return PersonWords(load_pack(language).naming)


@pytest.mark.parametrize(
    ("language", "titles", "gender"),
    [
        ("en", ["dr", "mrs"], "f"),
        ("en", ["dr"], ""),
        ("de", ["herr", "frau"], "m"),
        ("pt", ["avó"], "f"),
        ("pt", ["avô"], "m"),
        ("pt", ["avo"], ""),
        ("es", ["señora"], "f"),
        ("es", ["senora"], "f"),
    ],
)
def test_the_first_title_that_tells_decides_the_gender(language: str, titles: list[str], gender: str) -> None:
    assert words(language).title_gender(titles) == gender


@pytest.mark.parametrize(
    ("surface", "folded", "is_alone", "said"),
    [
        ("Jr", "jr", True, "junior"),
        ("IV", "iv", True, "iv"),
        ("Iv", "iv", True, "junior"),
        ("Sr", "sr", False, "senior"),
        ("Sr", "sr", True, ""),
        ("MBA", "mba", True, "degree"),
        ("Mba", "mba", True, ""),
        ("Hale", "hale", True, ""),
    ],
)
def test_last_words_say_the_generation_or_a_degree(
    surface: str, folded: str, is_alone: bool, said: str
) -> None:
    assert words("en").suffix(surface, folded, is_alone=is_alone) == said


def test_marriage_is_said_by_titles() -> None:
    assert words("en").marriage(["mrs"]) == "married"
    assert words("en").marriage(["dr", "miss"]) == "unmarried"
    assert words("en").marriage(["ms"]) == ""


def test_without_a_dictionary_the_common_names_are_the_given_names() -> None:
    given = GivenNames(Naming(words={}, gender_of={"zora": "f", "kim": "u"}))
    assert [given.gender(name) for name in ("Zora", "Kim", "Zork")] == ["f", "", ""]
    assert [given.has(name) for name in ("ZORA", "Kim", "Zork")] == [True, True, False]


def test_with_a_dictionary_rare_names_are_known_too() -> None:
    pack = load_pack("de")
    given = GivenNames(pack.naming, load_dictionary(pack))
    assert "anna" in given
    assert given.gender("Anna") == given.common_gender("anna") == "f"
    assert given.has("ANNA")
    assert not given.has("Zorkmann")


@pytest.mark.parametrize("language", languages())
def test_linking_and_substitution_tell_the_same_gender(language: str) -> None:
    pack = load_pack(language)
    given = GivenNames(pack.naming, load_dictionary(pack))
    told = {name: gender for name, gender in pack.naming.gender_of.items() if gender in "mf"}
    assert {name: given.gender(name) for name in told} == told
