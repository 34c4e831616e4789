"""Ages, amounts and times: near ones in the same form, and none twice."""

from __future__ import annotations

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.replace.test_substitute import solve


@pytest.mark.parametrize(
    ("language", "marked", "pattern"),
    [
        ("en", "She is [47|AGE].", r"She is (?:4[4568-9]|50)\."),
        ("en", "a [46-year-old|AGE] man", r"a 4[345789]-year-old man"),
        ("en", "[thirty-six|AGE]", r"thirty-(?:three|four|five|seven|eight|nine)"),
        ("de", "mit [Mitte 50|AGE]", r"mit Mitte (?:4[789]|5[123])"),
        ("es", "[ochenta y cuatro años|AGE]", r"ochenta y (?:uno|dos|tres|cinco|seis|siete) años"),
        ("pt", "A Íris ([4 anos|AGE])", r"A Íris \([35] anos\)"),
        ("de", "Es kostet [9.412,37 €|VALUE].", r"Es kostet 9\.\d{3},\d\d €\."),
        ("de", "Es kostet [2.000,00 €|VALUE].", r"Es kostet [13-9]\.000,00 €\."),
        ("en", "for [$1.9bn|VALUE]", r"for \$1\.[1-8]bn"),
        ("pt", "por [cinco euros|VALUE]", r"por (?:dois|três|quatro|seis|sete|oito|nove) euros"),
        ("en", "at [8:15|TIME]", r"at \d{1,2}:\d\d"),
        ("de", "um [20 Uhr|TIME]", r"um (?:1[89]|2[12]) Uhr"),
        ("es", "a las [seis|TIME]", r"a las (?:cuatro|cinco|siete|ocho)"),
        ("en", "at [midnight|TIME]", r"at \[TIME1\]"),
    ],
)
def test_a_figure_stays_near_and_keeps_its_form(language: str, marked: str, pattern: str) -> None:
    for seed in range(8):
        text, _ = solve(marked, language, seed=f"s{seed}")
        assert regex.fullmatch(pattern, text), text


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(1, 99), min_size=1, max_size=8, unique=True))
def test_every_age_gets_its_own_on_its_side_of_eighteen(ages: list[int]) -> None:
    marked = " ; ".join(f"[{age}|AGE|{n}]" for n, age in enumerate(ages))
    new = solve(marked, "en")[0].split(" ; ")
    assert len(set(new)) == len(ages)
    for old, text in zip(ages, new, strict=True):
        if not text.startswith("["):
            assert int(text) != old
            assert (int(text) < 18) == (old < 18)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(1, 10**9), min_size=1, max_size=8, unique=True))
def test_every_amount_gets_its_own_of_its_length(amounts: list[int]) -> None:
    marked = " ; ".join(f"[{amount} €|VALUE|{n}]" for n, amount in enumerate(amounts))
    new = solve(marked, "de")[0].split(" ; ")
    assert len(set(new)) == len(amounts)
    for old, text in zip(amounts, new, strict=True):
        if not text.startswith("["):
            assert len(text) == len(f"{old} €")
            assert text != f"{old} €"


def test_times_of_a_text_move_together() -> None:
    text, _ = solve("[08:00|TIME] [08:25|TIME] [09:10|TIME]", "en")
    first, second, third = (int(item[:2]) * 60 + int(item[3:]) for item in text.split())
    assert (second - first, third - second) == (25, 45)
