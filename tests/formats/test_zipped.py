"""Archives of files: each file by its own format, and bombs are refused."""

from __future__ import annotations

import pytest

from nescio.core.contents import REFUSED
from nescio.core.errors import InputError
from nescio.formats.columns import ColumnRules
from nescio.formats.document import Wishes
from nescio.formats.package import Package, Unpacked
from nescio.formats.zipped import ZipFormat, open_archive
from nescio.packs import load_pack
from tests.formats.hiding import hide
from tests.formats.planted_docx import png, small_docx
from tests.formats.test_package import archive


def test_every_file_goes_by_its_own_format() -> None:
    inner = archive(("deep/c.txt", b"Zorva slept."))
    data = archive(
        ("a.txt", b"Zorva came."),
        ("b.docx", small_docx("Zorva saw.")),
        ("p.png", png("Zorva")),
        ("z.zip", inner),
    )
    opened = open_archive(data, Wishes())
    assert [piece.text for piece in opened.pieces if "Zorva" in piece.text] == [
        "Zorva came.",
        "Zorva saw.",
        "Zorva slept.",
    ]
    written = opened.write([piece.text.replace("Zorva", "X") for piece in opened.pieces])
    assert [piece.text for piece in open_archive(written, Wishes()).pieces if "X " in piece.text] == [
        "X came.",
        "X saw.",
        "X slept.",
    ]


def test_tables_within_have_their_columns_and_their_own_people() -> None:
    table = b"surname,first name\nBerlin,May\n"
    rules = ColumnRules.build(load_pack("xx"), {"columns": ["Code=PER"]})  # which no table within must have
    opened = open_archive(archive(("a.csv", table), ("b.tsv", table)), Wishes(columns=rules.lenient))
    cells = [piece for piece in opened.pieces if piece.text in ("Berlin", "May")]
    assert [piece.label for piece in cells] == ["FAMILY", "GIVEN"] * 2
    assert len({piece.person[0] for piece in cells if piece.person}) == 2


def test_a_file_of_an_unknown_kind_is_refused_or_emptied() -> None:
    data = archive(("a.exe", b"MZ\1\2"))
    assert [part.outcome for part in open_archive(data, Wishes()).parts] == [REFUSED]
    opened = open_archive(data, Wishes(drop_unknown=True))
    assert opened.must_write
    assert b"MZ" not in opened.write([piece.text for piece in opened.pieces])


def test_names_of_files_and_folders_are_rewritten_and_keep_their_kind() -> None:
    data = archive(("Zorva/Zorva.txt", b"a"), ("Zorva/Aba.txt", b"b"))
    opened = open_archive(data, Wishes())
    written = opened.write([piece.text.replace("Zorva", "New") for piece in opened.pieces])
    assert list(Package.read(written).members) == ["New/New.txt", "New/Aba.txt"]


def test_an_archive_is_a_document_by_itself() -> None:
    data = archive(("Zorva.txt", b"Zorva came."), ("p.png", png("Zorva")))
    written, _ = hide(ZipFormat(Wishes()), data, "Zorva")
    members = Package.read(written).members
    assert not [name for name in members if "Zorva" in name]
    assert not [name for name, content in members.items() if b"Zorva" in content]


def test_names_of_files_go_whatever_they_say_if_that_is_wished() -> None:
    data = archive(("plans/may.txt", b"a"), ("plans/june.txt", b"b"))
    pieces = open_archive(data, Wishes(rename=True)).pieces
    assert {piece.text: (piece.label, piece.rule) for piece in pieces if piece.label} == dict.fromkeys(
        ["plans", "may", "june"], ("MISC", "own/rename")
    )
    assert not any(piece.label for piece in open_archive(data, Wishes()).pieces)


def test_archives_within_archives_are_counted_together() -> None:
    unpacked = Unpacked()
    for _ in range(2):
        unpacked.add(290 << 20)
    with pytest.raises(InputError, match="too large"):
        unpacked.add(290 << 20)


def test_too_many_levels_are_refused() -> None:
    data = archive(("a.txt", b"Zorva"))
    for _ in range(12):
        data = archive(("z.zip", data))
    assert REFUSED in {part.outcome for part in open_archive(data, Wishes()).parts}
