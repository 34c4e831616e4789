"""Figures keep their spelling when they are made less exact."""

from __future__ import annotations

import pytest

from nescio.replace.figures import band, rounded


@pytest.mark.parametrize(
    ("text", "banded"),
    [
        ("45 Jahre", "40–49 Jahre"),
        ("aged 7", "aged 0–9"),
        ("47-jährig", "40–49-jährig"),
        ("47jährige", "40–49jährige"),
        ("Mitte 50", "50–59"),
        ("w/34", "w/30–39"),
        ("45 to 50", None),
        ("21st", None),
        ("40s", None),
        ("54F", None),
        ("old", None),
    ],
)
def test_ages_become_bands(text: str, banded: str | None) -> None:
    assert band(text, 10) == banded


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("9.412,37 €", "9.000 €"),
        ("€ 1,250,000", "€ 1,000,000"),
        ("R$ 350,00", "R$ 300"),
        ("5 kg", None),
        ("some", None),
    ],
)
def test_amounts_keep_their_first_figure(text: str, shown: str | None) -> None:
    assert rounded(text) == shown
