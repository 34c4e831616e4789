"""Rich text (rtf), rewritten in its own source."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from nescio.core.errors import InputError
from nescio.formats.document import DocumentFormat, OpenedDocument, Wishes
from nescio.formats.rtf.document import RichText
from nescio.formats.rtf.second import packed_files, rich_texts
from nescio.formats.second_reader import Residue, find_in, find_residues


class RtfFormat(DocumentFormat):
    """Changes the signs of what is hidden; words of control, groups and all other signs stay."""

    suffixes: ClassVar[frozenset[str]] = frozenset({".rtf"})
    name: ClassVar[str] = "rtf"

    def open(self, data: bytes, wishes: Wishes) -> list[OpenedDocument]:
        return [open_rtf(data, wishes)]

    def residues(self, written: bytes, surfaces: Sequence[str]) -> Iterable[Residue]:
        yield from find_residues(written, surfaces)
        yield from find_in(rich_texts(written), surfaces)
        for packed in packed_files(written):
            yield from find_residues(packed, surfaces)


def open_rtf(data: bytes, wishes: Wishes) -> OpenedDocument:
    if not data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{\\rtf"):
        raise InputError("This is no rich text: it does not begin with {\\rtf.")
    return RichText(data, wishes)
