"""Headings of sheets say what stands below them."""

from __future__ import annotations

import pytest

from nescio.core.errors import NescioError
from nescio.formats.xlsx import XlsxFormat
from nescio.packs import load_pack
from tests.formats.planted_xlsx import small_xlsx

STRINGS = ["Liste", "Nachname", "Befund", "Berlin", "ohne", "Zorva"]


def book() -> bytes:
    def row(number: int, *cells: str) -> str:
        return "".join(
            f'<c r="{letter}{number}" t="s"><v>{cell}</v></c>'
            for letter, cell in zip("AB", cells, strict=False)
        )

    inline = '<c r="A5" t="inlineStr"><is><t>Quellen</t></is></c><c r="B5"><v>123456</v></c>'
    strings = "".join(f"<si><t>{text}</t></si>" for text in STRINGS)
    return small_xlsx(
        row(1, "0"), row(2, "1", "2"), row(3, "3", "4"), row(4, "5", "5"), inline, strings=strings
    )


def claimed(*columns: str) -> dict[str, str]:
    made = XlsxFormat.build(load_pack("xx"), {"columns": columns})
    [job] = made.read(book(), name="x")
    return {
        job.document.text[start:end]: label for start, end, label, *_ in job.document.meta.get("claims", ())
    }


def test_strings_below_a_heading_are_what_it_says() -> None:
    # The first row of which several headings are known, or the first row of all, has the headings.
    assert claimed("Befund=ORG") == {
        "Nachname": "O", "Befund": "O", "Berlin": "PER", "Quellen": "PER", "ohne": "ORG", "123456": "ORG",
    }  # fmt: skip


def test_a_string_that_stands_in_columns_of_several_kinds_is_read_as_it_stands() -> None:
    assert "Zorva" not in claimed("Befund=ORG")


def test_a_column_that_no_sheet_has_is_refused() -> None:
    with pytest.raises(NescioError, match="no column called 'Nachnme'"):
        claimed("Nachnme=PER")


def test_what_a_user_says_is_the_users_own_word() -> None:
    made = XlsxFormat.build(load_pack("xx"), {"columns": ["Befund=keep"]})
    [job] = made.read(book(), name="x")
    own = {tuple(claim[2:]) for claim in job.document.meta["claims"] if len(claim) > 3}
    assert own == {("O", "own/column")}
