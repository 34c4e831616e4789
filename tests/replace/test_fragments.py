"""Names that are spelled, and words that are a piece of a name."""

from __future__ import annotations

import pytest

from tests.replace.test_leftovers import hidden
from tests.replace.test_substitute import solve


@pytest.mark.parametrize(
    ("language", "name", "output", "left"),
    [
        ("en", "Ada Munteanu", "with a u. M, U, N, T, E, A, N, U.", ["M, U, N, T, E, A, N, U"]),
        ("en", "Ada Munteanu", "M-U-N-T-E-A-N-U", ["M-U-N-T-E-A-N-U"]),
        ("de", "Ida Brösel", "B R Ö S E L bitte", ["B R Ö S E L"]),
        ("de", "Ida Brösel", f"{'X Y ' * 25}B R Ö S E L bitte", ["B R Ö S E L"]),
        ("es", "Ezequiel Mora", "zequi, como quieras", ["zequi"]),
        ("pt", "Evaristo Prado", "o VARISTO veio", ["VARISTO"]),
        ("en", "Ada Munteanu", "A, B, C, D and E", []),
        ("en", "Constance Holloway", "the stance of others", []),
        ("en", "Ann Ray", "R A Y", []),
    ],
)
def test_a_spelled_name_and_a_piece_of_one_are_found(
    language: str, name: str, output: str, left: list[str]
) -> None:
    found = hidden(language, name, name).find(output)
    assert [output[item.start : item.end] for item in found if not (item.is_word or item.is_inside)] == left


@pytest.mark.parametrize(
    ("language", "name", "output", "left"),
    [
        ("pt", "Pochito", "o pochito já tem", ["pochito"]),
        ("de", "Phuong", "Phuong schrieb", ["Phuong"]),
        ("de", "Phuong", "Phuongstraße", []),
        ("en", "Bath", "a bath for all", []),
    ],
)
def test_a_place_that_is_no_word_is_looked_for_as_a_whole(
    language: str, name: str, output: str, left: list[str]
) -> None:
    found = hidden(language, name, name, label="LOC").find(output)
    assert [output[item.start : item.end] for item in found if not (item.is_word or item.is_inside)] == left


@pytest.mark.parametrize(
    ("language", "name", "output", "is_word"),
    [
        ("de", "ernst", "und ernst kommt", False),
        ("en", "rider", "the rider came", True),
        ("de", "Deine", "Deine Resl", True),
        ("en", "Will", "Then Will came", False),
    ],
)
def test_how_a_name_is_written_tells_whether_it_may_be_a_word(
    language: str, name: str, output: str, is_word: bool
) -> None:
    [found] = hidden(language, name, name).find(output)
    assert found.is_word == is_word


def test_no_substitute_holds_a_hidden_name() -> None:
    for seed in range(40):
        text, _ = solve("[Lotte|PER|1] and [Jose|PER|2] and [Anna|PER|3] met.", "de", seed=f"s{seed}")
        assert not any(name in text.lower() for name in ("lotte", "jose", "anna")), text
