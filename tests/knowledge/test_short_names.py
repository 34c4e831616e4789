"""Short names: what lists say, what languages make, what a slip of the pen is."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nescio.knowledge.short_names import ShortNames
from nescio.packs import languages, load_pack

WORDS = st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=9)


@cache
def short_names(language: str) -> ShortNames:
    return ShortNames(load_pack(language).naming)


@pytest.mark.parametrize("language", languages())
def test_every_language_lists_many_short_names(language: str) -> None:
    assert len(short_names(language).stands_for) > 1000


@pytest.mark.parametrize("language", languages())
@given(one=WORDS, other=WORDS)
def test_whether_two_names_are_one_does_not_depend_on_their_order(
    language: str, one: str, other: str
) -> None:
    names = short_names(language)
    for same in (names.listed, names.made, names.slips):
        assert same(one, other) == same(other, one)


@pytest.mark.parametrize("language", languages())
@given(name=WORDS, cut=st.integers(1, 9))
def test_who_may_be_one_shares_a_key(language: str, name: str, cut: int) -> None:
    names = short_names(language)
    for pet in (name[:cut], name[-cut:], *(name[:cut] + ending for ending in ("inho", "ito", "chen", "ie"))):
        if pet != name and (names.made(pet, name) or names.slips(pet, name)):
            assert set(names.keys(pet)) & set(names.keys(name))


@pytest.mark.parametrize(
    ("one", "other", "is_slip"),
    [
        ("nowottny", "nowotny", True),
        ("scholten", "schotlen", True),
        ("suleimanow", "suleimanov", True),
        ("kuznetsov", "kuznetsova", False),
        ("woodhouse", "woodhouses", False),
        ("meyer", "geyer", False),
        ("haverstock", "haverstick", True),
        ("haverstock", "haversticks", False),
    ],
)
def test_a_slip_is_one_letter_that_tells_nothing(one: str, other: str, is_slip: bool) -> None:
    assert short_names("de").slips(one, other) == is_slip


def test_a_name_of_its_own_is_no_pet_name() -> None:
    assert not short_names("pt").is_pet("ana", "anabela")
    assert not short_names("de").is_pet("jan", "janina")
