"""Opening a PDF: what is encrypted, damaged or none at all is refused."""

from __future__ import annotations

import io
import logging

import pikepdf

from nescio.formats.pdf.refusals import damaged, refused

_MOST_PAGES = 20_000

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
    return pdf
