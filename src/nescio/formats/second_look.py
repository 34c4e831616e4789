"""What the second reader sees in files that are no archives and no text: drawings, compound files, PDFs.

Like the second reader it shares no code with what writes them.
"""

from __future__ import annotations

import io
import struct
from collections.abc import Iterator
from importlib import import_module
from typing import Any, Final

_COMPOUND: Final = b"\xd0\xcf\x11\xe0"


def contents(data: bytes) -> Iterator[bytes]:
    """The files within a file: streams of a compound file, and what lies in them behind a head."""
    if not data.startswith(_COMPOUND):
        return
    ole = _library("olefile")
    try:
        with ole.OleFileIO(io.BytesIO(data)) as opened:
            for name in opened.listdir():
                stream = bytes(opened.openstream(name).read())
                yield stream
                yield from (
                    stream[at:] for magic in (b"PK\x03\x04", b"%PDF-") if (at := stream.find(magic)) > 0
                )
    except (OSError, ValueError, IndexError, TypeError, AttributeError):
        return  # its bytes are read all the same


def shown(data: bytes) -> Iterator[str]:
    """The texts that a drawing or a PDF shows."""
    if data[40:44] == b" EMF":
        yield from _spelled(list(_emf(data)))
    elif data.startswith((b"\xd7\xcd\xc6\x9a", b"\1\0\x09\0")):
        yield from _spelled(list(_wmf(data)))
    elif data[:1024].lstrip().startswith(b"%PDF-"):
        yield from _pages(data)


def _spelled(words: list[str]) -> Iterator[str]:
    """The words one by one, and put together as they follow."""
    yield "\n".join(words)
    yield "".join(words)


def _emf(data: bytes) -> Iterator[str]:
    at = 0
    while at + 8 <= len(data):
        kind, size = struct.unpack_from("<II", data, at)
        record = data[at : at + size]
        if kind in (83, 84) and size >= 76:
            count, begin = struct.unpack_from("<II", record, 44)
            wide = kind == 84
            yield record[begin : begin + count * (1 + wide)].decode(
                "utf-16-le" if wide else "cp1252", "replace"
            )
        elif kind == 108 and size >= 36:
            yield record[36:].decode("utf-16-le", "replace")
            yield record[36:].decode("cp1252", "replace")
        at += max(8, size)


def _wmf(data: bytes) -> Iterator[str]:
    at = 40 if data[:1] == b"\xd7" else 18
    while at + 6 <= len(data):
        size, kind = struct.unpack_from("<IH", data, at)
        if kind in (0x0521, 0x0A32):
            begin, counted = (8, 6) if kind == 0x0521 else (14, 10)
            said = int.from_bytes(data[at + counted : at + counted + 2], "little")
            if kind == 0x0A32 and data[at + 12] & 0x6:
                begin += 8  # a box stands before the text
            yield data[at + begin : min(at + begin + said, at + 2 * size)].decode("cp1252", "replace")
        at += max(6, 2 * size)


def _pages(data: bytes) -> Iterator[str]:
    pdfium = _library("pypdfium2")
    try:
        document = pdfium.PdfDocument(data)
        for page in document:
            yield str(page.get_textpage().get_text_range())
    except (pdfium.PdfiumError, RuntimeError, ValueError):
        return


def _library(name: str) -> Any:
    """What was needed to open the document is here when it is written."""
    return import_module(name)
