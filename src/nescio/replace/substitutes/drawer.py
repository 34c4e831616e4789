"""The order in which names are drawn."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

Item = TypeVar("Item")


class Drawer:
    """Draws without looking: what it draws depends on nothing that was hidden.

    The order comes from the seed, the name of the document and the text outside the hidden
    mentions, all of which a reader of the output may know.
    """

    def __init__(self, *salts: str) -> None:
        digest = hashlib.sha256("\0".join(salts).encode("utf-8", "surrogatepass")).digest()
        self._digest = digest
        self._random = Random(digest)  # noqa: S311 - the order is no secret

    def apart(self, use: str) -> Drawer:
        """A drawer for one use, that takes nothing from the order of this one."""
        return Drawer(self._digest.hex(), use)

    def shuffled(self, items: Iterable[Item]) -> list[Item]:
        """The items as `Random.shuffle` orders them; written out, as every text shuffles all lists."""
        order = list(items)
        draw = self._random.getrandbits
        for last in range(len(order) - 1, 0, -1):
            bits = (last + 1).bit_length()
            place = draw(bits)
            while place > last:
                place = draw(bits)
            order[last], order[place] = order[place], order[last]
        return order

    def days(self, low: int, high: int) -> int:
        return self._random.randint(low, high) * self._random.choice((-1, 1))

    def number(self, low: int, high: int) -> int:
        return self._random.randint(low, high)

    def one_of(self, items: Sequence[Item]) -> Item:
        return self._random.choice(items)
