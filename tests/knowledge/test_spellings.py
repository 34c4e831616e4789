"""The spellings under which a name is looked for, and which names are short forms of others."""

from __future__ import annotations

import pytest

from nescio.knowledge.spellings import ShortForms, segments, spellings
from nescio.packs import load_pack


@pytest.mark.parametrize(
    ("language", "name", "expected"),
    [
        ("de", "F.D.P.", "FDP"),
        ("de", "Roms", "Rom"),
        ("de", "Nordostpolen", "Polen"),
        ("de", "den Deutschen Städtetages", "Deutsche Städtetag"),
        ("de", "Norda ( Z )", "Norda"),
        ("pt", "S. Quirino", "São Quirino"),
        ("es", '" El Roble "', "El Roble"),
        ("en", "the Hague", "Hague"),
    ],
)
def test_a_name_is_also_looked_for_as(language: str, name: str, expected: str) -> None:
    assert expected in list(spellings(name, load_pack(language).heads))


def test_a_name_of_several_names_has_segments() -> None:
    assert segments("STN - Sistema do Norte") == ["STN", "Sistema do Norte"]
    assert segments("UN/NORDA") == ["UN", "NORDA"]
    assert segments("Norda") == []


@pytest.mark.parametrize(
    ("name", "other", "expected"),
    [
        ("NVB", "Norddeutsche Volks Bank", True),
        ("Norda", "Norda Lda", True),
        ("norda", "Norda", True),
        ("Lda", "Norda Lda", False),
        ("NVB", "Volks Bank", False),
    ],
)
def test_short_forms(name: str, other: str, expected: bool) -> None:
    names = ShortForms[bool]()
    names.add(other, True)
    assert bool(names.meant_by(name)) is expected
