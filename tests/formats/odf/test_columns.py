"""Headings of spreadsheets say what stands below them."""

from __future__ import annotations

import io
import zipfile

import pytest

from nescio.core.errors import NescioError
from nescio.formats.opendocument import OpenDocumentFormat
from nescio.packs import load_pack
from nescio.run.opening import open_anonymizer
from tests.formats.hiding import back, text_of
from tests.formats.planted_odf import odf_part, small_ods, small_odt


def row(*texts: str) -> str:
    """Cells of these texts; one that begins with `<` stands as it is."""
    return "".join(
        text if text.startswith("<") else f"<table:table-cell><text:p>{text}</text:p></table:table-cell>"
        for text in texts
    )


COMMENT = "<office:annotation><dc:creator>Zorva</dc:creator><text:p>Celle</text:p></office:annotation>"
WITH_COMMENT = f"<table:table-cell>{COMMENT}<text:p>Hagen</text:p></table:table-cell>"
TORN = "<table:table-cell><text:p>Ba<text:span>den</text:span></text:p></table:table-cell>"
NUMBER = '<table:table-cell office:value-type="float" office:value="123456"/>'
GAP = '<table:table-cell table:number-columns-repeated="2"/>'
BOOK = small_ods(
    row("Liste"), row("Nachname", GAP, "Befund"), row("Berlin", GAP, "ohne"),
    row(WITH_COMMENT, "Essen", "Ulm", NUMBER), row(TORN, GAP, "mit"),
)  # fmt: skip


def claimed(data: bytes, *columns: str) -> dict[str, str]:
    made = OpenDocumentFormat.build(load_pack("xx"), {"columns": columns})
    [job] = made.read(data, name="x")
    claims = job.document.meta.get("claims", ())
    return {job.document.text[start:end]: label for start, end, label, *_ in claims}


def test_cells_below_a_heading_are_what_it_says() -> None:
    # Comments, columns without a heading and a cell torn by spans are read as they stand.
    found = claimed(BOOK, "Befund=ORG")
    assert found.pop("Zorva") == "PER"  # the author of a comment, by the format's own word
    assert found == {
        "Nachname": "O", "Befund": "O", "Berlin": "FAMILY", "Hagen": "FAMILY", "ohne": "ORG",
        "123456": "ORG", "mit": "ORG",
    }  # fmt: skip


def test_rows_in_groups_are_rows() -> None:
    group = "<table:table-header-rows><table:table-row>{}</table:table-row></table:table-header-rows>"
    rows = group.format(row("Nachname")) + f"<table:table-row>{row('Berlin')}</table:table-row>"
    data = small_ods(more=f'<table:table table:name="b">{rows}</table:table>')
    assert claimed(data) == {"Nachname": "O", "Berlin": "FAMILY"}


def test_tables_of_a_letter_are_no_sheets() -> None:
    table = f"<table:table><table:table-row>{row('Nachname')}</table:table-row></table:table>"
    assert claimed(small_odt(table), "Befund=ORG") == {}


def test_a_column_that_no_sheet_has_is_refused_and_objects_need_not_have_it() -> None:
    with pytest.raises(NescioError, match="no column called 'Nachnme'"):
        claimed(BOOK, "Nachnme=PER")
    body = "<office:body><office:spreadsheet/></office:body>"
    inner = {"Object 1/content.xml": odf_part("document-content", body)}
    assert claimed(small_ods(row("Code"), row("Zorva"), **inner), "Code")["Zorva"] == "PER"


def test_a_row_has_one_person_and_the_way_back_gives_the_text() -> None:
    data = small_ods(
        row("Nachname", "Vorname", "Geburtsdatum"), row("Berlin", "Tilda", "12.11.1984"),
        row("Quellbrunn", "Ilse"), more=(
            f'<table:table table:name="b"><table:table-row>{row("Vorname", "Nachname")}</table:table-row>'
            f'<table:table-row>{row("Ansgar", "Quellbrunn")}</table:table-row></table:table>'
        ),
    )  # fmt: skip
    made = OpenDocumentFormat.build(load_pack("xx"), {})
    settled = made.settle(open_anonymizer("de").run(made.read(data, name="table")), data)
    written = made.write(settled, data)
    with zipfile.ZipFile(io.BytesIO(written)) as archive:
        content = archive.read("content.xml").decode()
    found = [part.partition("<")[0] for part in content.split("<text:p>")[1:]]
    assert found == [
        "Nachname", "Vorname", "Geburtsdatum", "[PERSON1]", "[PERSON1]", "[GEBURTSDATUM1]",
        "[PERSON2]", "[PERSON2]", "Vorname", "Nachname", "[PERSON3]", "[PERSON3]",
    ]  # fmt: skip
    assert text_of(made, back(made, written, settled)) == text_of(made, data)
