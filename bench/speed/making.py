"""Invented documents of any size for the benches: letters of a hundred pages, sheets of many cells."""
# ruff: noqa: E501
# The XML of a document is easier to read in long lines.

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator, Sequence
from typing import Final
from xml.sax.saxutils import escape

from bench.reporting import sample

_PAGE: Final = 2600  # characters
_LINE: Final = 88
_PAGES: Final = 100
_CELLS: Final = 100_000
_HEAD: Final = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
_OFFICE: Final = "http://schemas.openxmlformats.org"
_OASIS: Final = "urn:oasis:names:tc:opendocument:xmlns"
_FIRST: Final = ("Anna", "Bernard", "Clara", "Dorothy", "Edward", "Frances", "George", "Hannah")
_LAST: Final = ("Abernathy", "Brockhurst", "Castlewood", "Dunmore", "Ellesmere", "Fairbourne", "Grantley")


def made(case: str, share: float = 1.0) -> bytes:
    """A document by the name of its case, or a share of it."""
    return CASES[case](share)


def _paragraphs(share: float) -> list[str]:
    text = sample("en", int(_PAGE * _PAGES * share))
    return [line for line in text.splitlines() if line.strip()]


def _archive(parts: dict[str, str]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return file.getvalue()


def _types(*parts: tuple[str, str]) -> str:
    rows = "".join(f'<Override PartName="{name}" ContentType="{kind}"/>' for name, kind in parts)
    return f'{_HEAD}<Types xmlns="{_OFFICE}/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/>{rows}</Types>'


def _docx(share: float) -> bytes:
    """Words in runs of their own, as programs write them that check spelling."""
    body = "".join(
        f"<w:p>{''.join(f'<w:r><w:t>{escape(word)}</w:t></w:r><w:r><w:t xml:space=^preserve^> </w:t></w:r>' for word in line.split())}</w:p>"
        for line in _paragraphs(share)
    ).replace("^", '"')
    main = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    document = f'{_HEAD}<w:document xmlns:w="{_OFFICE}/wordprocessingml/2006/main"><w:body>{body}</w:body></w:document>'
    return _archive(
        {"[Content_Types].xml": _types(("/word/document.xml", main)), "word/document.xml": document}
    )


def _odt(share: float) -> bytes:
    body = "".join(
        f"<text:p>{' '.join(f'<text:span>{escape(word)}</text:span>' for word in line.split())}</text:p>"
        for line in _paragraphs(share)
    )
    content = (
        f'{_HEAD}<office:document-content xmlns:office="{_OASIS}:office:1.0" xmlns:text="{_OASIS}:text:1.0">'
        f"<office:body><office:text>{body}</office:text></office:body></office:document-content>"
    )
    return _archive({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": content})


def _html(share: float) -> bytes:
    body = "".join(f"<p><span>{escape(line)}</span></p>\n" for line in _paragraphs(share))
    return f'<!DOCTYPE html><html><head><meta charset="utf-8"><title>x</title></head><body>{body}</body></html>'.encode()


def _names(count: int) -> Iterator[str]:
    for number in range(count):
        yield f"{_FIRST[number % len(_FIRST)]} {_LAST[number % len(_LAST)]}"


def _xlsx(share: float) -> bytes:
    """Four columns: a name, a word, a number and a date."""
    rows = int(_CELLS * share) // 4
    strings = [*dict.fromkeys(_names(rows)), "paid", "open"]
    at = {text: number for number, text in enumerate(strings)}
    cells = "".join(
        f'<row><c t="s"><v>{at[name]}</v></c><c t="s"><v>{at["paid" if number % 3 else "open"]}</v></c>'
        f'<c><v>{number % 977}</v></c><c t="inlineStr"><is><t>2021-0{number % 9 + 1}-1{number % 10}</t></is></c></row>'
        for number, name in enumerate(_names(rows))
    )
    space = f'xmlns="{_OFFICE}/spreadsheetml/2006/main"'
    shared = "".join(f"<si><t>{text}</t></si>" for text in strings)
    return _archive({
        "[Content_Types].xml": _types(),
        "xl/workbook.xml": f'{_HEAD}<workbook {space}><sheets><sheet name="Sheet1" sheetId="1"/></sheets></workbook>',
        "xl/sharedStrings.xml": f"{_HEAD}<sst {space}>{shared}</sst>",
        "xl/worksheets/sheet1.xml": f"{_HEAD}<worksheet {space}><sheetData>{cells}</sheetData></worksheet>",
    })  # fmt: skip


def _lines(paragraphs: Sequence[str]) -> Iterator[str]:
    for paragraph in paragraphs:
        line = ""
        for word in paragraph.split():
            if len(line) + len(word) >= _LINE:
                yield line
                line = ""
            line = f"{line} {word}".strip()
        yield line


def _pdf(share: float) -> bytes:
    """Pages of lines in a standard font."""
    import pikepdf

    lines = list(_lines(_paragraphs(share)))
    pdf = pikepdf.new()
    font = pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica,
                              Encoding=pikepdf.Name.WinAnsiEncoding)  # fmt: skip
    shared = pdf.make_indirect(font)
    for begin in range(0, len(lines), 50):
        shown = b"".join(b"(%s) Tj T*\n" % _escaped(line) for line in lines[begin : begin + 50])
        pdf.add_blank_page(page_size=(595, 842))
        page = pdf.pages[-1]
        page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F=shared))
        page.Contents = pdf.make_stream(b"BT /F 10 Tf 14 TL 50 790 Td\n" + shown + b"ET")
    file = io.BytesIO()
    pdf.save(file)
    return file.getvalue()


def _escaped(line: str) -> bytes:
    found = line.encode("cp1252", "replace")
    return found.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")


CASES: Final[dict[str, Callable[[float], bytes]]] = {
    "docx of 100 pages": _docx,
    "odt of 100 pages": _odt,
    "pdf of 100 pages": _pdf,
    "html of 100 pages": _html,
    "xlsx of 100,000 cells": _xlsx,
}
