"""Keyed hashes: a short code, the same for a name in all documents of a key, that leads nowhere."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from typing import Any, Final

from nescio.core.errors import ConfigError, check_options
from nescio.core.keys import needed_key
from nescio.core.model import Entity, Span
from nescio.core.options import job_options, text_option, whole_option
from nescio.core.scene import Context
from nescio.packs import Pack
from nescio.replace.kinds import Kinds
from nescio.text.folding import key_of

OPTIONS: Final = {"length": True, "open": True, "close": True, "key": False}
_SIGNS: Final = "0123456789abcdefghjkmnpqrstvwxyz"  # 32, without those that are taken for others
_BITS: Final = 5  # of one sign
SHORTEST, LONGEST = 8, 51  # signs: forty bits keep some ten thousand names apart, 256 bits are all there are


class HashMethod:
    """`[PERSON-k3v9q0x2mn]`: HMAC-SHA-256 of the kind and the fullest form of a name, in readable signs."""

    name = "hash"
    reversible = False  # two entities of one name have one code, as they have in two documents

    def __init__(self, secret: bytes, kinds: Kinds, *, length: int, open: str, close: str) -> None:
        self._secret, self._kinds = secret, kinds
        self._length, self._open, self._close = length, open, close

    @classmethod
    @job_options(OPTIONS)
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> HashMethod:
        check_options(f"The method {cls.name!r}", options, OPTIONS)
        length = whole_option(cls.name, options, "length", default=10)
        if not SHORTEST <= length <= LONGEST:
            raise ConfigError(f"The option 'length' of 'hash' must be from {SHORTEST} to {LONGEST}.")
        opening = text_option(cls.name, options, "open", default="[")
        closing = text_option(cls.name, options, "close", default="]")
        secret = needed_key(cls.name, options).derive(cls.name)
        return cls(secret, Kinds(pack.labels), length=length, open=opening, close=closing)

    def replace(self, mention: Span, entity: Entity, context: Context) -> str:
        text = context.document.text
        forms = (key_of(text[span.start : span.end]) for span in entity.mentions)
        fullest = max(forms, key=lambda form: (len(form), form))
        message = f"{self._kinds.root(entity.label)}\0{fullest}".encode("utf-8", "surrogatepass")
        number = int.from_bytes(hmac.digest(self._secret, message, "sha256"))
        signs = (_SIGNS[number >> shift & 31] for shift in range(0, self._length * _BITS, _BITS))
        return f"{self._open}{context.label_name}-{''.join(signs)}{self._close}"
