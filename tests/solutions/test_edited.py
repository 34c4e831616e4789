"""The table that a person edits: rows there and back, clashes, and other surrogates in a text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nescio.core.errors import JobError
from nescio.core.model import Document, Job, Replacement, Solution
from nescio.solutions.edited import Row, plan_import, read_rows, resurrogate, rows_of, write_rows
from nescio.solutions.reidentify import reidentify
from nescio.solutions.table import Table, make_table
from nescio.solutions.vault import VaultContent

TEXT = "Ida Moor met Otto Brink; Ida left."
HIDDEN = "Eva Sund met Karl Nagel; Eva left."


def _table() -> Table:
    rows = (
        Replacement(0, 8, "Eva Sund", 0, "PER", "substitute", 0),
        Replacement(13, 23, "Karl Nagel", 1, "PER", "substitute", 13),
        Replacement(25, 28, "Eva", 0, "PER", "substitute", 25),
    )
    return make_table(Job(Document("a.txt", TEXT, "en"), solution=Solution(HIDDEN, rows)))


CONTENT = VaultContent((_table(),))
ROWS = rows_of(CONTENT)


@pytest.mark.parametrize("form", ["csv", "json"])
def test_rows_come_back_as_they_went(form: str) -> None:
    assert read_rows(write_rows(ROWS, form)) == ROWS
    assert [row.original for row in ROWS] == ["Ida Moor", "Otto Brink", "Ida"]


cells = st.text(st.characters(exclude_characters="\r\0"), min_size=1, max_size=12)


@given(cells, cells, st.sampled_from(["csv", "json"]))
def test_any_text_survives_a_spreadsheet(original: str, surrogate: str, form: str) -> None:
    row = Row(0, '"a"', 1, "PER", original, surrogate, surrogate, "no")
    assert read_rows(write_rows([row], form)) == [row]


def test_nothing_that_a_spreadsheet_would_compute_is_written() -> None:
    row = Row(0, '"a"', 1, "PER", "=1+1", "@x", "-y", "no")
    assert b",'=1+1,'@x,'-y," in write_rows([row], "csv")


def test_the_delimiter_of_another_country_is_read() -> None:
    assert read_rows(write_rows(ROWS, "csv").replace(b",", b";")) == ROWS


@pytest.mark.parametrize("data", [b"", b"a,b\n1,2\n", b"[1]", b"[{}]", b"record,document\n", b'"'])
def test_what_is_no_such_table_is_refused(data: bytes) -> None:
    if data in (b"", b"record,document\n"):
        assert read_rows(data) == []
        return
    with pytest.raises(JobError, match="cannot be read"):
        read_rows(data)


def edited(number: int, **changes: str) -> list[Row]:
    return [row._replace(**changes) if place == number else row for place, row in enumerate(ROWS)]


@pytest.mark.parametrize(
    ("rows", "clash"),
    [
        (edited(0, original="Ada"), "row 1: the vault has no such row"),
        (edited(1, label="LOC"), "row 2: the vault has no such row"),
        (edited(0, surrogate=" "), "row 1: its surrogate is empty"),
        (edited(0, checked="ja"), "row 1: 'checked' is yes or no"),
        (edited(0, surrogate="Karl Nagel"), "row 1: another entity of the document has this surrogate"),
        (edited(1, surrogate="EVA"), "row 2: another entity of the document has this surrogate"),
        (edited(1, surrogate="Ida Moor"), "row 2: its surrogate is a name that is hidden in the document"),
        ([*ROWS, ROWS[1]], "row 4: it is the same as row 2"),
    ],
)
def test_a_clash_is_told_by_its_row_alone(rows: list[Row], clash: str) -> None:
    [said] = plan_import(CONTENT, rows).clashes
    assert said.startswith(clash)
    assert not any(word in said for word in ("Ida", "Eva", "Karl", "Otto"))


def test_changes_are_planned() -> None:
    rows = [*edited(0, surrogate="Lea Wirt", checked="yes")[:1], *edited(2, surrogate="Lea")[1:]]
    plan = plan_import(CONTENT, rows)
    assert plan.clashes == []
    assert plan.checked == {(0, 0)}
    text, table = resurrogate(HIDDEN, CONTENT.tables[0], plan.surrogates[0])
    assert text == "Lea Wirt met Karl Nagel; Lea left."
    assert reidentify(text, table).text == TEXT
    assert plan_import(CONTENT, ROWS).surrogates == {}


def test_a_surrogate_that_stands_in_the_text_is_refused() -> None:
    with pytest.raises(JobError, match="stands in the text already"):
        resurrogate(HIDDEN, CONTENT.tables[0], {(0, "Ida", "Eva"): "left"})
