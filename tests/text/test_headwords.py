"""The headword of a name in the four languages."""

from __future__ import annotations

import pytest

from nescio.packs import load_pack
from nescio.text.headwords import Head, HeadRules, find_head


def head_of(name: str, language: str) -> Head:
    pack = load_pack(language)
    types = pack.types
    head = find_head(name, pack.heads, lambda word: bool(types.of_word(word)))
    assert head is not None
    return head


@pytest.mark.parametrize(
    ("language", "name", "word", "reason"),
    [
        ("en", "University of Norfield", "University", "known"),
        ("en", "Norfield Savings Bank", "Bank", "known"),
        ("en", "the Norfield Explorers", "Explorers", "last"),
        ("en", "Friends of Norfield", "Friends", "preposition"),
        ("en", "Norfield's Friends", "Friends", "genitive"),
        ("de", "Institut für Nordkunde", "Institut", "known"),
        ("de", "Bund der Nordfreunde", "Bund", "known"),
        ("de", "Nordfreunde des Südens", "Nordfreunde", "genitive"),
        ("de", "Amtsgericht Nordstadt", "Amtsgericht", "known"),
        ("de", "Turn- und Sportverein Nordstadt", "Sportverein", "known"),
        ("pt", "Comissão do Meio Ambiente", "Comissão", "known"),
        ("pt", "Nova Associação Nortenha", "Associação", "known"),
        ("pt", "Amigos do Norte", "Amigos", "known"),
        ("es", "Universidad de Villanorte", "Universidad", "known"),
        ("es", "Norteños Unidos", "Norteños", "first"),
    ],
)
def test_the_head_is_found(language: str, name: str, word: str, reason: str) -> None:
    head = head_of(name, language)
    assert (head.word, head.reason) == (word, reason)
    assert name[head.start : head.end] == head.word


def test_a_compound_is_known_by_its_last_part() -> None:
    assert head_of("Landesumweltbehörde Nord", "de").base.lower() == "behörde"


@pytest.mark.parametrize("name", ["", "   ", "---", "!?"])
def test_a_name_without_words_has_no_head(name: str) -> None:
    assert find_head(name, HeadRules(), lambda word: True) is None
