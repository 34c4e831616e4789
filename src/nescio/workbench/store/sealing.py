"""Bytes that are packed, and encrypted when there is a key."""

from __future__ import annotations

import json
import secrets
import zlib
from typing import Any, Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from nescio.core.errors import ConfigError, JobError
from nescio.core.keys import Key

_PURPOSE: Final = "workbench store"
_NONCE: Final = 12
_PLAIN, _SEALED = b"p", b"s"
CHECK: Final = b"nescio workbench"  # sealed in every store: tells a wrong key from a damaged store


class RowSeal:
    """Seals and opens what a store keeps."""

    def __init__(self, key: Key | None, salt: bytes) -> None:
        self._cipher = None if key is None else AESGCM(key.derive(_PURPOSE, salt=salt))

    def seal(self, data: bytes) -> bytes:
        packed = zlib.compress(data, 1)
        if self._cipher is None:
            return _PLAIN + packed
        nonce = secrets.token_bytes(_NONCE)
        return _SEALED + nonce + self._cipher.encrypt(nonce, packed, None)

    def open(self, data: bytes) -> bytes:
        kind, rest = data[:1], data[1:]
        if kind == _SEALED:
            if self._cipher is None:
                raise ConfigError("The store of the workbench is encrypted; name its key with --key.")
            try:
                rest = self._cipher.decrypt(rest[:_NONCE], rest[_NONCE:], None)
            except InvalidTag:
                raise ConfigError("The key does not open the store of the workbench.") from None
        elif self._cipher is not None:
            raise ConfigError(
                "The store of the workbench was made without a key; leave --key out, or name another store."
            )
        try:
            return zlib.decompress(rest)
        except zlib.error:
            raise JobError("The store of the workbench is damaged.") from None

    def seal_json(self, value: Any) -> bytes:
        return self.seal(json.dumps(value, separators=(",", ":")).encode())

    def open_json(self, data: bytes) -> Any:
        return json.loads(self.open(data))
