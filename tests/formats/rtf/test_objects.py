"""Objects in rich text: the file within goes by its own format, names of places and pictures go."""

from __future__ import annotations

import io
import re
import zipfile

import pytest

from nescio.core.contents import DROPPED, REFUSED
from nescio.core.errors import InputError
from nescio.formats.document import Wishes
from nescio.formats.rtf.format import RtfFormat
from nescio.formats.rtf.objects import open_packed_object
from tests.formats.hiding import hide
from tests.formats.office.making import native, ole_object
from tests.formats.planted_docx import png, small_docx
from tests.formats.rtf.making import in_rich_text, packed_object

RTF = RtfFormat(Wishes())


def _rtf(source: bytes) -> bytes:
    return rb"{\rtf1\ansi Zorva came. " + source + b"}"


def _unpacked(data: bytes) -> bytes:
    """What is packed in digits, and in archives therein."""
    runs = re.findall(rb"(?:[0-9a-f]{2}\s*){20,}", data)
    every = b"".join(bytes.fromhex(re.sub(rb"\s", b"", run).decode()) for run in runs)
    if (at := every.find(b"PK\x03\x04")) >= 0:
        with zipfile.ZipFile(io.BytesIO(every[at:])) as archive:
            every += b"".join(archive.read(name) for name in archive.namelist())
    return every


OBJECTS = {
    "a file": packed_object("Package", native("Zorva.txt", r"C:\Zorva\Zorva.txt", b"Zorva came.")[4:]),
    "a document": packed_object("Word.Document.12", ole_object(Package=small_docx("Zorva came."))),
    "a bare archive": packed_object("Word.Document.12", small_docx("Zorva came.")),
    "a picture": packed_object("PBrush", png("Zorva")),
    "its picture and place": packed_object(
        "Package", native("a.txt", "a.txt", b"x")[4:], topic=r"C:\Zorva", picture=b"Zorva"
    ),
}


@pytest.mark.parametrize("data", OBJECTS.values(), ids=OBJECTS.keys())
def test_nothing_hidden_is_left_in_an_object(data: bytes) -> None:
    source = _rtf(in_rich_text(data))
    assert b"Zorva" in _unpacked(source)
    written, _ = hide(RTF, source, "Zorva")
    assert b"Zorva" not in written + _unpacked(written)
    assert rb"\objdata" in written


def test_an_object_can_be_read_again() -> None:
    opened = open_packed_object(OBJECTS["a file"], Wishes())
    assert opened is not None
    assert [piece.text for piece in opened.pieces] == ["Package", "Zorva", "Zorva came."]
    again = open_packed_object(opened.write(["Package", "x", "Somebody came."]), Wishes())
    assert again is not None
    assert [piece.text for piece in again.pieces] == ["Package", "x", "Somebody came."]
    assert DROPPED in {part.outcome for part in again.parts}


REFUSALS = {
    "a link": packed_object("Package", native("a.txt", "a.txt", b"x")[4:], kind=1),
    "an old workbook": packed_object("Excel.Sheet.8", ole_object(Workbook=b"\x09\x08\x10\0" * 100)),
    "something else": packed_object("Equation.2", b"\1\2\3Zorva"),
    "cut off": packed_object("Package", native("a.txt", "a.txt", b"x")[4:])[:-20],
    "a length too large": b"\1\5\0\0\2\0\0\0\xff\xff\xff\x7f",
    "nothing": b"",
}


@pytest.mark.parametrize("data", REFUSALS.values(), ids=REFUSALS.keys())
def test_what_nothing_here_can_read_is_refused_or_dropped(data: bytes) -> None:
    source = _rtf(in_rich_text(data))
    assert REFUSED in {part.outcome for part in RTF.inspect(source).parts}
    with pytest.raises(InputError, match="an embedded object in a binary form"):
        hide(RTF, source, "Zorva")
    written, _ = hide(RtfFormat(Wishes(drop_unknown=True)), source, "Zorva")
    assert b"objdata" not in written
