"""A plain text within a document: an attachment, a file in an archive."""

from __future__ import annotations

from collections.abc import Sequence

from nescio.core.contents import REWRITTEN, FilePart
from nescio.formats.document import OpenedDocument, Wishes
from nescio.formats.places import Piece
from nescio.text.encoding import decode, encode


def open_text(data: bytes, wishes: Wishes) -> OpenedDocument:
    return InnerText(data)


class InnerText:
    """The whole text is one piece; it is written in its own encoding."""

    must_write = False

    def __init__(self, data: bytes) -> None:
        self._decoded = decode(data, encoding=None, fallback="cp1252")
        self.pieces = [Piece(self._decoded.text, before="\n\n")]
        self.parts = [FilePart("text", REWRITTEN, texts=1, characters=len(self._decoded.text))]

    def write(self, texts: Sequence[str]) -> bytes:
        [text] = texts
        return encode(text, self._decoded)
