"""The way of writing that is most like a court's is found among those that nescio has."""

from __future__ import annotations

from collections import Counter

import pytest

from nescio.learn.habit_fit import fit_replacement
from nescio.learn.profiles import form_of
from nescio.packs import load_pack

# The language, what stands for people, for bodies and for other things, and what writes so.
COURTS = {
    "initials": (
        "en",
        ["Z.H.", "A.B.", "Q."],
        ["R[...]"],
        ["[...]"],
        {"method": "initials", "habit": "initials"},
    ),
    "omission": ("en", ["[...]", "…"], ["[...]"], ["[...]"], {"method": "initials", "habit": "omission"}),
    "french": ("en", ["[X]", "[Y]"], ["[Z]"], ["[...]"], {"method": "initials", "habit": "french"}),
    "german": ("de", ["A.", "B."], ["X-GmbH"], ["[...]"], {"method": "initials", "habit": "german"}),
    "portuguese": ("pt", ["AA", "BB"], ["CC"], ["[...]"], {"method": "initials", "habit": "portuguese"}),
    "spanish": ("es", ["Remedios"], ["ORGANIZACION000"], [], {"method": "initials", "habit": "spanish"}),
    "names": ("en", ["Ada Wren", "Tom"], [], [], {"method": "substitute"}),
    "tags": ("en", ["[PERSON1]", "<NAME>"], [], ["[...]"], {"method": "tag"}),
    "words": ("en", ["the neighbour"], [], ["[...]"], {}),
    "nobody": ("en", [], [], ["[...]"], {}),
}


@pytest.mark.parametrize("court", COURTS)
def test_a_court_writes_like_one_of_the_habits(court: str) -> None:
    language, people, bodies, rest, expected = COURTS[court]
    forms = {"PER": people, "ORG": bodies, "LOC": rest}
    counted = {label: Counter(map(form_of, texts)) for label, texts in forms.items()}
    assert fit_replacement(counted, load_pack(language).habits) == expected
