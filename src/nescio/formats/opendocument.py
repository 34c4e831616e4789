"""OpenDocument texts and spreadsheets: odt and ods, with everything that lies in them besides the text."""

from __future__ import annotations

from typing import ClassVar

from nescio.formats.document import DocumentFormat, OpenedDocument, Wishes
from nescio.formats.odf.file import open_odf
from nescio.formats.odf.schema import odf_words
from nescio.formats.sniffing import refuse_old


class OpenDocumentFormat(DocumentFormat):
    """Rewrites every text of an OpenDocument file in place."""

    suffixes: ClassVar[frozenset[str]] = frozenset({".odt", ".ott", ".ods", ".ots"})
    name: ClassVar[str] = "OpenDocument"

    @property
    def vocabulary(self) -> frozenset[str]:  # type: ignore[override]  # read when a file needs it
        return odf_words()

    def open(self, data: bytes, wishes: Wishes) -> list[OpenedDocument]:
        refuse_old(data)
        return [open_odf(data, wishes)]
