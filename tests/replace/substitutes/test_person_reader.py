"""Titles tell the gender of a person, in full and abbreviated."""

from __future__ import annotations

from functools import cache

import pytest

from nescio.knowledge.loading import load_dictionary
from nescio.knowledge.people import GivenNames, PersonWords
from nescio.knowledge.short_names import ShortNames
from nescio.packs import load_pack
from nescio.replace.substitutes.person_reader import NamePlace, NameReader


@cache
def reader(language: str) -> NameReader:
    pack = load_pack(language)
    return NameReader(
        PersonWords(pack.naming), GivenNames(pack.naming, load_dictionary(pack)), ShortNames(pack.naming)
    )


@pytest.mark.parametrize(
    ("language", "before", "gender"),
    [
        ("es", "la Srita. ", "f"),
        ("es", "la Srta. ", "f"),
        ("es", "la Dra. ", "f"),
        ("es", "el Dr. ", "m"),
        ("es", "la Excma. Sra. ", "f"),
        ("es", "el Excmo. Sr. ", "m"),
        ("es", "Dña. ", "f"),
        ("pt", "a Srta. ", "f"),
        ("pt", "a Dra. ", "f"),
        ("pt", "a Exma. ", "f"),
        ("pt", "o Exmo. ", "m"),
        ("pt", "a Exma. Sra. ", "f"),
        ("de", "Frl. ", "f"),
        ("de", "Fräulein ", "f"),
        ("de", "Hrn. ", "m"),
        ("en", "Ms. ", "f"),
        ("en", "Mr. ", "m"),
    ],
)
def test_a_title_decides_the_gender(language: str, before: str, gender: str) -> None:
    assert reader(language).read(["Zork"], [NamePlace(before)]).gender == gender
    title = before if before[0].isupper() else before.partition(" ")[2]
    assert reader(language).read([f"{title}Zork"], [NamePlace("")]).gender == gender
