"""Keyed hashes: a short code, the same for a name in all documents of a key, that leads nowhere."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from typing import Any, Final

from nescio.core.errors import ConfigError, check_options
from nescio.core.keys import needed_key
from nescio.core.labels import LabelSet
from nescio.core.model import Entity, Span
from nescio.core.options import job_options, text_option, whole_option
from nescio.core.scene import Change, Context, Scene
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

    def __init__(self, secret: bytes, labels: LabelSet, *, length: int, open: str, close: str) -> None:
        self._secret, self._labels, self._kinds = secret, labels, Kinds(labels)
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
        return cls(secret, pack.labels, length=length, open=opening, close=closing)

    def replace(self, mention: Span, entity: Entity, context: Context) -> str:
        return self._said(entity, context.document.text)

    def plan(self, scene: Scene) -> dict[Span, Change]:
        """All mentions at once: each entity is hashed once, however often it stands there."""
        said = {entity.id: self._said(entity, scene.document.text) for entity in scene.entities}
        return {
            span: Change(span.start, span.end, said[entity.id])
            for entity in scene.entities
            for span in entity.mentions
        }

    def _said(self, entity: Entity, text: str) -> str:
        name = self._labels[entity.label].display if entity.label in self._labels else entity.label
        return f"{self._open}{name}-{self._code(entity, text)}{self._close}"

    def _code(self, entity: Entity, text: str) -> str:
        forms = (key_of(text[span.start : span.end]) for span in entity.mentions)
        fullest = max(forms, key=lambda form: (len(form), form))
        message = f"{self._kinds.root(entity.label)}\0{fullest}".encode("utf-8", "surrogatepass")
        number = int.from_bytes(hmac.digest(self._secret, message, "sha256"))
        return "".join(_SIGNS[number >> shift & 31] for shift in range(0, self._length * _BITS, _BITS))
