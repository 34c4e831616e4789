from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nescio.core.errors import ConfigError
from nescio.packs import Packs
from nescio.replace.world.invented import LEAST, Invented
from nescio.text.folding import fold_word
from tests.replace.world.stocks import KINDS, LANGUAGES, invented_of

PLACES = st.tuples(st.sampled_from(LANGUAGES), st.sampled_from(KINDS))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_no_two_of_many_numbers_have_one_name(language: str, kind: str) -> None:
    invented = invented_of(language, kind)
    names = set[str]()
    count = 0
    for bits in (1, LEAST + 2, 30, 38, 48):
        level = invented.level(bits)
        assert level is not None
        step = (1 << level.bits) // 4001
        found = [invented.name(number, level) for number in range(0, 1 << level.bits, step)]
        found += [invented.longer(name, level, 7 * place) for place, name in enumerate(found)]
        names.update(map(fold_word, found))
        count += len(found)
    assert len(names) == count


@given(PLACES, st.integers(1, 50), st.integers(0), st.integers(0))
def test_two_numbers_have_two_names(place: tuple[str, str], bits: int, one: int, other: int) -> None:
    invented = invented_of(*place)
    level = invented.level(bits)
    assert level is not None
    first, second = one % (1 << level.bits), other % (1 << level.bits)
    names = [fold_word(invented.name(number, level)) for number in (first, second)]
    assert (names[0] == names[1]) == (first == second)


def test_names_are_words_with_one_capital_and_without_figures() -> None:
    invented = invented_of("de", "family")
    level = invented.level(40)
    assert level is not None
    words = invented.name(123456789, level).split(" von ")
    assert len(words) == 2
    assert all(word.isalpha() and word.istitle() for word in words)


@pytest.mark.parametrize(
    ("part", "more", "says"),
    [
        ("codas", "n nd", "two names could be made|same letters|too few"),
        ("onsets", "b br b", "same letters"),
        ("onsets", "b bo", "consonants or vowels"),
        ("vowels", "a ab", "consonants or vowels"),
        ("links", "", "too few|names can be made"),
    ],
)
def test_parts_that_could_be_read_in_two_ways_are_refused(part: str, more: str, says: str) -> None:
    pseudonyms = Packs.installed().load("de").pseudonyms.stocks
    sounds = replace(pseudonyms.sounds, **{part: more})
    stock = replace(pseudonyms.family, ends="dorf orf mann") if part == "codas" else pseudonyms.family
    with pytest.raises(ConfigError, match=says):
        Invented(sounds, stock, where="de/pseudonyms.toml [family]")


def test_an_ending_that_can_be_read_as_syllables_is_refused() -> None:
    pseudonyms = Packs.installed().load("de").pseudonyms.stocks
    stock = replace(pseudonyms.family, ends="er enner")
    with pytest.raises(ConfigError, match="read as two syllables"):
        Invented(pseudonyms.sounds, stock, where="de/pseudonyms.toml [family]")


def test_too_few_syllables_are_refused_with_their_number() -> None:
    pseudonyms = Packs.installed().load("de").pseudonyms.stocks
    stock = replace(pseudonyms.family, ends="mann")
    with pytest.raises(ConfigError, match=r"too few syllables and endings: \d+ names"):
        Invented(pseudonyms.sounds, stock, where="de/pseudonyms.toml [family]")


@given(PLACES, st.integers(1, 29), st.integers(0))
def test_a_name_can_be_said(place: tuple[str, str], bits: int, number: int) -> None:
    invented = invented_of(*place)
    level = invented.level(bits)
    assert level is not None
    name = fold_word(invented.name(number % (1 << level.bits), level))
    assert not re.search(r"(.)\1\1", name), name
    assert not re.search(r"[^aeiouy -]{4}", name[4:]), name  # what it begins with may be `schr`
