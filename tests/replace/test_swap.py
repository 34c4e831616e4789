"""Swapping within a document."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nescio.core.errors import ConfigError
from nescio.core.protocols import Method
from nescio.packs import load_pack
from nescio.replace.swap import SwapMethod
from nescio.testing import MethodContract
from tests.replace.keyed import KEY, solve_keyed

WORDS = ("Leeds", "York", "Hull", "Bath", "Ely", "Ripon", "Wells", "Truro")


class TestSwap(MethodContract):
    def make(self) -> Method:
        return SwapMethod.build(load_pack("en"), {"key": KEY})


@pytest.mark.parametrize(
    ("language", "marked", "expected"),
    [
        ("en", "[Ada Bright|PER|1] met [Cy Low|PER]. [Ada|PER|1] left [Leeds|CITY].",
         "Cy Low met Ada Bright. Cy Low left [CITY1]."),
        ("de", "Aus [Ulm|CITY] nach [Kiel|CITY].", "Aus Kiel nach Ulm."),
        ("pt", "De [Viseu|CITY] a [Braga|CITY]; [30 anos|AGE], [41 anos|AGE].",
         "De Braga a Viseu; 41 anos, 30 anos."),
        ("es", "[300 €|VALUE] y [450 €|VALUE] de [Nuria Peña|PER].", "450 € y 300 € de [PERSONA1]."),
    ],
)  # fmt: skip
def test_values_of_one_label_change_places(language: str, marked: str, expected: str) -> None:
    assert solve_keyed(marked, language, "swap")[0] == expected


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(WORDS), min_size=2, max_size=20))
def test_the_values_stay_and_none_keeps_its_place(towns: list[str]) -> None:
    text, _ = solve_keyed(" ".join(f"[{town}|CITY]" for town in towns), "en", "swap")
    new = text.split()
    if len(set(towns)) > 1:
        assert set(new) == set(towns)
        assert not any(a == b for a, b in zip(new, towns, strict=True))
        if set(Counter(towns).values()) == {1}:
            assert Counter(new) == Counter(towns)
    assert len({(a, b) for a, b in zip(new, towns, strict=True)}) == len(set(towns))


def test_values_that_stand_equally_often_keep_their_distribution() -> None:
    marked = "[Ely|CITY] [Hull|CITY] [Bath|CITY] [Bath|CITY] [York|CITY] [York|CITY]"
    text, done = solve_keyed(marked, "en", "swap")
    assert Counter(text.split()) == Counter(done.document.text.split())


@pytest.mark.parametrize("options", [{"seed": 1}, {"key": "file"}])
def test_wrong_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ConfigError, match="'swap'"):
        SwapMethod.build(load_pack("xx"), options)
