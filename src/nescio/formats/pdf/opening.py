"""Opening a PDF: what is encrypted, damaged or none at all is refused."""

from __future__ import annotations

import contextlib
import io
import logging
import zlib
from typing import Any, Final

import pikepdf

from nescio.formats.pdf.refusals import damaged, refused

_MOST_PAGES: Final = 20_000
_STEP: Final = 64  # bytes that are unpacked at once where the packing is broken
_LARGEST: Final = 1 << 20  # bytes that one step may give

# Both libraries tell their log what is odd in a file, and may quote it.
for _name in ("pikepdf", "pdfminer"):
    logging.getLogger(_name).setLevel(logging.CRITICAL)


def open_pdf(data: bytes) -> pikepdf.Pdf:
    if b"%PDF-" not in data[:1024]:
        raise refused("it does not begin as one")
    try:
        pdf = pikepdf.open(io.BytesIO(data), suppress_warnings=True, inherit_page_attributes=False)
    except pikepdf.PasswordError:
        raise refused("it is encrypted; save it without a password first") from None
    except (pikepdf.PdfError, ValueError, RuntimeError, OverflowError):
        raise damaged("it cannot be opened") from None
    if pdf.is_encrypted:
        raise refused("it is encrypted; save it without protection first")
    try:
        pages = len(pdf.pages)
    except (pikepdf.PdfError, ValueError, RuntimeError):
        raise damaged("its pages cannot be found") from None
    if not 0 < pages <= _MOST_PAGES:
        raise damaged("it has no pages" if not pages else "it has too many pages")
    for page in pdf.pages:
        _mend(page.obj.get("/Contents"))
    return pdf


def _mend(contents: Any) -> None:
    """Contents whose packing is broken are read as far as they can be, as every viewer does."""
    for stream in contents if isinstance(contents, pikepdf.Array) else (contents,):
        if not isinstance(stream, pikepdf.Stream) or stream.get("/Filter") != "/FlateDecode":
            continue
        try:
            stream.get_stream_buffer()
        except pikepdf.PdfError:
            stream.write(_as_far_as_possible(bytes(stream.read_raw_bytes())))


def _as_far_as_possible(packed: bytes) -> bytes:
    unpacker, found = zlib.decompressobj(), []
    with contextlib.suppress(zlib.error):
        for at in range(0, len(packed), _STEP):
            found.append(unpacker.decompress(packed[at : at + _STEP], _LARGEST))
    return b"".join(found)
