"""Words in their forms."""

from __future__ import annotations

from functools import cache

import pytest

from nescio.packs import load_pack
from nescio.replace.agreement.grammar import DEFINITE, INDEFINITE, Cell, Front, Grammar


@cache
def grammar(language: str) -> Grammar:
    return Grammar(load_pack(language).grammar)


@pytest.mark.parametrize(
    ("language", "front", "cell", "following", "written"),
    [
        ("en", Front("in", INDEFINITE), Cell(), "city", "in a city"),
        ("en", Front("", INDEFINITE), Cell(), "SPD member", "an SPD member"),
        ("en", Front("", INDEFINITE), Cell(), "university", "a university"),
        ("de", Front("zu", DEFINITE), Cell("s", "f", "DAT"), "Stadt", "zur Stadt"),
        ("de", Front("auf", DEFINITE), Cell("s", "n", "ACC"), "Land", "auf das Land"),
        ("pt", Front("em", INDEFINITE), Cell("s", "f"), "cidade", "numa cidade"),
        ("pt", Front("de", INDEFINITE), Cell("s", "f"), "cidade", "de uma cidade"),
        ("es", Front("de", DEFINITE), Cell("s", "m"), "banco", "del banco"),
        ("es", Front("de", DEFINITE), Cell("s", "f"), "área", "del área"),
        ("es", Front("para", ""), Cell("s", "f"), "Ana", "para Ana"),
    ],
)
def test_prepositions_and_determiners_are_contracted(
    language: str, front: Front, cell: Cell, following: str, written: str
) -> None:
    assert f"{grammar(language).write(front, cell, following)} {following}" == written


@pytest.mark.parametrize(
    ("language", "word", "cell", "determiner", "form"),
    [
        ("de", "alte", Cell("s", "n", "NOM"), INDEFINITE, "altes"),
        ("de", "alten", Cell("s", "f", "NOM"), DEFINITE, "alte"),
        ("de", "alter", Cell("s", "n", "DAT"), "", "altem"),
        ("pt", "antiga", Cell("s", "m"), "", "antigo"),
        ("es", "antiguo", Cell("s", "f"), "", "antigua"),
        ("en", "old", Cell(), "", "old"),
    ],
)
def test_adjectives_agree(language: str, word: str, cell: Cell, determiner: str, form: str) -> None:
    assert grammar(language).adjective(word, cell, determiner) == form
