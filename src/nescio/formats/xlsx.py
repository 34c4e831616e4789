"""Excel workbooks: xlsx and xlsm, with everything that lies in them besides the cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, ClassVar, Final

from nescio.formats.columns import ColumnRules
from nescio.formats.document import OpenedDocument, Wishes
from nescio.formats.office.columns import SheetColumns
from nescio.formats.office.format import OfficeFormat, open_office
from nescio.formats.office.running import running_text
from nescio.formats.office.sheets import DatePlace, Dates, LateDatePlace, counts_late, date_styles, sheet_text
from nescio.formats.running import RunningText
from nescio.formats.xml_part import XmlPart

# The strings of all sheets first, then the sheets, then what stands around them.
_ORDER: Final = (
    "xl/sharedStrings", "xl/worksheets/sheet", "xl/worksheets", "xl/comments", "xl/threadedComments",
    "xl/persons", "xl/drawings", "xl/charts", "xl/tables", "xl/workbook", "xl/", "docProps/", "customXml/",
)  # fmt: skip
_BOOK: Final = "xl/workbook.xml"
_STYLES: Final = "xl/styles.xml"
_SHEETS: Final = "xl/worksheets/"
_MAIN: Final = "xl/"
_STRINGS: Final = "xl/sharedStrings.xml"


def open_xlsx(data: bytes, wishes: Wishes) -> OpenedDocument:
    reads = partial(_BookReader, rules=wishes.columns)
    return open_office(data, wishes, what="Excel workbook", order=_ORDER, reads=reads)


class XlsxFormat(OfficeFormat):
    """Rewrites every text of a workbook in place, and numbers that may say who somebody is."""

    suffixes: ClassVar[frozenset[str]] = frozenset({".xlsx", ".xlsm", ".xltx", ".xltm"})
    name: ClassVar[str] = "xlsx"
    opened = staticmethod(open_xlsx)


class _BookReader:
    """The running text of the parts of one workbook; its styles say which numbers are dates."""

    def __init__(self, trees: Mapping[str, XmlPart], *, rules: ColumnRules) -> None:
        styles = date_styles(trees[_STYLES].root) if _STYLES in trees else frozenset()
        is_late = _BOOK in trees and counts_late(trees[_BOOK].root)
        self._dates = Dates(styles, LateDatePlace if is_late else DatePlace)
        sheets = [tree.root for name, tree in sorted(trees.items()) if name.startswith(_SHEETS)]
        strings = trees[_STRINGS].root if _STRINGS in trees else ()
        self._columns = SheetColumns(sheets, strings, rules)

    def __call__(self, name: str, root: Any) -> Iterable[RunningText]:
        if not name.startswith(_MAIN) or not name.endswith(".xml"):
            return ()
        if name == _STRINGS:
            return self._columns.labelled_strings(root)
        if not name.startswith(_SHEETS):
            return running_text(root)
        return map(self._columns.labelled, sheet_text(root, self._dates))
