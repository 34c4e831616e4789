"""A mention with a doubtful label is a person or a body if the document knows its words as such."""

from __future__ import annotations

import pytest

from nescio.coref.mistaken import MistakenLabels
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
    found = MistakenLabels(load_pack(language).naming).find(text, [span_of(text, person), doubtful], ROOTS)
    assert found == ({doubtful: "PER"} if is_person else {})


@pytest.mark.parametrize(
    ("language", "text", "surface", "label", "score", "is_body"),
    [
        ("en", "Nordkirk A/S grew. Nordkirk said", "Nordkirk", "LOC", 0.5, True),
        ("en", "Nordkirk A/S grew. Nordkirk said", "Nordkirk", "LOC", 0.9, False),
        ("de", "Die Palviso Windkraft SE baut. Palviso schweigt", "Palviso", "PER", 0.5, True),
        ("de", "Die Palviso Windkraft SE baut. Palviso schweigt", "Palviso", "LOC", 0.5, False),
        ("es", "Talleres Orvallo, S.L. cerró. Talleres Orvallo debe", "Talleres Orvallo", "PER", 0.5, True),
        ("pt", "A Quindela Lda. fechou. A Quindela deve", "Quindela", "PER", 0.5, True),
        ("pt", "A Maria Lda. fechou. A Maria deve", "Maria", "PER", 0.5, False),
    ],
)
def test_words_of_bodies_are_bodies(
    language: str, text: str, surface: str, label: str, score: float, is_body: bool
) -> None:
    body = next(
        name
        for name in (
            "Nordkirk A/S",
            "Palviso Windkraft SE",
            "Talleres Orvallo, S.L.",
            "Quindela Lda.",
            "Maria Lda.",
        )
        if name in text
    )
    start = text.rindex(surface)
    doubtful = span_of(text, surface, label, score=score)._replace(start=start, end=start + len(surface))
    found = MistakenLabels(load_pack(language).naming).find(
        text, [span_of(text, body, "ORG"), doubtful], ROOTS
    )
    assert found == ({doubtful: "ORG"} if is_body else {})
