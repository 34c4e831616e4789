"""The form of a vault: records that nobody reads, alters, moves or takes from the middle without its key.

A line `nescio-vault-1 SALT CHECK`, then one line per record: a random nonce and AES-256-GCM of a
padded JSON object, in base64. What is authenticated with each record is the chain of all lines before it.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import secrets
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from nescio.core.errors import ConfigError, JobError
from nescio.core.keys import Key
from nescio.core.plain_json import read_json
from nescio.solutions.table import Table, table_from_json, table_to_json

MARK: Final = b"nescio-vault-"
_VERSION: Final = b"1"
_SALT: Final = 16
_CHECK: Final = 16
_NONCE: Final = 12
_SMALLEST: Final = 1 << 12  # bytes; then twice as many and so on: a size hardly tells of how many names
_TABLE, _END, _CHECKED = "table", "end", "checked"  # the kinds of records


@dataclass(frozen=True, slots=True)
class VaultContent:
    """Everything in a vault, in the order in which it was written."""

    tables: tuple[Table, ...] = field(default=(), repr=False)
    outdated: frozenset[int] = frozenset()  # tables, by number, whose texts were written anew since
    checked: frozenset[tuple[int, int]] = frozenset()  # table and entity that a person has looked at
    torn: bool = False  # half a record stands at the end
    ended: bool = True  # the last run came to its end
    state: str = ""  # tells this content from any other

    @property
    def live(self) -> list[int]:
        return [number for number in range(len(self.tables)) if number not in self.outdated]


class Sealer:
    """Makes and opens the records of one vault, each bound to all before it."""

    def __init__(self, key: Key, header: bytes = b"") -> None:
        self.header = header or _new_header(key)
        salt = _checked_salt(self.header, key)
        self._cipher = AESGCM(key.derive("vault", salt=salt))
        self.chain = hashlib.sha256(self.header).digest()

    def seal(self, content: Mapping[str, Any]) -> bytes:
        """A line for what follows all lines so far."""
        nonce = secrets.token_bytes(_NONCE)
        sealed = self._cipher.encrypt(nonce, _padded(json.dumps(content).encode()), self.chain)
        line = base64.b64encode(nonce + sealed)
        self._follow(line)
        return line + b"\n"

    def open(self, line: bytes) -> Mapping[str, Any]:
        """What a line holds, if it is the one that was written here."""
        try:
            data = base64.b64decode(line, validate=True)
            if base64.b64encode(data) != line:  # bits of the last letter that mean nothing
                raise ValueError
            plain = self._cipher.decrypt(data[:_NONCE], data[_NONCE:], self.chain)
        except (binascii.Error, ValueError, InvalidTag):
            raise JobError("it was altered, moved, or one before it is missing") from None
        self._follow(line)
        content = read_json(plain)
        if not isinstance(content, Mapping):
            raise JobError("it is of no known kind")
        return content

    def _follow(self, line: bytes) -> None:
        self.chain = hashlib.sha256(self.chain + line).digest()


def is_vault(data: bytes) -> bool:
    return data.startswith(MARK)


def read_vault(data: bytes, key: Key, *, name: str) -> tuple[VaultContent, Sealer | None]:
    """The content, and what adds to it; half a record at the end is passed over, all else is refused."""
    header, newline, rest = data.partition(b"\n")
    if not newline:  # a crash has left nothing but the beginning of the first line
        return VaultContent(torn=bool(data)), None
    sealer = Sealer(key, header)
    *lines, tail = rest.split(b"\n")
    reading = _VaultReading(name)
    for number, line in enumerate(lines, 1):
        reading.take(line, number, sealer)
    torn = bool(tail)
    if tail:
        with suppress(JobError):  # whole, but for its line end
            reading.take(tail, len(lines) + 1, sealer)
            torn = False
    return reading.content(torn=torn, state=sealer.chain.hex()), sealer


class _VaultReading:
    """Gathers records; one bad record and none is trusted."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._tables: list[Table] = []
        self._outdated: set[int] = set()
        self._checked: set[tuple[int, int]] = set()
        self._ended = True

    def take(self, line: bytes, number: int, sealer: Sealer) -> None:
        before = sealer.chain
        try:
            self._take(sealer.open(line))
        except JobError as error:
            sealer.chain = before
            raise JobError(f"The vault {self._name!r} is damaged at record {number}: {error}.") from None

    def _take(self, content: Mapping[str, Any]) -> None:
        kind, value = content.get("kind"), content.get("value")
        self._ended = kind == _END or (self._ended and kind == _CHECKED)
        if kind == _TABLE:
            self._tables.append(table_from_json(value))
        elif kind == _END and isinstance(value, list):
            self._outdated |= set(value)
        elif kind == _CHECKED and isinstance(value, list):
            self._checked |= {(table, entity) for table, entity in value}
        else:
            raise JobError("it is of no known kind; a later version of nescio may have written it")

    def content(self, *, torn: bool, state: str) -> VaultContent:
        return VaultContent(
            tuple(self._tables), frozenset(self._outdated), frozenset(self._checked), torn, self._ended, state
        )


def table_record(table: Table) -> dict[str, Any]:
    return {"kind": _TABLE, "value": table_to_json(table)}


def end_record(outdated: Iterable[int] = ()) -> dict[str, Any]:
    """A run came to its end; the texts of these tables have others now."""
    return {"kind": _END, "value": sorted(outdated)}


def checked_record(pairs: Iterable[tuple[int, int]]) -> dict[str, Any]:
    return {"kind": _CHECKED, "value": sorted(pairs)}


def _new_header(key: Key) -> bytes:
    salt = secrets.token_bytes(_SALT)
    return b" ".join((MARK + _VERSION, base64.b64encode(salt), base64.b64encode(_check(key, salt))))


def _check(key: Key, salt: bytes) -> bytes:
    """Tells a wrong key from a damaged vault, and nothing else."""
    return key.derive("vault check", salt=salt, size=_CHECK)


def _checked_salt(header: bytes, key: Key) -> bytes:
    words = header.split(b" ")
    if words[0] != MARK + _VERSION:
        raise JobError("This is no vault of a version that is known here.")
    try:
        salt, check = (base64.b64decode(word, validate=True) for word in words[1:])
    except (binascii.Error, ValueError):
        raise JobError("The first line of the vault is damaged.") from None
    if not secrets.compare_digest(check, _check(key, salt)):
        raise ConfigError("The key does not open this vault: it was made with another one.")
    return salt


def _padded(data: bytes) -> bytes:
    """Spaces, which JSON passes over, up to the next power of two."""
    size = max(_SMALLEST, 1 << (len(data) - 1).bit_length())
    return data.ljust(size, b" ")
