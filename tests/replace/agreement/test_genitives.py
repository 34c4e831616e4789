"""Genitives of names."""

from __future__ import annotations

import pytest

from nescio.packs import load_pack
from nescio.replace.agreement.genitives import Genitives
from nescio.replace.agreement.surroundings import Spot

NAMES = {"Hamburg", "Anna Meier", "Hans", "Sas"}
GERMAN = Genitives(load_pack("de").grammar.genitive, NAMES.__contains__)


@pytest.mark.parametrize(
    ("before", "name", "after", "base"),
    [
        ("", "Hamburgs", " Hafen", "Hamburg"),
        ("der Hafen ", "Hamburgs", " ruht", "Hamburg"),
        ("dort ruht ", "Hamburgs", " und", None),
        ("", "Hans", " Meier", None),
        ("", "Nortex", " Hafen", None),
        ("Frau ", "Sass", " kommt", None),
    ],
)
def test_a_genitive_is_told_by_its_mark_and_its_noun(
    before: str, name: str, after: str, base: str | None
) -> None:
    text = before + name + after
    spot = Spot(text, len(before), len(before) + len(name), 0, len(text))
    assert GERMAN.base(spot) == base


def test_a_name_that_stands_elsewhere_tells_the_genitive() -> None:
    assert GERMAN.base_of_one("Frau Meiers", {"Meier"}) == "Frau Meier"
    assert GERMAN.base_of_one("Frau Meiers", {"Huber"}) is None


def test_the_mark_depends_on_the_last_sound() -> None:
    assert [GERMAN.put(name) for name in ("Anna", "Hans")] == ["Annas", "Hans’"]


def test_a_language_without_marks_has_no_genitives() -> None:
    english = Genitives(load_pack("en").grammar.genitive, NAMES.__contains__)
    assert english.base(Spot("Hamburgs Hafen", 0, 8, 0, 14)) is None
