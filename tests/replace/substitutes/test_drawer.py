"""The order of a draw: the same as Python's own, and the same for the same salts."""

from __future__ import annotations

import hashlib
from random import Random

import pytest

from nescio.replace.substitutes.drawer import Drawer


@pytest.mark.parametrize("size", [0, 1, 2, 3, 4, 63, 64, 65, 1000])
def test_lists_are_shuffled_as_python_does_and_what_is_drawn_next_is_the_same(size: int) -> None:
    drawer = Drawer("seed", "letter", "text")
    python = Random(hashlib.sha256(b"seed\0letter\0text").digest())  # noqa: S311 - the order is no secret
    order = list(range(size))
    python.shuffle(order)
    assert drawer.shuffled(range(size)) == order
    assert drawer.number(0, 10**9) == python.randint(0, 10**9)


def test_a_drawer_for_one_use_takes_nothing_from_the_order_of_another() -> None:
    one, other = Drawer("seed"), Drawer("seed")
    one.apart("dates").number(0, 9)
    assert one.shuffled("abcdefgh") == other.shuffled("abcdefgh")
