"""What the tests of PDF share."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pypdfium2 as pdfium

from nescio.formats.pdf.document import PdfWishes, read_pdf, write_pdf
from nescio.formats.pdf.planning import GlyphEdit


def hide(data: bytes, words: Iterable[str], new: str = "[X]", wishes: PdfWishes | None = None) -> bytes:
    """The document with every occurrence of the words replaced, in any of its texts."""
    pattern = re.compile("|".join(map(re.escape, sorted(words, key=len, reverse=True))))
    parts = read_pdf(data, wishes).parts
    edits = [
        [GlyphEdit(match.start(), match.end(), new) for match in pattern.finditer(part.text)]
        for part in parts
    ]
    return write_pdf(data, edits, wishes)


def unchanged(data: bytes) -> bytes:
    return write_pdf(data, [[] for _ in read_pdf(data).parts])


def text_of(data: bytes, number: int = 0) -> str:
    """A page as PDFium reads it, the first if none is named."""
    document = pdfium.PdfDocument(data)
    try:
        page = document[number]
        return str(page.get_textpage().get_text_range())
    finally:
        document.close()


def pixels_of(data: bytes) -> bytes:
    document = pdfium.PdfDocument(data)
    try:
        return bytes(document[0].render(scale=0.5).buffer)
    finally:
        document.close()


def own_text(data: bytes) -> str:
    """The first text of the document as the format itself reads it."""
    return read_pdf(data).parts[0].text
