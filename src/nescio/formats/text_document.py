"""What formats share whose files are text themselves: an encoding that they keep."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from nescio.core.errors import InputError
from nescio.formats.columns import ColumnRules
from nescio.formats.document import DocumentFormat, Wishes
from nescio.packs import Pack
from nescio.text.encoding import Decoded, decode


class TextDocumentFormat(DocumentFormat):
    """Base of such formats; the encoding is that of the call, or told by the bytes."""

    def __init__(self, wishes: Wishes, *, encoding: str | None = None, fallback: str = "cp1252") -> None:
        super().__init__(wishes)
        self._encoding, self._fallback = encoding, fallback

    @classmethod
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> Self:
        wishes = Wishes(columns=ColumnRules.build(pack, options))
        return cls(wishes, encoding=options.get("encoding"), fallback=options.get("fallback", "cp1252"))

    def decoded(self, data: bytes) -> Decoded:
        """The text of a file; one without a word is refused."""
        found = decode(data, encoding=self._encoding, fallback=self._fallback)
        if not found.text.strip():
            raise InputError("The text is empty.")
        return found


def encoding_of(decoded: Decoded) -> dict[str, str]:
    """What the way back must know of a text that may have lost its umlauts."""
    return {"encoding": decoded.encoding, "bom": decoded.bom.hex()}
