"""Bands."""

from __future__ import annotations

from typing import Any

import pytest

from nescio.core.errors import ConfigError
from nescio.core.protocols import Method
from nescio.packs import load_pack
from nescio.replace.bands import BandsMethod
from nescio.testing import MethodContract
from tests.replace.test_substitute import solve


class TestBands(MethodContract):
    def make(self) -> Method:
        return BandsMethod.build(load_pack("en"), {})


@pytest.mark.parametrize(
    ("language", "marked", "width", "expected"),
    [
        ("en", "[£1,234|VALUE] at [45 years|AGE].", 500, "£1,000–1,500 at 0–499 years."),
        ("en", "[twelve|VALUE] at [45 years|AGE].", 10, "10–20 at 40–49 years."),
        ("de", "[9.412,37 €|VALUE] mit [45 Jahren|AGE].", 5, "9.410–9.415 € mit 45–49 Jahren."),
        ("pt", "[1.250 €|VALUE] aos [31 anos|AGE].", 20, "1.240–1.260 € aos 20–39 anos."),
        ("es", "[3.000 euros|VALUE] de [Nuria|PER].", 1000, "3.000–4.000 euros de [PERSONA1]."),
        ("es", "[3 o 4 euros|VALUE].", 10, "[VALOR1]."),
    ],
)
def test_a_figure_becomes_a_range_that_holds_it(
    language: str, marked: str, width: int, expected: str
) -> None:
    assert solve(marked, language, "bands", width=width)[0] == expected


@pytest.mark.parametrize("options", [{"width": 0}, {"width": "ten"}, {"widht": 5}])
def test_wrong_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ConfigError, match="option"):
        BandsMethod.build(load_pack("xx"), options)
