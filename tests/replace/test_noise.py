"""Additive noise."""

from __future__ import annotations

from typing import Any

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from nescio.core.errors import ConfigError
from nescio.core.protocols import Method
from nescio.packs import load_pack
from nescio.replace.noise import NoiseMethod
from nescio.testing import MethodContract
from tests.replace.keyed import KEY, OTHER, solve_keyed


class TestNoise(MethodContract):
    def make(self) -> Method:
        return NoiseMethod.build(load_pack("en"), {"key": KEY})


@pytest.mark.parametrize(
    ("language", "marked", "pattern"),
    [
        ("en", "It took [1,000 hours|VALUE|1] of [£12,500.50|VALUE]. [1000 hours|VALUE|1]!",
         r"It took (?:9\d\d|1,[01]\d\d) hours of £1[1-3],\d{3}\.\d\d\. (?:9|1[01])\d\d hours!"),
        ("de", "[45 Jahre|AGE] alt, zahlte [9.412,37 €|VALUE].",
         r"4[1-9] Jahre alt, zahlte (?:[89]|10)\.\d{3},\d\d €\."),
        ("pt", "Pagou [1.250,00 €|VALUE] aos [31 anos|AGE].",
         r"Pagou 1\.[1-3]\d\d,\d\d € aos (?:2[89]|3[02-4]) anos\."),
        ("es", "Cobró [3.000 euros|VALUE].", r"Cobró (?:2|3)\.\d{3} euros\."),
        ("es", "Vino [Nuria|PER] en [mayo de 2020|DATE].", r"Vino \[PERSONA1\] en \[FECHA1\]\."),
        ("en", "Between [5 and 9 pounds|VALUE].", r"Between \[VALUE1\]\."),
    ],
)  # fmt: skip
def test_figures_move_and_keep_their_spelling(language: str, marked: str, pattern: str) -> None:
    text, done = solve_keyed(marked, language, "noise")
    assert regex.fullmatch(pattern, text), text
    assert text == solve_keyed(marked, language, "noise")[0]
    assert text != done.document.text


def values(text: str) -> list[int]:
    return [int(number.replace(",", "")) for number in regex.findall(r"[\d,]+(?= km)", text)]


@settings(max_examples=80, deadline=None)
@given(
    st.lists(st.integers(0, 10**6), min_size=1, max_size=9, unique=True), st.integers(1, 100), st.booleans()
)
def test_noise_is_bounded_and_totals_are_kept(amounts: list[int], percent: int, totals: bool) -> None:
    marked = " ".join(f"[{amount} km|VALUE]" for amount in amounts)
    text, _ = solve_keyed(marked, "en", "noise", percent=percent, totals=totals)
    tagged = text.count("[")
    pieces = regex.findall(r"\[\w+\]|\d+ km", text)
    moved = [(old, int(new[:-3])) for old, new in zip(amounts, pieces, strict=True) if new[0] != "["]
    for old, new in moved:
        assert new != old
        assert new >= 0
        assert abs(new - old) <= max(2, old * percent // 100)
    if totals:
        assert sum(old for old, _ in moved) == sum(new for _, new in moved)
        assert tagged <= (0 in amounts) + 1
    else:
        assert not tagged


def test_another_key_draws_other_noise_and_no_key_draws_anew() -> None:
    marked = "[123,456,789 km|VALUE]"
    drawn = {solve_keyed(marked, "en", "noise", key=key)[0] for key in (KEY, OTHER, None, None)}
    assert len(drawn) == 4


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"percent": 0}, "'percent' of 'noise' must be a whole number from 1"),
        ({"percent": 101}, "'percent' of 'noise' must be from 1 to 100"),
        ({"totals": 1}, "'totals' of 'noise' must be true or false"),
        ({"total": True}, "'noise' has no option 'total'. Did you mean 'totals'"),
        ({"key": "file"}, "The method 'noise' needs a key"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        NoiseMethod.build(load_pack("xx"), options)
