"""Embedded objects: the file within goes by its own format, pictures and paths go, the rest is refused."""

from __future__ import annotations

import io

import olefile
import pytest

from nescio.core.contents import DROPPED, REFUSED
from nescio.formats.document import Wishes
from nescio.formats.office.embedded import open_object
from tests.formats.drawings.making import emf, wide_text
from tests.formats.office.making import native, ole_object
from tests.formats.planted_docx import small_docx


def streams(data: bytes) -> dict[str, bytes]:
    with olefile.OleFileIO(io.BytesIO(data)) as ole:
        return {name[0]: ole.openstream(name).read() for name in ole.listdir()}


def test_a_file_within_is_rewritten_and_its_paths_go() -> None:
    data = ole_object(
        x01Ole10Native=native("Zorva.txt", r"C:\\Users\\zorva\\Zorva.txt", b"Zorva came."),
        x03EPRINT=emf(wide_text("Zorva")),
        x01CompObj=b"Zorva's program",
    )
    opened = open_object(data, Wishes())
    assert [piece.text for piece in opened.pieces] == ["Zorva", "Zorva came."]
    written = opened.write(["x", "Somebody came."])
    found = streams(written)
    assert list(found) == ["\x01Ole10Native"]
    assert b"Somebody came." in found["\x01Ole10Native"]
    assert b"orva" not in written
    assert [piece.text for piece in open_object(written, Wishes()).pieces] == ["x", "Somebody came."]


def test_a_document_of_another_program_is_rewritten() -> None:
    data = ole_object(Package=small_docx("Zorva came."), x01Ole=bytes(20), x03ObjInfo=bytes(6))
    opened = open_object(data, Wishes())
    written = opened.write([piece.text.replace("Zorva", "X") for piece in opened.pieces])
    assert next(piece.text for piece in open_object(written, Wishes()).pieces) == "X came."


def test_a_link_says_no_longer_where_it_led() -> None:
    data = ole_object(
        x01Ole=b"\1\0\0\2" + bytes(16) + r"C:\Zorva".encode("utf-16-le"), Package=small_docx("x")
    )
    written = open_object(data, Wishes()).write(["x"])
    assert len(streams(written)["\x01Ole"]) == 20


REFUSALS = {
    "an old workbook": ole_object(Workbook=b"\x09\x08\x10\0" * 100),
    "something else": ole_object(CONTENTS=b"\1\2\3Zorva"),
    "a file of an unknown kind": ole_object(x01Ole10Native=native("a.exe", "a.exe", b"MZ\1\2")),
    "damaged": ole_object(x01Ole10Native=b"\1\2\3"),
    "an old document within": ole_object(Package=b"PK\3\4damaged"),
    "nothing": ole_object(),
}


@pytest.mark.parametrize("data", REFUSALS.values(), ids=REFUSALS.keys())
def test_what_nothing_here_can_read_is_refused(data: bytes) -> None:
    assert REFUSED in {part.outcome for part in open_object(data, Wishes()).parts}


def test_the_ledger_says_what_goes() -> None:
    data = ole_object(x02OlePres000=b"picture", Package=small_docx("x"))
    assert DROPPED in {part.outcome for part in open_object(data, Wishes()).parts}
