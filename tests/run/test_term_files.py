"""Lists of terms come back as they went, and what no spreadsheet writes is refused in a sentence."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Final

import pytest

from nescio.core.errors import InputError
from nescio.run.term_files import read_terms, write_terms
from nescio.run.terms import Term

ROW: Final = "<worksheet><sheetData><row>{}</row></sheetData></worksheet>"
STRANGE: Final = ("a\x00b", "c\x1bd", "e\ud800f", "g\rh", "i_x0041_k", "=Ada", "Bea & <Cleo>", "l\uffffm")
SHEETS: Final = {
    "a column beyond all spreadsheets": ROW.format('<c r="ZZZZZZZZZ1"><v>x</v></c>').encode(),
    "a shared text that is not there": ROW.format('<c t="s"><v>99999999999999999999</v></c>').encode(),
    "a number without end": ROW.format(f'<c t="s"><v>{"9" * 6000}</v></c>').encode(),
    "an encoding that nobody knows": b'<?xml version="1.0" encoding="none"?><worksheet/>',
    "entities in another encoding": '<!DOCTYPE x [<!ENTITY a "b">]><worksheet/>'.encode("utf-16"),
    "half an element": b"<worksheet><sheetData",
}


def workbook(sheet: bytes) -> bytearray:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", sheet)
    return bytearray(file.getvalue())


@pytest.mark.parametrize("suffix", [".csv", ".xlsx"])
def test_any_term_comes_back(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"list{suffix}"
    path.write_bytes(
        write_terms([Term(text, "PER", 1, hide=True, replacement=text) for text in STRANGE], path)
    )
    found = {term.text: term.replacement for term in read_terms(path).rows.values()}
    assert found == {text: text for text in STRANGE}


@pytest.mark.parametrize("what", SHEETS)
def test_a_strange_sheet_is_refused(tmp_path: Path, what: str) -> None:
    path = tmp_path / "list.xlsx"
    path.write_bytes(workbook(SHEETS[what]))
    with pytest.raises(InputError, match="damaged"):
        read_terms(path)


@pytest.mark.parametrize(("place", "value"), [(6, 1), (8, 99)], ids=["encrypted", "packed unlike any other"])
def test_an_archive_that_cannot_be_unpacked_is_refused(tmp_path: Path, place: int, value: int) -> None:
    data = workbook(b"<worksheet/>")
    data[place] = value
    data[data.find(b"PK\x01\x02") + place + 2] = value  # the same in the table of contents
    (tmp_path / "list.xlsx").write_bytes(data)
    with pytest.raises(InputError, match="damaged"):
        read_terms(tmp_path / "list.xlsx")
