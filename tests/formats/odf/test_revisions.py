"""Tracked changes of OpenDocument, accepted."""
# ruff: noqa: E501
# The XML of a document is easier to read in long lines.

from __future__ import annotations

import io
import zipfile

from nescio.formats.document import Wishes
from nescio.formats.opendocument import OpenDocumentFormat
from tests.formats.hiding import hide, text_of
from tests.formats.planted_odf import small_ods, small_odt

ODF = OpenDocumentFormat(Wishes(accept_changes=True))
ABOUT = "<office:change-info><dc:creator>Zorva</dc:creator></office:change-info>"
LIST = (
    "<text:tracked-changes><text:changed-region text:id='c1'><text:deletion>"
    f"{ABOUT}<text:p>gone</text:p></text:deletion></text:changed-region><text:changed-region text:id='c2'>"
    f"<text:insertion>{ABOUT}</text:insertion></text:changed-region></text:tracked-changes>"
)
TEXT = (
    "<text:p>a <text:change text:change-id='c1'/>b <text:change-start text:change-id='c2'/>c"
    "<text:change-end text:change-id='c2'/> d</text:p>"
)


def content(data: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.read("content.xml").decode()


def test_accepted_changes_of_a_text_leave_only_the_text() -> None:
    data = small_odt(LIST, TEXT)
    assert text_of(ODF, data) == "a b c d"
    written, _ = hide(ODF, data, "Nobodyhere")
    assert text_of(OpenDocumentFormat(Wishes()), written) == "a b c d"
    assert [word for word in ("Zorva", "gone", "change") if word in content(written)] == []


def test_accepted_changes_of_a_sheet_leave_only_the_cells() -> None:
    changes = (
        f"<table:tracked-changes><table:cell-content-change table:id='ct1'>{ABOUT}<table:previous><text:p>gone"
        "</text:p></table:previous></table:cell-content-change></table:tracked-changes>"
    )
    data = small_ods("<table:table-cell><text:p>kept</text:p></table:table-cell>", more=changes)
    written, _ = hide(ODF, data, "Nobodyhere")
    assert [word for word in ("Zorva", "gone", "change") if word in content(written)] == []
    assert "kept" in content(written)


def test_without_the_wish_they_stay() -> None:
    data = small_odt(LIST, TEXT)
    assert hide(OpenDocumentFormat(Wishes()), data, "Nobodyhere")[0] == data
