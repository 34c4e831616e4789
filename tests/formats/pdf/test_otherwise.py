"""Glyphs that PDFium reads otherwise: what it reads can be hidden as well."""

from __future__ import annotations

import pikepdf
from pikepdf import Dictionary

from nescio.core.model import PROSE_END
from nescio.formats.document import Wishes
from nescio.formats.pdf.document import read_pdf
from nescio.formats.pdf.format import PdfFormat
from nescio.formats.pdf.texts import BESIDE, OWN
from tests.formats.pdf.helpers import hide, text_of
from tests.formats.pdf.making import composite_font, finished, helvetica, page_of, shown, wide


def _page(content: str) -> bytes:
    pdf = pikepdf.new()
    page = pdf.add_blank_page(page_size=(612, 792))
    fonts = Dictionary(F=helvetica(), C=composite_font(pdf, ranges=False))
    page.obj["/Resources"] = Dictionary(Font=fonts)
    page.obj["/Contents"] = pdf.make_stream(content.encode())
    return finished(pdf)


def _with_a_code_of_no_letter() -> bytes:
    """The fifth letter stands in no map: PDFium takes its code for it, our own reader knows none."""
    return _page(f"BT /C 12 Tf 72 700 Td <{wide('Vrom')}0061{wide('vix')}> Tj ET")


def test_a_word_that_only_pdfium_reads_is_hidden() -> None:
    data = _with_a_code_of_no_letter()
    assert "Vromavix" in text_of(data)
    assert "Vromavix" not in read_pdf(data).parts[0].text
    out = text_of(hide(data, ["Vromavix"]))
    assert "avix" not in out
    assert out.count("[X]") == 1


def test_what_we_cannot_read_is_read_as_pdfium_does() -> None:
    [job] = PdfFormat(Wishes()).read(_with_a_code_of_no_letter(), name="a")
    assert "Vromavix" in job.document.text[: job.document.meta[PROSE_END]]


def test_words_that_both_read_stand_once_in_the_text() -> None:
    data = page_of(shown("Vromavix was here", "and some Stra\xdfe too"))
    assert [text.reading for text in read_pdf(data).glyphs] == [OWN]


def test_a_gap_that_only_one_takes_for_a_space_is_said_both_ways() -> None:
    data = _page("BT /F 12 Tf 72 700 Td [(Zelk) -150 (endrup) -900 (here)] TJ ET")
    readings = {text.reading: text.text for text in read_pdf(data).glyphs}
    assert readings == {OWN: "Zelkendrup here", BESIDE: "Zelk endrup here"}
    for word in ("Zelkendrup", "Zelk", "Zelk endrup"):
        assert text_of(hide(data, [word])).split()[-1] == "here"
        assert word not in text_of(hide(data, [word]))
