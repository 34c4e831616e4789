from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nescio.core.errors import ConfigError
from nescio.core.keys import Key
from nescio.replace.world.manifest import Manifest
from nescio.replace.world.names import NameWorld
from nescio.replace.world.permutation import Keyed
from nescio.text.folding import fold_word
from tests.replace.world.stocks import (
    KINDS,
    LANGUAGES,
    OTHER,
    SECRET,
    invented_of,
    spelling,
    stock_of,
    world_of,
)

WORDS = st.text(alphabet="abcdefghijklmnopqrstuvwxyz'-éñшω", max_size=16)
KEY = Key(SECRET)


def _many(count: int, seed: int = 1) -> list[str]:
    """Words of nobody, all different."""
    chance = random.Random(seed)  # noqa: S311 - the words are no secret
    words: dict[str, None] = {}
    while len(words) < count:
        words["".join(chance.choices("aeioubdfghklmnprstvwz", k=chance.randint(2, 11)))] = None
    return list(words)


def _listed(language: str, kind: str) -> list[str]:
    stock = stock_of(language, kind)
    return sorted({fold_word(name) for name in (stock.common + " " + stock.names).split()})


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_no_two_names_have_one_pseudonym_and_nobody_keeps_his_own(language: str, kind: str) -> None:
    world = world_of(language, kind)
    old = list(dict.fromkeys([*_listed(language, kind), *_many(3000)]))
    new = [fold_word(world.word(name)) for name in old]
    assert len(set(new)) == len(old)
    assert not any(map(str.__eq__, old, new))


@given(st.sampled_from(LANGUAGES), st.sampled_from(KINDS), st.lists(WORDS, unique=True, max_size=20))
@settings(max_examples=50)
def test_any_words_have_different_pseudonyms(language: str, kind: str, old: list[str]) -> None:
    world = world_of(language, kind)
    assert len({fold_word(world.word(word)) for word in old}) == len(old)


def test_what_is_asked_before_changes_nothing() -> None:
    old = [*_many(500), *_listed("pt", "family")]
    first = {word: world_of("pt", "family").word(word) for word in old}
    world = world_of("pt", "family")
    assert {word: world.word(word) for word in reversed(old)} == first


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_of_the_list_becomes_a_name_of_the_list(language: str) -> None:
    world, listed = world_of(language, "family"), _listed(language, "family")
    assert sorted(fold_word(world.word(name)) for name in listed) == listed


def test_common_names_stay_common_on_request() -> None:
    common = {fold_word(name) for name in stock_of("de", "family").common.split()}
    ranked, mixed = world_of("de", "family", keep_rank=True), world_of("de", "family")
    assert {fold_word(ranked.word(name)) for name in common} == common
    assert {fold_word(mixed.word(name)) for name in common} != common


@pytest.mark.parametrize("kind", KINDS)
def test_two_keys_agree_no_more_often_than_chance(kind: str) -> None:
    one, other = world_of("en", kind), world_of("en", kind, OTHER)
    old = list(dict.fromkeys([*_listed("en", kind), *_many(10_000)]))[:10_000]
    same = sum(one.word(name) == other.word(name) for name in old)
    assert same <= 8  # one listed name is expected by chance; nine are one in a million


def test_the_pseudonym_of_one_key_does_not_tell_that_of_another() -> None:
    """Who guesses by neighbours: names that follow each other under one key do not under the other."""
    listed = _listed("es", "family")
    one, other = (world_of("es", "family", secret) for secret in (SECRET, OTHER))
    order = {name: fold_word(one.word(name)) for name in listed}
    kept = sum(fold_word(other.word(name)) == order[order[name]] for name in listed)
    assert kept <= 8


def test_a_list_of_one_name_is_too_small() -> None:
    stock = replace(stock_of("de", "family"), common="Adler", names="")
    with pytest.raises(ConfigError, match="too small"):
        NameWorld(Keyed(SECRET), "family", stock, invented=invented_of("de", "family"), spelling=spelling())


@pytest.mark.parametrize("language", LANGUAGES)
def test_with_a_manifest_no_pseudonym_is_a_name_of_the_corpus(language: str) -> None:
    corpus = [*_listed(language, "family")[::2], *_many(3000)]
    manifest = Manifest.made(KEY, {"family": corpus}, words=["Lindgren"])
    world = world_of(language, "family", manifest=manifest)
    strangers = [name for name in [*_listed(language, "family"), *_many(1000, seed=2)] if name not in corpus]
    old = list(dict.fromkeys([*corpus, *strangers]))
    new = [world.word(name) for name in old]
    assert len(set(map(fold_word, new))) == len(old)
    words = {fold_word(word) for name in new for word in name.replace("-", " ").split() if word[0].isupper()}
    assert words.isdisjoint({*corpus, "lindgren"})


def test_a_manifest_gives_names_of_the_list_to_the_names_of_the_corpus() -> None:
    corpus = _many(40)
    world = world_of("de", "family", manifest=Manifest.made(KEY, {"family": corpus}, words=()))
    listed = _listed("de", "family")
    assert all(fold_word(world.word(name)) in listed for name in corpus)


def test_an_invented_name_that_the_corpus_has_becomes_longer() -> None:
    old = "wunderlingen"
    plain = world_of("de", "family").word(old)
    manifest = Manifest.made(KEY, {}, words=[fold_word(plain)])
    assert world_of("de", "family", manifest=manifest).word(old).startswith(f"{plain} von ")
