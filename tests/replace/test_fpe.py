"""Format-preserving encryption, checked with the vectors that NIST publishes."""

from __future__ import annotations

from itertools import product
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nescio.core.errors import ConfigError
from nescio.replace.fpe import FF1, SmallDomain

SIGNS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
KEY: Final = bytes.fromhex("2B7E151628AED2A6ABF7158809CF4F3CEF4359D8D580AA4F7F036D6F04FC6A94")
MESSAGES: Final = [  # radix, tweak, plain: the same for the keys of 128, 192 and 256 bits
    (10, "", "0123456789"),
    (10, "39383736353433323130", "0123456789"),
    (36, "3737373770717273373737", "0123456789abcdefghi"),
]
ANSWERS: Final = {  # FF1 samples 1 to 9 of the Computer Security Resource Center
    16: ("2433477484", "6124200773", "a9tv40mll9kdu509eum"),
    24: ("2830668132", "2496655549", "xbj3kv35jrawxv32ysr"),
    32: ("6657667009", "1001623463", "xs8a0azh2avyalyzuwd"),
}


def read(text: str) -> list[int]:
    return [SIGNS.index(char) for char in text]


@pytest.mark.parametrize(("size", "number"), list(product(ANSWERS, range(3))))
def test_the_published_vectors_come_out(size: int, number: int) -> None:
    radix, tweak, plain = MESSAGES[number]
    cipher, answer = FF1(KEY[:size], radix), read(ANSWERS[size][number])
    assert cipher.encrypt(read(plain), bytes.fromhex(tweak)) == answer
    assert cipher.decrypt(answer, bytes.fromhex(tweak)) == read(plain)


@given(st.lists(st.integers(0, 9), min_size=6, max_size=60), st.binary(max_size=40))
def test_what_is_encrypted_is_decrypted(numerals: list[int], tweak: bytes) -> None:
    cipher = FF1(KEY, 10)
    assert cipher.decrypt(cipher.encrypt(numerals, tweak), tweak) == numerals


@pytest.mark.parametrize(("radix", "length"), [(10, 5), (26, 4), (2, 19), (10, 257), (10, 0)])
def test_a_domain_that_is_too_small_or_too_long_is_refused(radix: int, length: int) -> None:
    with pytest.raises(ConfigError, match="FF1 takes from 1000000 values"):
        FF1(KEY, radix).encrypt([0] * length)


@pytest.mark.parametrize(("radix", "length"), [(10, 6), (26, 5), (2, 20), (36, 4), (1000, 2)])
def test_from_a_million_values_on_a_domain_is_for_ff1_and_for_no_table(radix: int, length: int) -> None:
    value = [radix - 1] * length
    assert FF1(KEY, radix).decrypt(FF1(KEY, radix).encrypt(value)) == value
    with pytest.raises(ConfigError, match="A table has from 2 to 999999 values"):
        SmallDomain(KEY, radix).encrypt(value)


@pytest.mark.parametrize(("radix", "length"), [(10, 1), (10, 3), (26, 2)])
def test_a_table_is_a_permutation_of_its_domain(radix: int, length: int) -> None:
    domain = [list(value) for value in product(range(radix), repeat=length)]
    table = SmallDomain(KEY, radix)
    answers = [table.encrypt(value) for value in domain]
    assert sorted(answers) == domain
    assert [table.decrypt(answer) for answer in answers] == domain
    assert answers != [SmallDomain(KEY[::-1], radix).encrypt(value) for value in domain]
