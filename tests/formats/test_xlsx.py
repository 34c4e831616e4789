"""Excel workbooks: nothing hidden is left in any corner, numbers and dates of people go too."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable

import pytest

from nescio.core.errors import NescioError
from nescio.core.model import Job
from nescio.formats.document import Wishes
from nescio.formats.xlsx import XlsxFormat
from nescio.run.opening import Terms, open_anonymizer
from nescio.run.restore import solved
from nescio.solutions.reidentify import reidentify
from nescio.solutions.table import make_table
from tests.formats.planted import Planter, left_in
from tests.formats.planted_books import planted_books
from tests.formats.planted_xlsx import planted_xlsx, small_xlsx

DATES = '<numFmts/><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>'


def hide(data: bytes, *names: str) -> tuple[bytes, list[Job]]:
    made = XlsxFormat(Wishes())
    jobs = made.read(data, name="book.xlsx")
    done = open_anonymizer("en", policy="listed", terms=Terms(hide=names)).run(jobs)
    assert [job.failure for job in done] == [None] * len(done)
    settled = made.settle(done, data)
    return made.write(settled, data), settled


def back(written: bytes, job: Job) -> bytes:
    made = XlsxFormat(Wishes())
    [again] = made.read(written, name="book.xlsx")
    return made.write([solved(again, reidentify(again.document.text, make_table(job)))], written)


def text_of(data: bytes) -> str:
    [job] = XlsxFormat(Wishes()).read(data, name="x")
    return job.document.text


def sheet(data: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.read("xl/worksheets/sheet1.xml").decode()


@pytest.mark.parametrize("make", [planted_xlsx, planted_books])
def test_none_of_the_names_in_all_corners_is_left_and_all_come_back(
    make: Callable[[], tuple[bytes, Planter]],
) -> None:
    data, planter = make()
    assert len(planter.names) >= 50
    assert set(left_in(data, planter)) == set(planter.corners.values())
    written, [job] = hide(data, *planter.names)
    assert left_in(written, planter) == {}
    assert text_of(back(written, job)) == text_of(data)


def test_cells_of_a_row_stand_side_by_side() -> None:
    cells = "".join(f'<c t="inlineStr"><is><t>{text}</t></is></c>' for text in ("Imogen", "Vantongeren"))
    assert text_of(small_xlsx(cells, cells)).startswith("Imogen\tVantongeren\nImogen\tVantongeren")


def test_a_long_number_becomes_a_string_when_it_goes_and_a_number_again_on_the_way_back() -> None:
    data = small_xlsx('<c r="A1"><v>4930123456</v></c><c r="B1"><v>42</v></c>')
    written, [job] = hide(data, "4930123456")
    assert '<c r="A1" t="str"><v>[' in sheet(written)
    assert '<c r="B1"><v>42</v></c>' in sheet(written)
    assert '<c r="A1"><v>4930123456</v></c>' in sheet(back(written, job))


def test_a_date_is_read_as_one_though_it_is_a_number() -> None:
    data = small_xlsx('<c r="A1" s="1"><v>31840</v></c>', styles=DATES)
    assert text_of(data).startswith("1987-03-04")
    written, [job] = hide(data, "1987-03-04")
    assert "31840" not in sheet(written)
    assert '<c r="A1" s="1"><v>31840</v></c>' in sheet(back(written, job))


# How a number stands in a cell that is shown as a date or not, and how it is read.
READ = {
    "a day and its time": ('<c s="1"><v>31840.5</v></c>', "1987-03-04 12:00:00"),
    "a day that a formula found": ('<c s="1"><f>A1+0</f><v>31840</v></c>', "1987-03-04"),
    "a number with a point": ("<c><v>4930123456.0</v></c>", "4930123456"),
    "a power of ten": ("<c><v>4.930123456E9</v></c>", "4930123456"),
}


@pytest.mark.parametrize("cell, text", READ.values(), ids=READ.keys())
def test_numbers_are_read_as_people_see_them_and_come_back_so(cell: str, text: str) -> None:
    data = small_xlsx(cell, styles=DATES)
    assert text_of(data).splitlines()[0] == text
    written, [job] = hide(data, text)
    assert not any(number in sheet(written) for number in ("31840", "4930123456", "4.930123456"))
    assert text_of(back(written, job)) == text_of(data)


def test_a_book_may_count_its_days_from_1904() -> None:
    data = small_xlsx('<c s="1"><v>30378</v></c>', styles=DATES, more='<workbookPr date1904="1"/>')
    assert text_of(data).startswith("1987-03-04")
    written, [job] = hide(data, "1987-03-04")
    assert "30378" not in sheet(written)
    assert "<v>30378</v>" in sheet(back(written, job))


def test_formulas_of_cells_and_functions_alone_are_no_text() -> None:
    data = small_xlsx('<c><f>SUM(A1:$B$2)*2</f><v>3</v></c><c><f>Anna!A1&amp;"Orr"</f><v>3</v></c>')
    assert "SUM" not in text_of(data)
    assert 'Anna!A1&"Orr"' in text_of(data)


def test_what_hides_nothing_changes_nothing() -> None:
    data, _ = planted_xlsx()
    assert hide(data, "Nobodyhere")[0] == data


@pytest.mark.parametrize("data", [b"", b"text", small_xlsx("<c/>")[:200]])
def test_what_cannot_be_read_is_refused_with_a_sentence(data: bytes) -> None:
    with pytest.raises(NescioError):
        XlsxFormat(Wishes()).read(data, name="x")
