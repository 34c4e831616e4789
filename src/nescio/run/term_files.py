"""Lists of terms as files: CSV, and Excel workbooks with one sheet."""

from __future__ import annotations

import csv
import io
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

from nescio.core.errors import ConfigError, InputError
from nescio.files.places import shown
from nescio.run.terms import Term, TermList

COLUMNS: Final = ("check", "term", "label", "count", "replacement", "clash", "reason")
_CHECKED: Final = frozenset({"x", "1", "true", "yes", "ja", "sim", "sí", "si", "✓", "✔", "☑"})
_UNCHECKED: Final = frozenset({"", "0", "false", "no", "nein", "não", "-"})
_FORMULA: Final = ("=", "+", "-", "@", "\t")  # a spreadsheet would run such a cell
_MOST: Final = 64 << 20  # bytes of an unpacked part
_WIDEST: Final = 1 << 14  # columns of a sheet, as spreadsheets have them
_UNWRITABLE: Final = re.compile(r"[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)")
_CODED: Final = re.compile(r"_x([0-9A-Fa-f]{4})_")  # how workbooks write what XML cannot hold
_DAMAGE: Final = (
    zipfile.BadZipFile, ElementTree.ParseError, zlib.error, LookupError, ValueError, RuntimeError, EOFError,
    OSError,
)  # fmt: skip
_CELL: Final = re.compile(r"([A-Z]+)\d+")
_PARTS: Final = {
    "[Content_Types].xml": (
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.'
        'spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" '
        'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>'
    ),
    "_rels/.rels": (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship '
        'Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" '
        'Target="xl/workbook.xml"/></Relationships>'
    ),
    "xl/workbook.xml": (
        '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.'
        'openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="terms" sheetId="1" '
        'r:id="rId1"/></sheets></workbook>'
    ),
    "xl/_rels/workbook.xml.rels": (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship '
        'Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" '
        'Target="worksheets/sheet1.xml"/></Relationships>'
    ),
}


def term_rows(terms: Iterable[Term]) -> Iterator[tuple[str, ...]]:
    """The cells of a list, its head first."""
    yield COLUMNS
    for term in terms:
        clash = "clash" if term.clash else ""
        yield (
            "x" if term.hide else "",
            term.text,
            term.label,
            str(term.number),
            term.replacement,
            clash,
            term.reason,
        )


def write_terms(terms: Sequence[Term], path: Path) -> bytes:
    """The bytes of the file that a suffix asks for."""
    if path.suffix.lower() == ".csv":
        text = io.StringIO(newline="")
        csv.writer(text).writerows([_inert(cell) for cell in row] for row in term_rows(terms))
        return text.getvalue().encode(
            "utf-8-sig", "surrogatepass"
        )  # Excel reads it as UTF-8 only with this mark
    if path.suffix.lower() == ".xlsx":
        return _workbook(term_rows(terms))
    raise ConfigError(f"A list of terms is written as .csv or .xlsx; {shown(path)} is neither.")


def _inert(cell: str) -> str:
    return f"'{cell}" if cell.startswith(_FORMULA) else cell


def _coded(cell: str) -> str:
    return escape(_UNWRITABLE.sub(lambda found: f"_x{ord(found[0]):04X}_", cell))


def _workbook(rows: Iterable[Sequence[str]]) -> bytes:
    cells = "".join(
        "<row>"
        + "".join(f'<c t="inlineStr"><is><t xml:space="preserve">{_coded(cell)}</t></is></c>' for cell in row)
        + "</row>"
        for row in rows
    )
    sheet = (
        '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
        f"<sheetData>{cells}</sheetData></worksheet>"
    )
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in {**_PARTS, "xl/worksheets/sheet1.xml": sheet}.items():
            archive.writestr(zipfile.ZipInfo(name), f'<?xml version="1.0" encoding="UTF-8"?>{part}')
    return buffer.getvalue()


def read_terms(path: Path) -> TermList:
    """An edited list; what cannot be meant is said with its row, never with its words."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"The list of terms {shown(path)} cannot be read: {error.strerror}.") from error
    rows = list(_sheet_rows(data) if data[:2] == b"PK" else _csv_rows(data))
    head = [cell.strip().casefold() for cell in rows[0]] if rows else []
    if not {"check", "term"} <= set(head):
        raise InputError("The list of terms needs a first row with the columns 'check' and 'term'.")
    return TermList.of(
        (line, _term(dict(zip(head, row, strict=False)), line))
        for line, row in enumerate(rows[1:], 2)
        if any(row)
    )


def _term(row: dict[str, str], line: int) -> Term:
    check = row.get("check", "").strip().casefold()
    if check not in _CHECKED and check not in _UNCHECKED:
        raise InputError(f"Row {line} of the list of terms: the check is 'x' or empty.")
    text, replacement = (_meant(row.get(name, "")) for name in ("term", "replacement"))
    return Term(text, row.get("label", ""), 0, check in _CHECKED, replacement)


def _meant(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(_FORMULA) else cell


def _csv_rows(data: bytes) -> Iterator[list[str]]:
    try:
        text = data.decode("utf-8-sig", "surrogatepass")
        delimiter = ";" if text.partition("\n")[0].count(";") > text.partition("\n")[0].count(",") else ","
        yield from csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    except (UnicodeDecodeError, csv.Error) as error:
        raise InputError("The list of terms is neither CSV in UTF-8 nor an Excel workbook.") from error


def _sheet_rows(data: bytes) -> Iterator[list[str]]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = [name for name in archive.namelist() if name.startswith("xl/worksheets/sheet")]
            shared = _strings(archive) if "xl/sharedStrings.xml" in archive.namelist() else []
            yield from _cells(_xml(archive, sorted(names)[0]), shared)
    except _DAMAGE as error:
        raise InputError("The workbook of the list of terms is damaged.") from error


def _xml(archive: zipfile.ZipFile, name: str) -> ElementTree.Element:
    part = archive.getinfo(name)
    content = archive.read(name) if part.file_size <= _MOST else b""
    if not content or b"<!DOCTYPE" in content or b"\0" in content:  # nor in another encoding
        raise ValueError("a part that no spreadsheet writes")
    return ElementTree.fromstring(content)  # noqa: S314 (no document type, so no entities)


def _strings(archive: zipfile.ZipFile) -> list[str]:
    return [_text(item) for item in _xml(archive, "xl/sharedStrings.xml").iterfind("{*}si")]


def _text(item: ElementTree.Element) -> str:
    text = "".join(piece.text or "" for piece in item.iterfind(".//{*}t"))
    return _CODED.sub(lambda found: chr(int(found[1], 16)), text)


def _cells(sheet: ElementTree.Element, shared: Sequence[str]) -> Iterator[list[str]]:
    for row in sheet.iterfind(".//{*}row"):
        found: dict[int, str] = {}
        for number, cell in enumerate(row.iterfind("{*}c")):
            named = _CELL.fullmatch(cell.get("r", ""))
            value = cell.find("{*}v")
            told = "" if value is None else value.text or ""
            if cell.get("t") == "s":
                told = shared[int(told)]
            found[_column(named[1]) if named else number] = (
                _text(cell) if cell.get("t") == "inlineStr" else told
            )
        yield [found.get(number, "") for number in range(max(found, default=-1) + 1)]


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
        if number > _WIDEST:
            raise ValueError("a column that no spreadsheet has")
    return number - 1
