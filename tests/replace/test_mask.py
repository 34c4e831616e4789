"""Masking."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nescio.core.errors import ConfigError
from nescio.core.model import Document, Entity, Span
from nescio.core.protocols import Method
from nescio.core.scene import Context
from nescio.packs import load_pack
from nescio.replace.mask import MaskMethod
from nescio.testing import MethodContract
from tests.replace.test_substitute import solve


class TestMask(MethodContract):
    def make(self) -> Method:
        return MaskMethod.build(load_pack("en"), {})


@pytest.mark.parametrize(
    ("language", "marked", "options", "expected"),
    [
        ("en", "Card [4929 1234 5678 1234|CARD].", {}, "Card **** **** **** 1234."),
        ("en", "Card [4929 1234 5678 1234|CARD].", {"width": 4}, "Card ****1234."),
        ("de", "Konto [DE02 1203 0000 0000 2020 51|IBAN].", {}, "Konto **** **** **** **** **20 51."),
        ("pt", "Fale com [Inês Couto|PER].", {"side": "start", "visible": 1}, "Fale com I*** *****."),
        ("es", "Tel. [612-345-678|PHONE].", {"sign": "#"}, "Tel. ###-###-678."),
        ("es", "PIN [4321|SECRET].", {"visible": 0}, "PIN ****."),
        ("en", "PIN [43|SECRET].", {}, "PIN **."),
        ("en", "For [Odilia Hatch-Lowe|PER].", {}, "For ****** *****-****."),
    ],
)
def test_a_part_stays_visible(language: str, marked: str, options: dict[str, Any], expected: str) -> None:
    assert solve(marked, language, "mask", **options)[0] == expected


@given(st.text(min_size=1, max_size=30), st.integers(0, 40), st.sampled_from(["end", "start"]))
def test_never_more_than_a_third_is_visible(text: str, visible: int, side: str) -> None:
    method = MaskMethod.build(load_pack("en"), {"visible": visible, "side": side})
    span = Span(0, len(text), "CODE", 1.0, "t")
    answer = method.replace(span, Entity(0, "CODE", (span,)), Context(Document("d", text), 1, "CODE"))
    assert sum(map(str.isalnum, answer)) <= sum(map(str.isalnum, text)) // 3


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"visibel": 1}, "'mask' has no option 'visibel'. Did you mean 'visible'"),
        ({"visible": -1}, "'visible' of 'mask' must be a whole number from 0"),
        ({"width": True}, "'width' of 'mask' must be a whole number from 0"),
        ({"side": "middle"}, "'side' of 'mask' cannot have this value"),
        ({"sign": "x"}, "'sign' of 'mask' must not be made of letters"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        MaskMethod.build(load_pack("xx"), options)
