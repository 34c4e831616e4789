"""Chance from a secret: the same for the same question, and nobody's guess without the secret."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping
from typing import Any, Final, TypeVar

from nescio.core.keys import SIZE, needed_key

Item = TypeVar("Item")
_BYTES: Final = 32


def secret_of(method: str, options: Mapping[str, Any]) -> bytes:
    """From the key of the call; without one a new secret, so that each run draws anew."""
    has_key = options.get("key") is not None
    return needed_key(method, options).derive(method) if has_key else secrets.token_bytes(SIZE)


class Dice:
    """Numbers by HMAC-SHA-256 of a secret and what they are drawn for."""

    def __init__(self, secret: bytes, *about: str) -> None:
        self._root = hmac.digest(secret, "\0".join(about).encode("utf-8", "surrogatepass"), "sha256")
        self._count = 0

    def number(self, low: int, high: int) -> int:
        """From low to high, both among them."""
        self._count += 1
        drawn = hmac.digest(self._root, self._count.to_bytes(8), "sha256")
        return low + int.from_bytes(drawn[:_BYTES]) % (high - low + 1)

    def cycle(self, items: list[Item]) -> list[Item]:
        """The items in another order in which none stands where it stood, if there are two (Sattolo)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.number(0, last - 1)
            order[last], order[other] = order[other], order[last]
        return order
