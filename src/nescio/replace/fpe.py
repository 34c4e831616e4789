"""Format-preserving encryption: FF1 of NIST SP 800-38G on AES, and tables for what is too small for it."""

from __future__ import annotations

from typing import Final

import numpy as np
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CTR, ECB

from nescio.core.errors import ConfigError

SMALLEST: Final = 1_000_000  # values of a domain: below, the second edition of the standard forbids FF1
LONGEST: Final = 256  # numerals of one value; no number of a document has more
_ROUNDS: Final = 10
_BLOCK: Final = 16


class FF1:
    """A keyed permutation of all strings of one length in one radix."""

    def __init__(self, key: bytes, radix: int) -> None:
        if not 2 <= radix < 1 << 16:
            raise ConfigError("FF1 has a radix from 2 to 65535.")
        # One block at a time is what the standard asks for; no message is enciphered in this mode.
        self._block = Cipher(AES(key), ECB()).encryptor().update  # noqa: S305
        self._radix = radix

    def encrypt(self, numerals: list[int], tweak: bytes = b"") -> list[int]:
        return self._run(numerals, tweak, forward=True)

    def decrypt(self, numerals: list[int], tweak: bytes = b"") -> list[int]:
        return self._run(numerals, tweak, forward=False)

    def _run(self, numerals: list[int], tweak: bytes, *, forward: bool) -> list[int]:
        """Algorithms 7 and 8 of the standard; A and B are kept as numbers."""
        n, radix = len(numerals), self._radix
        if not 2 <= n <= LONGEST or radix**n < SMALLEST:
            raise ConfigError(f"FF1 takes from {SMALLEST} values and up to {LONGEST} numerals.")
        u = n // 2
        v = n - u
        size = ((radix**v - 1).bit_length() + 7) // 8
        lead = bytes([1, 2, 1]) + radix.to_bytes(3) + bytes([_ROUNDS, u % 256]) + n.to_bytes(4)
        lead += len(tweak).to_bytes(4) + tweak + bytes((-len(tweak) - size - 1) % _BLOCK)
        a, b = _number(numerals[:u], radix), _number(numerals[u:], radix)
        for place in range(_ROUNDS) if forward else range(_ROUNDS - 1, -1, -1):
            modulus = radix ** (v if place % 2 else u)
            known = b if forward else a
            y = self._stream(lead + bytes([place]) + known.to_bytes(size), 4 * -(-size // 4) + 4)
            if forward:
                a, b = b, (a + y) % modulus
            else:
                a, b = (b - y) % modulus, a
        return [*_numerals(a, radix, u), *_numerals(b, radix, v)]

    def _stream(self, message: bytes, size: int) -> int:
        """As many bytes as are asked for from the last block of a CBC of the message, as a number."""
        state = bytes(_BLOCK)
        for start in range(0, len(message), _BLOCK):
            state = self._block(_xor(state, message[start : start + _BLOCK]))
        found = state
        for number in range(1, -(-size // _BLOCK)):
            found += self._block(_xor(state, number.to_bytes(_BLOCK)))
        return int.from_bytes(found[:size])


class SmallDomain:
    """A keyed permutation of a domain under one million values, by a table."""

    def __init__(self, key: bytes, radix: int) -> None:
        self._key, self._radix = key, radix
        self._tables: dict[int, np.ndarray] = {}  # by the length of a value

    def encrypt(self, numerals: list[int]) -> list[int]:
        table = self._table(len(numerals))
        return _numerals(int(table[_number(numerals, self._radix)]), self._radix, len(numerals))

    def decrypt(self, numerals: list[int]) -> list[int]:
        table = self._table(len(numerals))
        [place] = np.flatnonzero(table == _number(numerals, self._radix))
        return _numerals(int(place), self._radix, len(numerals))

    def _table(self, length: int) -> np.ndarray:
        """The values of a domain in the order of a stream of the key: any order is as likely as another."""
        size = self._radix**length
        if not 1 < size < SMALLEST:
            raise ConfigError(f"A table has from 2 to {SMALLEST - 1} values.")
        if length not in self._tables:
            begin = self._radix.to_bytes(4) + length.to_bytes(4) + bytes(8)
            stream = Cipher(AES(self._key), CTR(begin)).encryptor().update(bytes(8 * size))
            self._tables[length] = np.argsort(np.frombuffer(stream, dtype=">u8"), kind="stable")
        return self._tables[length]


def _xor(left: bytes, right: bytes) -> bytes:
    return (int.from_bytes(left) ^ int.from_bytes(right)).to_bytes(_BLOCK)


def _number(numerals: list[int], radix: int) -> int:
    number = 0
    for numeral in numerals:
        number = number * radix + numeral
    return number


def _numerals(number: int, radix: int, length: int) -> list[int]:
    found = []
    for _ in range(length):
        number, numeral = divmod(number, radix)
        found.append(numeral)
    return found[::-1]
