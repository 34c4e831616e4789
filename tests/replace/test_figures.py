"""Figures keep their spelling when they are made less exact."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nescio.replace.figures import band, spread


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
        ("9.412,37 €", "9.000–10.000 €"),
        ("€ 1,250,000", "€ 1,000,000–2,000,000"),
        ("£12,500", "£10,000–20,000"),
        ("R$ 350,00", "R$ 300–400"),
        ("93 %", "90–100 %"),
        ("14 weeks", "10–20 weeks"),
        ("1 850 000 €", "1 000 000–2 000 000 €"),
        ("CHF 1'250", "CHF 1'000–2'000"),
        ("5 kg", "1–10 kg"),
        ("0,75 l", "0–1 l"),
        ("1,9 Mrd. €", "1–10 Mrd. €"),
        ("007 kg", None),
        ("3 to 40", None),
        ("some", None),
        ("9" * 5000, None),
    ],
)
def test_amounts_become_ranges_that_hold_them(text: str, shown: str | None) -> None:
    assert spread(text) == shown


@given(st.integers(0, 10**12))
def test_an_amount_lies_in_its_range(amount: int) -> None:
    low, high = (spread(f"{amount} €") or "").removesuffix(" €").split("–")
    assert int(low) <= amount < int(high)
