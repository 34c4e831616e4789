"""Excel workbooks: xlsx and xlsm, with everything that lies in them besides the cells."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Final

from nescio.core.errors import InputError
from nescio.formats.document import DocumentFormat, OpenedDocument, Wishes
from nescio.formats.office.document import OfficeFile
from nescio.formats.office.running import RunningText, running_text
from nescio.formats.office.schema import vocabulary
from nescio.formats.office.sheets import date_styles, sheet_text
from nescio.formats.package import Package
from nescio.formats.sniffing import refuse_old
from nescio.formats.xml_part import XmlPart

# The strings of all sheets first, then the sheets, then what stands around them.
_ORDER: Final = (
    "xl/sharedStrings", "xl/worksheets/sheet", "xl/worksheets", "xl/comments", "xl/threadedComments",
    "xl/persons", "xl/drawings", "xl/charts", "xl/tables", "xl/workbook", "xl/", "docProps/", "customXml/",
)  # fmt: skip
_STYLES: Final = "xl/styles.xml"
_SHEETS: Final = "xl/worksheets/"
_MAIN: Final = "xl/"


class XlsxFormat(DocumentFormat):
    """Rewrites every text of a workbook in place, and numbers that may say who somebody is."""

    suffixes: ClassVar[frozenset[str]] = frozenset({".xlsx", ".xlsm", ".xltx", ".xltm"})
    name: ClassVar[str] = "xlsx"

    @property
    def vocabulary(self) -> frozenset[str]:  # type: ignore[override]  # read when a file needs it
        return vocabulary()

    def open(self, data: bytes, wishes: Wishes) -> list[OpenedDocument]:
        return [open_xlsx(data, wishes)]


def open_xlsx(data: bytes, wishes: Wishes) -> OpenedDocument:
    refuse_old(data)
    if not data.startswith(b"PK"):
        raise InputError("This is no Excel workbook: it is damaged, cut off or of another kind.")
    return OfficeFile(data, wishes, order=_ORDER, reader=_BookReader(data))


class _BookReader:
    """The running text of the parts of one workbook; its styles say which numbers are dates."""

    def __init__(self, data: bytes) -> None:
        styles = Package.read(data).members.get(_STYLES)
        try:
            self._dates = frozenset() if styles is None else date_styles(XmlPart(styles).root)
        except InputError:  # it is said when the part is looked at
            self._dates = frozenset()

    def __call__(self, name: str, root: Any) -> Iterable[RunningText]:
        if not name.startswith(_MAIN) or not name.endswith(".xml"):
            return ()
        return sheet_text(root, self._dates) if name.startswith(_SHEETS) else running_text(root)
