"""What the columns of OpenDocument spreadsheets are: a heading says of every cell below it what it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from nescio.formats.columns import VETO, Column, ColumnRules
from nescio.formats.odf.running import cell_places
from nescio.formats.odf.values import CELLS, value_places
from nescio.formats.xml_part import XmlPlace, local

_SPREADSHEET: Final = "spreadsheet"
_GROUPS: Final = frozenset({"table-rows", "table-header-rows", "table-row-group"})
_REPEATED: Final = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}number-columns-repeated"
_WIDEST: Final = 16_384  # columns that a program can have


class _PlacedCell(NamedTuple):
    """A cell: the number of its column, and where its text stands; in several places if spans tear it."""

    node: Any
    column: int
    texts: list[XmlPlace]

    @property
    def text(self) -> str:
        return "".join(place.value for place in self.texts)


def column_labels(root: Any, rules: ColumnRules, name: str) -> dict[XmlPlace, dict[str, Any]]:
    """What `Piece` is told of the cells of all sheets, by their places; `name` is that of the part.

    Nothing is said of what is no spreadsheet.
    """
    found: dict[XmlPlace, dict[str, Any]] = {}
    headings = list[str]()
    sheets = _sheets(root)
    if sheets is None or rules.says_nothing:
        return found
    for number, sheet in enumerate(sheets):
        rows = [_cells(row) for row in _rows(sheet)]
        header = rules.find_header([cell.text for cell in row] for row in rows)
        if header is None:
            continue
        first = rows[header.row]
        headings += [cell.text for cell in first]
        columns = {cell.column: column for cell, column in zip(first, header.columns, strict=True)}
        for cell in first:
            found |= _said(cell, Column(VETO), "")
        for at, row in enumerate(rows[header.row + 1 :]):
            found |= _of_row(row, columns, f"{name} {number} {at}")
    rules.check(headings)
    return found


def _of_row(
    row: Sequence[_PlacedCell], columns: Mapping[int, Column], name: str
) -> dict[XmlPlace, dict[str, Any]]:
    labelled = ((cell, columns.get(cell.column, Column())) for cell in row)
    return {
        place: said
        for cell, column in labelled
        if column.label
        for place, said in _said(cell, column, name).items()
    }


def _said(cell: _PlacedCell, column: Column, row: str) -> dict[XmlPlace, dict[str, Any]]:
    """What a cell of one text is; a value that stands behind it is told so as well, by itself."""
    label, rule = column.by_itself
    found: dict[XmlPlace, dict[str, Any]] = {
        place: {"label": label, "rule": rule} for place in value_places(cell.node)
    }
    if len(cell.texts) == 1:
        [place] = cell.texts
        person = (f"{row} {column.whose}", column.part) if column.part >= 0 else None
        found[place] = {"label": column.label, "rule": column.rule, "person": person}
    return found


def _sheets(root: Any) -> list[Any] | None:
    for body in root:
        for kind in body if isinstance(body.tag, str) and local(body) == "body" else ():
            if isinstance(kind.tag, str) and local(kind) == _SPREADSHEET:
                return [node for node in kind if isinstance(node.tag, str) and local(node) == "table"]
    return None


def _rows(node: Any) -> Iterator[Any]:
    """The rows of a sheet, also in groups; groups lie in groups as deep as a program folds them."""
    waiting = [iter(node)]
    while waiting:
        child = next(waiting[-1], None)
        if child is None:
            waiting.pop()
        elif isinstance(child.tag, str) and local(child) in _GROUPS:
            waiting.append(iter(child))
        elif isinstance(child.tag, str) and local(child) == "table-row":
            yield child


def _cells(row: Any) -> list[_PlacedCell]:
    """The cells of a row that say something; one that is repeated counts where it stands first."""
    at, found = 0, list[_PlacedCell]()
    for node in row:
        if isinstance(node.tag, str) and local(node) in CELLS:
            shown = [place for place in cell_places(node) if place.value.strip()]
            texts = shown or list(value_places(node))
            if texts:
                found.append(_PlacedCell(node, at, texts))
            said = str(node.get(_REPEATED, "1"))
            at += min(_WIDEST, int(said)) if said.isascii() and said.isdigit() and len(said) < 9 else 1
    return found
