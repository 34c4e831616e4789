"""A keyed permutation of all numbers of so many bits: a Feistel network on HMAC-SHA-256."""

from __future__ import annotations

import hashlib
from typing import Final

ROUNDS: Final = 6  # four make a pseudo-random permutation (Luby and Rackoff), six leave room
_BLOCK: Final = 64  # bytes of a block of SHA-256


class Keyed:
    """HMAC-SHA-256 under one secret; the two halves of the key are hashed once and not for every message."""

    __slots__ = ("_inner", "_outer")

    def __init__(self, secret: bytes) -> None:
        if len(secret) > _BLOCK:
            secret = hashlib.sha256(secret).digest()
        padded = secret.ljust(_BLOCK, b"\0")
        self._inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in padded))
        self._outer = hashlib.sha256(bytes(byte ^ 0x5C for byte in padded))

    def digest(self, message: bytes) -> bytes:
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(message)
        outer.update(inner.digest())
        return outer.digest()

    def number(self, message: bytes) -> int:
        return int.from_bytes(self.digest(message))


class Permutation:
    """Numbers of `bits` bits among themselves.

    Each round changes one half by XOR with a function of the other, which stays and so can undo it: every
    round, and with it the whole, is one to one, whatever the function is.
    """

    __slots__ = ("_bytes", "_heads", "_keyed", "_left", "_right")

    def __init__(self, keyed: Keyed, bits: int) -> None:
        self._keyed = keyed
        right = bits // 2
        self._left, self._right = (1 << bits - right) - 1, right
        self._bytes = (bits + 7) // 8
        self._heads = [bits.to_bytes(4) + bytes([number]) for number in range(ROUNDS)]

    def __call__(self, number: int) -> int:
        left, right = number >> self._right, number & ((1 << self._right) - 1)
        low = (1 << self._right) - 1
        for place, head in enumerate(self._heads):
            if place % 2:
                right ^= self._keyed.number(head + left.to_bytes(self._bytes)) & low
            else:
                left ^= self._keyed.number(head + right.to_bytes(self._bytes)) & self._left
        return left << self._right | right
