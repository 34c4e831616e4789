"""A mention with a doubtful label is a person if the document knows its words as a person's."""

from __future__ import annotations

import pytest

from nescio.coref.mistaken import MistakenPeople
from nescio.packs import load_pack
from tests.helpers import span_of

ROOTS = {"PER": "PER", "LOC": "LOC", "ORG": "ORG", "CITY": "LOC"}


@pytest.mark.parametrize(
    ("language", "text", "surface", "label", "score", "is_person"),
    [
        ("de", "Frau Meri Sandholm rief an. meri kam", "meri", "LOC", 0.4, True),
        ("de", "Frau Meri Sandholm rief an. meri kam", "meri", "LOC", 0.9, False),
        ("de", "Frau Meri Sandholm rief an. meri kam", "meri", "CITY", 0.4, False),
        ("pt", "Meri Sandholm veio. Meri saiu", "Meri", "ORG", 0.5, True),
        ("es", "Meri Sandholm vino. Sandholm salió", "Sandholm", "LOC", 0.5, True),
        ("en", "Meri Sandholm came. MS signed", "MS", "ORG", 0.5, True),
        ("en", "Meri Sandholm came. IBM signed", "IBM", "ORG", 0.5, False),
        ("en", "Margaret Sandholm came. Peggy left", "Peggy", "ORG", 0.5, True),
        ("en", "Meri Sandholm came. Sandholm University", "Sandholm University", "ORG", 0.5, False),
    ],
)
def test_words_of_people_are_people(
    language: str, text: str, surface: str, label: str, score: float, is_person: bool
) -> None:
    person = next(name for name in ("Meri Sandholm", "Margaret Sandholm") if name in text)
    start = text.rindex(surface)
    doubtful = span_of(text, surface, label, score=score)._replace(start=start, end=start + len(surface))
    found = MistakenPeople(load_pack(language).naming).find(text, [span_of(text, person), doubtful], ROOTS)
    assert found == (frozenset({doubtful}) if is_person else frozenset())
