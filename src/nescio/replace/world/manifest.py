"""The names of a corpus without the names: keyed hashes, which tell nothing to whom has not the key."""

from __future__ import annotations

import base64
import binascii
import hmac
import json
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from typing import Any, Final, Self

import regex

from nescio.core.errors import ConfigError
from nescio.core.keys import Key
from nescio.replace.world.permutation import Keyed
from nescio.text.folding import fold_word

FORMAT: Final = "nescio-names-1"
WORDS: Final = "words"  # the kind of what is a word of a name, whatever it names
_SIZE: Final = 12  # bytes of a hash: among a million names two are alike once in 10^17 corpora
_PURPOSE: Final = "pseudonym/manifest"
_PARTS: Final = regex.compile(
    r"\p{Lu}[\p{L}\p{M}]*"
)  # the words of a new name, without a particle between them


class Manifest:
    """By kind the sorted hashes of folded names; a name is found by its hash and has the place of it."""

    def __init__(self, keyed: Keyed, hashes: Mapping[str, bytes]) -> None:
        self._keyed = keyed
        self._hashes = {kind: _parted(data) for kind, data in hashes.items()}
        self._words = frozenset(self._hashes.get(WORDS, ()))

    @classmethod
    def made(cls, key: Key, names: Mapping[str, Iterable[str]], words: Iterable[str]) -> Self:
        """Of the folded names of each kind, and of all words that a pseudonym must not be."""
        keyed = Keyed(key.derive(_PURPOSE))
        kinds = {**names, WORDS: [*words, *(name for found in names.values() for name in found)]}
        hashes = {kind: {_hash(keyed, kind, word) for word in found} for kind, found in kinds.items()}
        return cls(keyed, {kind: b"".join(sorted(found)) for kind, found in sorted(hashes.items()) if found})

    @classmethod
    def read(cls, text: str, key: Key, *, where: str) -> Self:
        """What `write` wrote under the same key; anything else is refused."""
        keyed = Keyed(key.derive(_PURPOSE))
        try:
            raw: Any = json.loads(text)
            hashes = {kind: base64.b64decode(data, validate=True) for kind, data in raw["names"].items()}
            format, seal = raw["format"], bytes.fromhex(raw["seal"])
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError, binascii.Error):
            raise ConfigError(f"{where} is no manifest as `nescio names scan` writes it.") from None
        if format != FORMAT or not hmac.compare_digest(seal, _seal(keyed, hashes)):
            raise ConfigError(
                f"{where} is the manifest of another key, or it was changed; `nescio names scan` makes one."
            )
        return cls(keyed, hashes)

    def write(self) -> str:
        hashes = {kind: b"".join(found) for kind, found in self._hashes.items()}
        names = {kind: base64.b64encode(data).decode() for kind, data in hashes.items()}
        seal = _seal(self._keyed, hashes).hex()
        return json.dumps({"format": FORMAT, "seal": seal, "names": names}, indent=1) + "\n"

    def rank(self, kind: str, word: str) -> int | None:
        """The place of a folded name among those of its kind; None if the corpus has it not."""
        hashes = self._hashes.get(kind, [])
        sought = _hash(self._keyed, kind, word)
        place = bisect_left(hashes, sought)
        return place if place < len(hashes) and hashes[place] == sought else None

    def has(self, name: str) -> bool:
        """Whether the corpus has a name, or one of the words of a name."""
        words = {fold_word(name), *(fold_word(word) for word in _PARTS.findall(name))}
        return any(_hash(self._keyed, WORDS, word) in self._words for word in words)

    def __len__(self) -> int:
        return len(self._words)


def _hash(keyed: Keyed, kind: str, word: str) -> bytes:
    return keyed.digest(f"{kind}\0{word}".encode("utf-8", "surrogatepass"))[:_SIZE]


def _parted(data: bytes) -> list[bytes]:
    return [data[start : start + _SIZE] for start in range(0, len(data), _SIZE)]


def _seal(keyed: Keyed, hashes: Mapping[str, bytes]) -> bytes:
    content = b"".join(
        kind.encode() + b"\0" + len(data).to_bytes(8) + data for kind, data in sorted(hashes.items())
    )
    return keyed.digest(b"seal\0" + content)
