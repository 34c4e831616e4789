"""Drawings: words are read as they stand on a line, rewritten in place, and nothing is left in remarks."""

from __future__ import annotations

import struct

import pytest

from nescio.core.contents import REFUSED
from nescio.formats.document import Wishes
from nescio.formats.drawings.drawing import open_drawing
from nescio.formats.second_look import shown
from tests.formats.drawings import making

# What a drawing is made of, and what is read there, piece by piece with what stands before it.
READ = {
    "a text": ([making.wide_text("Zorva came")], ["\nZorva came"]),
    "one word in two records": (
        [making.wide_text("Zor"), making.wide_text("va", x=3 * making.WIDTH)],
        ["\nZorva"],
    ),
    "two words on a line": (
        [making.wide_text("Zorva"), making.wide_text("came", x=200)],
        ["\nZorva", " came"],
    ),
    "two lines": ([making.wide_text("Zorva"), making.wide_text("came", y=20)], ["\nZorva", "\ncame"]),
    "bytes": ([making.narrow_text("Zörva")], ["\nZörva"]),
    "small": ([making.small_text("Zorva")], ["\nZorva"]),
    "lines only": ([making.record(54, bytes(8)), making.record(53, bytes(16))], []),
}


@pytest.mark.parametrize(("records", "found"), READ.values(), ids=READ.keys())
def test_texts_are_read_as_they_stand(records: list[bytes], found: list[str]) -> None:
    opened = open_drawing(making.emf(*records), Wishes())
    assert [piece.before + piece.text for piece in opened.pieces] == found
    assert [part.outcome for part in opened.parts if part.outcome == REFUSED] == []


@pytest.mark.parametrize(("records", "found"), READ.values(), ids=READ.keys())
@pytest.mark.parametrize("new", ["", "[PERSON1]", "Somebody with a long name"])
def test_what_is_written_reads_as_it_was_meant(records: list[bytes], found: list[str], new: str) -> None:
    opened = open_drawing(making.emf(*records), Wishes())
    texts = [new, *(piece.text for piece in opened.pieces[1:])][: len(found)]
    written = opened.write(texts)
    again = open_drawing(written, Wishes())
    assert [piece.text for piece in again.pieces] == texts
    assert [piece.before for piece in again.pieces] == [piece.before for piece in opened.pieces]
    length, count = struct.unpack_from("<II", written, 48)
    assert length == len(written)
    assert count == sum(1 for _ in _records(written))


def _records(data: bytes) -> list[int]:
    found, at = [], 0
    while at < len(data):
        kind, size = struct.unpack_from("<II", data, at)
        found.append(kind)
        at += size
    return found


def test_remarks_titles_and_nameless_glyphs_go_and_lines_stay() -> None:
    data = making.emf(
        making.remark("Zorva".encode("utf-16-le")),
        making.wide_text("Zorva", options=0x10),
        making.record(54, bytes(8)),
        making.record(106, b"Zorva"),
        title="Zorva",
    )
    written = open_drawing(data, Wishes()).write([])
    assert _records(written) == [1, 54, 14]
    assert b"Zorva" not in written
    assert "Zorva".encode("utf-16-le") not in written


def test_a_second_drawing_with_texts_goes_where_the_first_shows_all() -> None:
    text = making.plus(0x401C, bytes(16) + "Zorva".encode("utf-16-le"))
    double = making.emf(making.plus(0x4001, bytes(16), flags=1), text, making.wide_text("Zorva"))
    written = open_drawing(double, Wishes()).write(["x"])
    assert _records(written) == [1, 84, 14]
    alone = making.emf(making.plus(0x4001, bytes(16)), text)
    assert open_drawing(alone, Wishes()).parts[0].outcome == REFUSED


def test_a_second_drawing_without_texts_stays() -> None:
    data = making.emf(making.plus(0x4001, bytes(16)), making.plus(0x4008, bytes(40)))
    assert _records(open_drawing(data, Wishes()).write([])) == [1, 70, 70, 14]


WMF = {
    "a text": ([making.wmf_text("Zorva came")], ["Zorva came"]),
    "one word in two records": (
        [making.wmf_spaced("Zor"), making.wmf_spaced("va", x=3 * making.WIDTH)],
        ["Zorva"],
    ),
    "another script": ([making.wmf_font(204), making.wmf_text("Зорва", page="cp1251")], ["Зорва"]),
    "a remark": ([making.wmf_record(0x0626, b"\x0f\0\x05\0Zorva"), making.wmf_text("Zorva")], ["Zorva"]),
}


@pytest.mark.parametrize(("records", "found"), WMF.values(), ids=WMF.keys())
@pytest.mark.parametrize("placed", [True, False])
def test_windows_metafiles_are_rewritten(records: list[bytes], found: list[str], placed: bool) -> None:
    data = making.wmf(*records, placed=placed)
    opened = open_drawing(data, Wishes())
    assert [piece.text for piece in opened.pieces] == found
    written = opened.write(["[PERSON1]"])
    assert [piece.text for piece in open_drawing(written, Wishes()).pieces] == ["[PERSON1]"]
    assert b"Zorva" not in written
    begin = 22 if placed else 0
    assert struct.unpack_from("<I", written, begin + 6)[0] * 2 == len(written) - begin


def test_a_replacement_has_letters_that_the_record_can_hold() -> None:
    [piece] = open_drawing(making.wmf(making.wmf_text("Zorva")), Wishes()).pieces
    assert piece.fit is not None
    assert piece.fit("Зорва\nx") == "????? x"


BAD = {
    "cut off": making.emf(making.wide_text("Zorva"))[:150],
    "without an end": making.emf(making.wide_text("Zorva"))[:-20],
    "a text too short": making.emf(making.record(84, bytes(20))),
    "many texts at once": making.emf(making.record(97, bytes(40))),
    "an unknown record": making.emf(making.record(200, bytes(8))),
    "a metafile cut off": making.wmf(making.wmf_text("Zorva"))[:-6],
    "a metafile with a text too short": making.wmf(making.wmf_record(0x0521, b"\xff\xff")),
}


@pytest.mark.parametrize("data", BAD.values(), ids=BAD.keys())
def test_what_cannot_be_read_is_refused(data: bytes) -> None:
    assert open_drawing(data, Wishes()).parts[0].outcome == REFUSED


@pytest.mark.parametrize(
    "data",
    [
        making.emf(making.wide_text("Zor"), making.wide_text("va", x=21)),
        making.emf(making.narrow_text("Zorva")),
        making.emf(making.small_text("Zorva")),
        making.wmf(making.wmf_text("Zorva")),
        making.wmf(making.wmf_spaced("Zor"), making.wmf_spaced("va", x=21), placed=False),
    ],
)
def test_the_second_reader_sees_the_same_words(data: bytes) -> None:
    assert any("Zorva" in text for text in shown(data))
