from __future__ import annotations

import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nescio.replace.world.permutation import Keyed, Permutation


@given(st.binary(max_size=100), st.binary(max_size=200))
def test_a_keyed_digest_is_hmac_with_sha_256(secret: bytes, message: bytes) -> None:
    assert Keyed(secret).digest(message) == hmac.digest(secret, message, "sha256")


@pytest.mark.parametrize("bits", [1, 2, 3, 7, 12, 13])
def test_every_number_is_taken_to_another_of_its_size(bits: int) -> None:
    permutation = Permutation(Keyed(b"secret"), bits)
    assert sorted(map(permutation, range(1 << bits))) == list(range(1 << bits))


def test_two_keys_and_two_sizes_order_numbers_differently() -> None:
    one, other = (Permutation(Keyed(secret), 20) for secret in (b"one", b"other"))
    wide = Permutation(Keyed(b"one"), 26)
    numbers = range(1000)
    assert sum(one(number) == other(number) for number in numbers) < 5
    assert sum(one(number) == wide(number) for number in numbers) < 5
