"""Content tells what a file is."""

from __future__ import annotations

import pytest

from nescio.core.errors import InputError
from nescio.formats.document import Wishes
from nescio.formats.sniffing import open_inner, told_by_content, why_unreadable
from tests.formats.planted_docx import small_docx
from tests.formats.test_package import archive

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)
CASES = {
    "docx": (small_docx("a"), "docx"),
    "xlsx": (archive(("[Content_Types].xml", b""), ("xl/workbook.xml", b"")), "xlsx"),
    "odt": (archive(("mimetype", b"application/vnd.oasis.opendocument.text")), "odt"),
    "zip": (archive(("a", b"")), "zip"),
    "pdf": (b"%PDF-1.4\n", "pdf"),
    "rtf": (b"{\\rtf1 a}", "rtf"),
    "ole": (OLE, "ole"),
    "text": (b"a text", None),
    "damaged": (b"PK\x03\x04damaged", None),
}


@pytest.mark.parametrize(("data", "name"), CASES.values(), ids=CASES.keys())
def test_the_bytes_name_the_format(data: bytes, name: str | None) -> None:
    assert told_by_content(data) == name


def test_why_a_file_cannot_be_rewritten() -> None:
    assert "encrypted" in why_unreadable("ole", OLE + "EncryptedPackage".encode("utf-16-le"))
    assert "Outlook" in why_unreadable("ole", OLE + "__substg1.0_".encode("utf-16-le"))
    assert "old binary" in why_unreadable("ole", OLE)
    assert "'zip'" in why_unreadable("zip", b"")


def test_documents_lie_in_documents_but_not_too_deep() -> None:
    assert open_inner(small_docx("a"), Wishes()) is not None
    assert open_inner(b"what", Wishes()) is None
    with pytest.raises(InputError, match="deep"):
        open_inner(small_docx("a"), Wishes(depth=8))
