"""Initials, titles and legal forms of names."""

from __future__ import annotations

import pytest

from nescio.core.model import Document, Entity, Span
from nescio.core.scene import Scene
from nescio.packs import load_pack
from nescio.replace.court_names import CourtNames


def scene(text: str, label: str) -> tuple[Scene, Entity]:
    span = Span(0, len(text), label, 1.0, "t")
    entity = Entity(0, label, (span,))
    return Scene(Document("d", text), (entity,), ((0, len(text)),), {0: "[1]"}), entity


@pytest.mark.parametrize(
    ("language", "name", "initials", "title"),
    [
        ("en", "Mr. Dorian W. Marlow", "D.W.M.", "Mr. "),
        ("en", "Marlow, Dorian W.", "D.W.M.", ""),
        ("de", "Prof. Dr. Özlem Kaya-Groß", "Ö.K.G.", "Prof. Dr. "),
        ("de", "Uwe von der Heide", "U.H.", ""),
        ("pt", "Dra. Maria dos Santos", "M.S.", "Dra. "),
        ("es", "Íñigo de la Peña y Ruiz", "Í.P.R.", ""),
        ("en", "17", "", ""),
    ],
)
def test_initials_are_those_of_all_names(language: str, name: str, initials: str, title: str) -> None:
    party = CourtNames(load_pack(language)).person(*scene(name, "PER"))
    assert (party.initials, party.titles) == (initials, [title])


@pytest.mark.parametrize(
    ("language", "name", "initials", "form"),
    [
        ("en", "Indigo River", "I.", ""),
        ("en", "Indigo River Ltd.", "I.", "Ltd."),
        ("de", "Vogt Metallbau GmbH & Co. KG", "V.", "GmbH & Co. KG"),
        ("pt", "Metal Viseu, Lda.", "M.", "Lda."),
        ("es", "Talleres Ibarmia, S.L.", "T.", "S.L."),
        ("en", "3rd Sector", "R.", ""),
        ("en", "112", "", ""),
    ],
)
def test_a_body_has_a_letter_and_perhaps_a_legal_form(
    language: str, name: str, initials: str, form: str
) -> None:
    assert CourtNames(load_pack(language)).body(*scene(name, "ORG")) == (initials, form)
