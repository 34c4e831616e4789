"""Numbers in figures and in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from nescio.core.errors import ConfigError
from nescio.packs import load_pack
from nescio.packs.numerals import Numerals, read_numerals
from nescio.replace.numerals import NumberWriter


def writer(language: str) -> NumberWriter:
    return NumberWriter(load_pack(language).numerals)


@pytest.mark.parametrize(
    ("language", "text", "figures"),
    [
        ("en", "thirty-six", "36"),
        ("en", "He is Nineteen now", "He is 19 now"),
        ("en", "two hundred", "two hundred"),
        ("de", "mit sechsundachtzig", "mit 86"),
        ("de", "Dreiunddreißig Jahre", "33 Jahre"),
        ("es", "ochenta y cuatro años", "84 años"),
        ("es", "dieciséis", "16"),
        ("es", "trescientos y pico", "trescientos y pico"),
        ("pt", "oitenta e seis anos", "86 anos"),
        ("pt", "dezesseis ou dezasseis", "16 ou 16"),
        ("pt", "duas vezes", "2 vezes"),
        ("pt", "dezena", "dezena"),
    ],
)
def test_words_become_figures(language: str, text: str, figures: str) -> None:
    assert writer(language).in_figures(text) == figures


@pytest.mark.parametrize(
    ("language", "text", "changed"),
    [
        ("en", "aged 36", "aged 37"),
        ("en", "the 21st", "the 22nd"),
        ("en", "her 43rd birthday", "her 44th birthday"),
        ("en", "Thirty-six", "Thirty-seven"),
        ("de", "NEUN", "ZEHN"),
        ("de", "am 08.", "am 09."),
        ("es", "veintinueve años", "treinta años"),
        ("pt", "oitenta e nove", "noventa"),
        ("pt", "trezentos", None),
        ("en", "many", None),
    ],
)
def test_numbers_change_in_their_form(language: str, text: str, changed: str | None) -> None:
    assert writer(language).changed(text, lambda number: number + 1) == changed


@pytest.mark.parametrize("language", ["en", "de", "es", "pt"])
def test_every_number_is_read_as_it_is_said(language: str) -> None:
    for value, word in enumerate(load_pack(language).numerals.words):
        assert writer(language).in_figures(word) == str(value)


def test_a_language_without_words_has_figures_alone(tmp_path: Path) -> None:
    assert read_numerals(tmp_path / "numbers.toml") == Numerals()
    assert NumberWriter(Numerals()).changed("12", lambda number: number + 1) == "13"
    path = tmp_path / "numbers.toml"
    path.write_text('words = ["zero"]', encoding="utf-8")
    with pytest.raises(ConfigError, match="100 numbers"):
        read_numerals(path)
