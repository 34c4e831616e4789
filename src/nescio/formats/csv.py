"""Tables as text (csv, tsv): every cell in its place, and columns that say what stands in them."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, ClassVar, Final

from nescio.core.contents import FREE, REWRITTEN, FilePart
from nescio.core.errors import InputError
from nescio.formats.cells import SIGNS, TableCell, read_cells
from nescio.formats.columns import VETO, Column, ColumnRules
from nescio.formats.document import OpenedDocument, Wishes
from nescio.formats.gathering import Gathering
from nescio.formats.markup.source import RAW, Source, Spelling
from nescio.formats.places import Piece
from nescio.formats.second_reader import Residue, find_in, find_residues
from nescio.formats.text_document import TextDocumentFormat, encoding_of
from nescio.text.encoding import Decoded, decode, encode

_QUOTED: Final = Spelling(re.compile('""'), lambda _: '"', lambda text: text.replace('"', '""'))
_BREAKS: Final = re.compile(r"[\r\n]+")
_SWALLOWED: Final = "A quote in the header row closes only rows later; the table is damaged."
_HEADING: Final = Column(VETO)  # what is no name of anybody, and gives way where it is one elsewhere


def open_csv(data: bytes, wishes: Wishes) -> OpenedDocument:
    """A table within a document."""
    return CellTable(decode(data, encoding=None, fallback="cp1252"), wishes.columns)


class CsvFormat(TextDocumentFormat):
    """Rewrites cells in their own source: signs, quotes and ends of lines stay as they are."""

    suffixes: ClassVar[frozenset[str]] = frozenset({".csv", ".tsv", ".tab"})
    name: ClassVar[str] = "csv"

    def open(self, data: bytes, wishes: Wishes) -> list[OpenedDocument]:
        return [CellTable(self.decoded(data), wishes.columns)]

    def residues(self, written: bytes, surfaces: Sequence[str]) -> Iterable[Residue]:
        yield from find_residues(written, surfaces)
        yield from find_in(_read_again(self.decoded(written).text), surfaces)


class CellTable:
    """One table, taken apart: a line for each row; no name or number goes over the sign between cells."""

    must_write = False

    def __init__(
        self, decoded: Decoded, rules: ColumnRules, *, fit: Callable[[str], str] | None = None
    ) -> None:
        self._decoded, self._source = decoded, Source(decoded.text)
        self._fit = fit  # makes a replacement something that the encoding can spell
        self._gathered = Gathering()
        grid = read_cells(decoded.text)
        self._rows, self._sign = grid.rows, grid.sign
        first = [self._read(cell) for cell in grid.rows[0]] if grid.rows else []
        self._refuse_swallowed(rules)
        header = rules.of_header(first)
        self._has_header = header is not None
        width = max(map(len, grid.rows), default=0)
        columns = [*(header or ()), *[Column()] * (width - len(header or ()))]
        self._columns = rules.by_number(columns, first if header else ()) if rules.wishes else columns
        headings = self._headings(is_sure=header is not None and rules.is_sure(first))
        for number, row in enumerate(grid.rows):
            is_header = self._has_header and number == 0
            self._take(row, headings if is_header else self._columns, number)

    def _headings(self, *, is_sure: bool) -> list[Column]:
        """The header row; if it may be a row of data, what is no known heading in it is text."""
        return [_HEADING if is_sure or column.label else Column() for column in self._columns]

    @property
    def meta(self) -> dict[str, Any]:
        return encoding_of(self._decoded)

    @property
    def pieces(self) -> Sequence[Piece]:
        return self._gathered.pieces

    @property
    def parts(self) -> list[FilePart]:
        return list(self._parts()) or [FilePart("table", FREE, "empty")]

    def write(self, texts: Sequence[str]) -> bytes:
        self._gathered.put(texts)
        return encode(self._source.written(), self._decoded)

    def _refuse_swallowed(self, rules: ColumnRules) -> None:
        """A quote in the header row that closes rows later makes one cell of what were many."""
        for cell in self._rows[0] if self._rows else ():
            lines = self._read(cell).splitlines() if cell.quoted else []
            for sign in SIGNS if len(lines) > 1 else "":
                found = rules.of_header(lines[0].split(sign)) if sign in lines[1] else None
                if found is not None and sum(bool(column.label) for column in found) > 1:
                    raise InputError(_SWALLOWED)

    def _read(self, cell: TableCell) -> str:
        source = self._source.text[cell.start : cell.end]
        return _QUOTED.read(source) if cell.quoted else source

    def _take(self, row: Sequence[TableCell], columns: Sequence[Column], number: int) -> None:
        before = "\n\n"  # a name goes over the end of a line, and over that of a paragraph not
        for cell, column in zip(row, columns, strict=False):
            spelling = _QUOTED if cell.quoted else RAW
            fit = self._fit if cell.quoted else self._fit_bare
            text = self._read(cell)
            piece = Piece(text, before=before, fit=fit, **column.as_piece(text, number))
            self._gathered.add(piece, partial(self._source.put, cell.start, cell.end, spelling))
            before = " | "

    def _fit_bare(self, text: str) -> str:
        """A text for a cell without quotes, which no sign of the table may end."""
        for sign in self._sign or SIGNS:
            text = text.replace(sign, " ")
        text = _BREAKS.sub(" ", text).replace('"', "'")
        return text if self._fit is None else self._fit(text)

    def _parts(self) -> Iterator[FilePart]:
        if not self._rows:
            return
        body = self._rows[self._has_header :]
        texts, characters = Counter[str](), Counter[str]()
        for row in body:
            for cell, column in zip(row, self._columns, strict=False):
                texts[_said_of(column)] += 1
                characters[_said_of(column)] += cell.end - cell.start
        if self._has_header:
            yield FilePart("header", REWRITTEN, "kept, but for what is hidden elsewhere")
        else:
            why = "none was recognised: every row is text; --column NUMBER=LABEL says what a column is"
            yield FilePart("header", FREE, why)
        for kind, number in sorted(texts.items()):
            yield FilePart(f"columns, {kind}", REWRITTEN, "", number, characters[kind])
        ragged = sum(len(row) != len(self._rows[0]) for row in body)
        if ragged:
            yield FilePart("rows with more or fewer cells than the first", REWRITTEN, "", ragged)


def _said_of(column: Column) -> str:
    if not column.label:
        return "text"
    return "kept" if column.label == VETO else column.label


def _read_again(text: str) -> Iterator[tuple[str, str]]:
    """The cells as the reader of the standard library has them, by every sign."""
    for sign in SIGNS:
        lines = csv.reader(io.StringIO(text, newline=""), delimiter=sign)
        try:
            yield "a cell", "\n".join(cell for row in lines for cell in row)
        except csv.Error:  # a cell beyond its limit: the bytes were read
            continue
