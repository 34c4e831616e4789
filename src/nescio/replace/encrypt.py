"""Encryption: a token that holds the surface, for whoever has the key."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

import regex
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV

from nescio.core.errors import check_options
from nescio.core.keys import Key, needed_key
from nescio.core.model import Entity, Span
from nescio.core.options import job_options
from nescio.core.scene import Context
from nescio.packs import Pack

OPTIONS: Final = {"key": False}
_SIZE: Final = 64  # bytes of a key for AES-256-SIV, RFC 5297
_ABOUT: Final = [b"nescio surface 1"]  # what is sealed, so that no other message of the key passes for it
_TOKEN: Final = regex.compile(r"\[[^\[\]:\s]{1,80}:([A-Za-z0-9_-]{22,})\]")


class Opened(NamedTuple):
    """A text with the surfaces of its tokens, and how many tokens were opened or are of another key."""

    text: str
    opened: int
    foreign: int


class EncryptMethod:
    """`[PERSON:Kx…]`: the surface by AES-SIV; the same for the same surface, and no other can be forged."""

    name = "encrypt"
    reversible = False  # by its key always; by a placeholder of one entity only where no two share a surface

    def __init__(self, key: Key) -> None:
        self._cipher = _cipher(key)

    @classmethod
    @job_options(OPTIONS)
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> EncryptMethod:
        check_options(f"The method {cls.name!r}", options, OPTIONS)
        return cls(needed_key(cls.name, options))

    def replace(self, mention: Span, entity: Entity, context: Context) -> str:
        surface = context.document.text[mention.start : mention.end].encode("utf-8", "surrogatepass")
        token = base64.urlsafe_b64encode(self._cipher.encrypt(surface, _ABOUT)).rstrip(b"=").decode()
        return f"[{context.label_name}:{token}]"


def open_tokens(text: str, key: Key) -> Opened:
    """The surfaces back into a text by the key alone; what the key does not open stays as it is."""
    pieces: list[str] = []
    read, counts = 0, [0, 0]
    for start, end, surface in find_tokens(text, key):
        counts[surface is None] += 1
        pieces += (text[read:start], text[start:end] if surface is None else surface)
        read = end
    return Opened("".join([*pieces, text[read:]]), *counts)


def find_tokens(text: str, key: Key) -> Iterator[tuple[int, int, str | None]]:
    """From where to where each token stands, and its surface; None where the key does not open it."""
    cipher = _cipher(key)
    for match in _TOKEN.finditer(text):
        token = match[1]
        found: str | None
        try:
            sealed = base64.b64decode(token + "=" * (-len(token) % 4), altchars=b"-_", validate=True)
            found = cipher.decrypt(sealed, _ABOUT).decode("utf-8", "surrogatepass")
        except (InvalidTag, binascii.Error, ValueError):
            found = None
        yield match.start(), match.end(), found


def _cipher(key: Key) -> AESSIV:
    return AESSIV(key.derive("siv", size=_SIZE))
