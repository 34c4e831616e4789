"""What the columns of sheets are: a heading says of every string below it what it is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from nescio.formats.columns import VETO, Column, ColumnRules
from nescio.formats.office.running import running_text
from nescio.formats.running import RunningText
from nescio.formats.xml_part import local

_LETTERS: Final = re.compile(r"[A-Z]+")
_SHARED: Final = "s"
_NOTHING: Final = ("", "")


class SheetColumns:
    """The labels of cells; a string that several cells share has the one that they agree about."""

    def __init__(self, sheets: Sequence[Any], strings: Sequence[Any], rules: ColumnRules) -> None:
        self._strings, self._rules = strings, rules
        self._of_string: dict[int, set[tuple[str, str]]] = {}
        self._of_cell: dict[Any, tuple[str, str]] = {}
        if not rules.says_nothing:
            rules.check([heading for sheet in sheets for heading in self._read(sheet)])

    def labelled_strings(self, root: Any) -> Iterator[RunningText]:
        """The shared strings; one of several runs is read as it stands."""
        number_of = {node: number for number, node in enumerate(root)}
        found = [(item, number_of.get(_below(root, item.place.node), -1)) for item in running_text(root)]
        texts = Counter(number for _, number in found)
        for item, number in found:
            said = self._of_string.get(number, set())
            label, rule = next(iter(said)) if len(said) == texts[number] == 1 else _NOTHING
            yield item._replace(label=label, rule=rule)

    def labelled(self, item: RunningText) -> RunningText:
        """A text of a sheet; the value of a cell lies right below it, or its string does."""
        cell = item.place.node.getparent()
        if cell is not None and cell not in self._of_cell and cell.getparent() is not None:
            cell = cell.getparent()
        label, rule = self._of_cell.get(cell, _NOTHING)
        return item._replace(label=label, rule=rule)

    def _read(self, sheet: Any) -> list[str]:
        """Labels the cells below headings; answers with the headings."""
        rows = [
            [cell for cell in row if isinstance(cell.tag, str)]
            for data in sheet
            if isinstance(data.tag, str) and local(data) == "sheetData"
            for row in data
            if isinstance(row.tag, str)
        ]
        header = self._rules.find_header([self._text(cell) for cell in row] for row in rows)
        if header is None:
            return []
        row = rows[header.row]
        self._label([row], dict.fromkeys(map(_letters, row), Column(VETO)))
        self._label(rows[header.row + 1 :], dict(zip(map(_letters, row), header.columns, strict=True)))
        return [self._text(cell) for cell in row]

    def _label(self, rows: Sequence[Sequence[Any]], columns: dict[str, Column]) -> None:
        for row in rows:
            for cell in row:
                column = columns.get(_letters(cell), Column())
                said = column.by_itself  # several people may share a string
                if cell.get("t") == _SHARED:
                    text = "".join(cell.itertext()).strip()
                    if text.isdecimal():
                        self._of_string.setdefault(int(text), set()).add(said)
                elif column.label:
                    self._of_cell[cell] = said

    def _text(self, cell: Any) -> str:
        text = "".join(cell.itertext())
        if cell.get("t") != _SHARED or not text.strip().isdecimal():
            return text
        number = int(text)
        return "".join(self._strings[number].itertext()) if number < len(self._strings) else ""


def _below(root: Any, node: Any) -> Any:
    """The child of the root in which a node lies."""
    while node.getparent() is not None and node.getparent() is not root:
        node = node.getparent()
    return node


def _letters(cell: Any) -> str:
    match = _LETTERS.match(cell.get("r", ""))
    return match[0] if match else ""
