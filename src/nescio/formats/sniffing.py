"""What the first bytes of a file say: content goes before the suffix, and documents lie in documents."""

from __future__ import annotations

import io
import re
import zipfile
from importlib import import_module
from typing import Final

from nescio.core.errors import InputError
from nescio.formats.document import OpenedDocument, Wishes

_DEEPEST: Final = 8  # documents within documents
_OLE: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_MAIN_PARTS: Final = {"word/": "docx", "xl/": "xlsx", "ppt/": "pptx"}
_OPEN_DOCUMENT: Final = {"text": "odt", "spreadsheet": "ods", "presentation": "odp", "graphics": "odg"}
_MIMETYPE: Final = re.compile(rb"application/vnd\.oasis\.opendocument\.([a-z]+)")
# The names of the formats that can be opened inside of others, and where their function is.
OPENERS: Final = {
    "csv": "nescio.formats.csv:open_csv",
    "docx": "nescio.formats.docx:open_docx",
    "emf": "nescio.formats.drawings.drawing:open_drawing",
    "eml": "nescio.formats.mail.format:open_mail",
    "htm": "nescio.formats.html:open_html",
    "html": "nescio.formats.html:open_html",
    "ics": "nescio.formats.mail.lines:open_lines",
    "json": "nescio.formats.inner_text:open_text",
    "log": "nescio.formats.inner_text:open_text",
    "md": "nescio.formats.inner_text:open_text",
    "mht": "nescio.formats.mail.format:open_mail",
    "mhtml": "nescio.formats.mail.format:open_mail",
    "ods": "nescio.formats.odf.file:open_odf",
    "odt": "nescio.formats.odf.file:open_odf",
    "ole": "nescio.formats.office.embedded:open_object",
    "pdf": "nescio.formats.pdf.format:open_pdf_file",
    "rtf": "nescio.formats.rtf.format:open_rtf",
    "tab": "nescio.formats.csv:open_csv",
    "text": "nescio.formats.inner_text:open_text",
    "tsv": "nescio.formats.csv:open_csv",
    "txt": "nescio.formats.inner_text:open_text",
    "vcf": "nescio.formats.mail.lines:open_lines",
    "wmf": "nescio.formats.drawings.drawing:open_drawing",
    "xlsx": "nescio.formats.xlsx:open_xlsx",
    "xml": "nescio.formats.xml:open_xml",
    "zip": "nescio.formats.zipped:open_archive",
}


def told_by_content(data: bytes) -> str | None:
    """The format that the bytes themselves name, by the name of its entry point; None if they name none."""
    if data.startswith(b"PK\x03\x04"):
        return _archive(data)
    if data[:1024].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"%PDF-"):
        return "pdf"
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{\\rtf"):
        return "rtf"
    if data[:4] == b"\1\0\0\0" and data[40:44] == b" EMF":
        return "emf"
    if data.startswith((b"\xd7\xcd\xc6\x9a", b"\1\0\x09\0")):
        return "wmf"
    return "ole" if data.startswith(_OLE) else None


def _archive(data: bytes) -> str | None:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()
            if "mimetype" in names:
                match = _MIMETYPE.match(archive.open("mimetype").read(100))
                return _OPEN_DOCUMENT.get(match[1].decode()) if match is not None else None
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, ValueError, OSError):
        return None
    if "[Content_Types].xml" not in names:
        return "zip"
    found = (kind for folder, kind in _MAIN_PARTS.items() if any(name.startswith(folder) for name in names))
    return next(found, None)


def why_unreadable(kind: str, data: bytes) -> str:
    """Why a file of this kind is refused where no format for it is installed."""
    if kind == "ole":
        return _why_old(data)
    return f"By its content this is a file of the kind {kind!r}, which cannot be rewritten here."


def refuse_old(data: bytes) -> None:
    """Old binary files of Office and encrypted new ones lie in the same container."""
    if data.startswith(_OLE):
        raise InputError(_why_old(data))


def _why_old(data: bytes) -> str:
    if "EncryptedPackage".encode("utf-16-le") in data:
        return "The document is encrypted; take the password off first."
    if "__substg1.0_".encode("utf-16-le") in data:
        return "This is a message of Outlook; save it as eml, which can be rewritten."
    return "This is an old binary file of Office; save it as docx or xlsx, which can be rewritten."


def open_inner(data: bytes, wishes: Wishes, *, suffix: str = "") -> OpenedDocument | None:
    """A document within a document; None if nothing here can rewrite it."""
    if wishes.depth >= _DEEPEST:
        raise InputError(f"Documents lie within documents more than {_DEEPEST} deep.")
    name = told_by_content(data) or suffix
    if name not in OPENERS:
        return None
    module, _, function = OPENERS[name].partition(":")
    opened: OpenedDocument = getattr(import_module(module), function)(data, wishes.inside)
    return opened
