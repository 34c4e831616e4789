"""A secret from which every use derives a key of its own; it shows in no repr, job, pickle or message."""

from __future__ import annotations

import hashlib
import hmac
import unicodedata
from collections.abc import Mapping
from typing import Any, Final, NoReturn

from nescio.core.errors import ConfigError

SIZE: Final = 32  # bytes of a secret: 256 bits
SHORTEST_PASSPHRASE: Final = 12  # characters
_HASH: Final = hashlib.sha256
_LONGEST: Final = 255 * _HASH().digest_size  # bytes that one derivation can give, RFC 5869
# RFC 7914 with 128 MiB of memory: some tenths of a second for the owner, and for each guess.
_SCRYPT_N, _SCRYPT_R, _SCRYPT_P = 1 << 17, 8, 1
_NO_SALT: Final = b"nescio passphrase 1"  # the same on every machine, so that they derive the same


class Key:
    """A secret or a passphrase; what is derived for one purpose tells nothing about another."""

    __slots__ = ("_passphrase", "_roots", "_secret")

    def __init__(self, secret: bytes = b"", *, passphrase: str = "") -> None:
        if passphrase and len(passphrase) < SHORTEST_PASSPHRASE:
            raise ConfigError(f"A passphrase has at least {SHORTEST_PASSPHRASE} characters.")
        if not passphrase and len(secret) != SIZE:
            raise ConfigError(f"A key has {SIZE} bytes.")
        self._secret = secret
        self._passphrase = unicodedata.normalize("NFC", passphrase).encode("utf-8", "surrogatepass")
        self._roots: dict[bytes, bytes] = {}

    def derive(self, purpose: str, *, salt: bytes = b"", size: int = SIZE) -> bytes:
        """The key of one purpose, by HKDF with SHA-256; the same on every machine.

        `purpose` is a name for ever, such as "vault" or "pseudonym/PER". A salt makes a passphrase
        as costly to guess for each file as for the first.
        """
        root = self._root(salt)
        return expand(extract(root, salt), b"nescio 1 " + purpose.encode(), size)

    def _root(self, salt: bytes) -> bytes:
        if not self._passphrase:
            return self._secret
        if salt not in self._roots:
            self._roots[salt] = hashlib.scrypt(
                self._passphrase, salt=salt or _NO_SALT, n=_SCRYPT_N, r=_SCRYPT_R, p=_SCRYPT_P,
                maxmem=256 * _SCRYPT_N * _SCRYPT_R, dklen=SIZE,
            )  # fmt: skip
        return self._roots[salt]

    def __repr__(self) -> str:
        return "Key(…)"

    def __reduce__(self) -> NoReturn:
        raise TypeError("A key is never copied into a file, a job or another process; read it there.")


def extract(secret: bytes, salt: bytes) -> bytes:
    """The first half of HKDF, RFC 5869."""
    return hmac.digest(salt or bytes(_HASH().digest_size), secret, "sha256")


def expand(root: bytes, info: bytes, size: int) -> bytes:
    """The second half of HKDF, RFC 5869."""
    if not 0 < size <= _LONGEST:
        raise ConfigError(f"From 1 to {_LONGEST} bytes can be derived at once.")
    found = block = b""
    for number in range(1, -(-size // _HASH().digest_size) + 1):
        block = hmac.digest(root, block + info + bytes([number]), "sha256")
        found += block
    return found[:size]


def needed_key(method: str, options: Mapping[str, Any]) -> Key:
    """The key of a call, which `assemble` gives to every method that declares the option `key`."""
    key = options.get("key")
    if not isinstance(key, Key):
        raise ConfigError(
            f"The method {method!r} needs a key: --key FILE on the command line, load(key=…) in a program. "
            "`nescio key new FILE` makes one."
        )
    return key
