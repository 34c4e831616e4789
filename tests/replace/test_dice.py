"""Chance from a secret."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nescio.core.errors import ConfigError
from nescio.replace.dice import Dice, secret_of
from tests.replace.keyed import KEY, OTHER


@given(st.binary(max_size=40), st.integers(-5, 5), st.integers(0, 9))
def test_a_number_lies_between_its_bounds_and_is_the_same_again(secret: bytes, low: int, width: int) -> None:
    drawn = [Dice(secret, "a", "b").number(low, low + width) for _ in range(2)]
    assert drawn[0] == drawn[1]
    assert low <= drawn[0] <= low + width


@given(st.integers(0, 30))
def test_a_cycle_moves_everything(size: int) -> None:
    items = list(range(size))
    moved = Dice(b"secret", str(size)).cycle(items)
    assert sorted(moved) == items
    assert size < 2 or not any(new == old for new, old in zip(moved, items, strict=True))


def test_all_numbers_come_up_about_equally_often() -> None:
    dice = Dice(b"secret")
    drawn = [dice.number(0, 4) for _ in range(5000)]
    assert all(900 < drawn.count(number) < 1100 for number in range(5))


def test_a_secret_comes_from_the_key_or_is_new() -> None:
    assert secret_of("noise", {"key": KEY}) == secret_of("noise", {"key": KEY})
    found = {secret_of(name, {"key": key}) for name in ("noise", "swap") for key in (KEY, OTHER)}
    assert len(found) == 4
    assert secret_of("noise", {}) != secret_of("noise", {})
    with pytest.raises(ConfigError, match="The method 'noise' needs a key"):
        secret_of("noise", {"key": "a file"})
