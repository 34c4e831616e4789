"""Whole documents: nothing hidden is left in any corner, nothing else is lost, and bad ones are refused."""

from __future__ import annotations

import contextlib
import io
import re
import time
import zlib

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pikepdf import Array, Dictionary, Name, String

from nescio.core.errors import InputError
from nescio.formats.pdf.checking import residues, second_reading
from nescio.formats.pdf.document import PdfWishes, edited, read_pdf, write_pdf
from nescio.formats.pdf.planning import GlyphEdit
from tests.formats.pdf.helpers import hide, own_text, pixels_of, text_of, unchanged
from tests.formats.pdf.making import (
    finished,
    form,
    helvetica,
    page_of,
    planted,
    shown,
    with_older_revision,
)
from tests.formats.pdf.unpacking import views


def test_no_name_is_left_in_any_corner() -> None:
    data, names = planted()
    assert len(names) >= 50
    before, after = views(data), views(hide(data, names))
    # The unpacking is worth something: it finds the names before, but for those torn into single letters.
    seen = {name for name in names if any(name in view for view in before)}
    assert len(seen) >= len(names) - 4
    assert {corner for name, corner in names.items() if any(name in view for view in after)} == set()


def test_the_second_reader_finds_nothing_either() -> None:
    data, names = planted()
    assert residues(second_reading(data), names) != []
    assert residues(second_reading(hide(data, names)), names) == []


def test_a_document_in_which_nothing_is_hidden_looks_and_reads_the_same() -> None:
    data, _ = planted()
    out = unchanged(data)
    assert text_of(out) == text_of(data)
    assert pixels_of(out) == pixels_of(data)


def test_streams_without_an_edit_stay_byte_for_byte() -> None:
    data, _ = planted()
    with pikepdf.open(io.BytesIO(data)) as before, pikepdf.open(io.BytesIO(unchanged(data))) as after:
        pages = (before.pages[0].Contents, after.pages[0].Contents)
        assert pages[0].read_bytes() == pages[1].read_bytes()


def test_a_name_with_a_ligature_behind_glyphs_is_gone() -> None:
    behind = "Gold\ufb01nch".encode("utf-16-be").hex().encode()
    data = page_of(shown("Goldfinch came") + b" /Span <</ActualText <FEFF" + behind + b">>> BDC EMC")
    assert any("Gold\ufb01nch" in view for view in views(data))
    out = hide(data, ["Goldfinch"])
    assert not any("Gold\ufb01nch" in view or "Goldfinch" in view for view in views(out))
    assert residues(second_reading(data), ["Goldfinch"]) != []
    assert residues(second_reading(out), ["Goldfinch"]) == []


def test_an_older_revision_is_gone() -> None:
    data = with_older_revision(page_of(shown("Vromavix was here")), shown("Nobody was here"))
    assert any("Vromavix" in view for view in views(data))
    out = hide(data, ["Nobody"])
    assert not any("Vromavix" in view for view in views(out))
    assert "was here" in text_of(out)


def test_objects_that_nothing_refers_to_are_gone() -> None:
    pdf = pikepdf.new()
    pdf.add_blank_page()
    pdf.make_indirect(Dictionary(Contents=String("Zelkavix")))
    assert not any("Zelkavix" in view for view in views(hide(finished(pdf), ["nothing"])))


_WORDS = ["Alva", "Brixen", "Corvus", "Delft", "Eskil", "Falun", "Gdansk", "Holm"]


@settings(max_examples=40, deadline=None)
@given(
    lines=st.lists(st.lists(st.sampled_from(_WORDS), min_size=1, max_size=7), min_size=1, max_size=6),
    hidden=st.sets(st.sampled_from(_WORDS), min_size=1, max_size=3),
    new=st.sampled_from(["[X]", "", "Mirelund", "Łódź", "Анна", "a b c", "W" * 60]),
)
def test_edits_change_their_words_and_no_other(lines: list[list[str]], hidden: set[str], new: str) -> None:
    data = page_of(shown(*(" ".join(line) for line in lines)))
    out = hide(data, hidden, new)
    found = re.findall("|".join(_WORDS), re.sub(r"\s", "", text_of(out)))
    assert found == [word for line in lines for word in line if word not in hidden]
    assert residues(second_reading(out), hidden) == []


@settings(max_examples=40, deadline=None)
@given(data=st.data(), text=st.text("abcdefghij klm", min_size=1, max_size=40).map(str.strip).filter(bool))
def test_any_edit_of_a_line_reads_back_as_the_edited_line(data: st.DataObject, text: str) -> None:
    file = page_of(shown(text))
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    edit = GlyphEdit(start, end, data.draw(st.text("NOPQ", max_size=6)))
    parts = read_pdf(file).parts
    assert parts[0].text.rstrip() == text
    out = write_pdf(file, [[edit], *([] for _ in parts[1:])])
    wanted = re.sub(r"\s", "", edited(text, [edit]))
    assert re.sub(r"\s", "", own_text(out) if wanted else "") == wanted


def test_a_name_in_two_forms_of_one_text_is_found_as_one() -> None:
    pdf = pikepdf.new()
    page = pdf.add_blank_page(page_size=(612, 792))
    half = form(pdf, b"BT /F 12 Tf 72 700 Td (Frau Vrom) Tj ET")
    page.obj["/Resources"] = Dictionary(Font=Dictionary(F=helvetica()), XObject=Dictionary(A=half))
    width = 12 * (0.611 + 0.333 + 0.556 * 3 + 0.278 + 0.667 + 0.333 + 0.556 + 0.833 - 0.556 * 1)
    page.obj["/Contents"] = pdf.make_stream(
        f"/A Do BT /F 12 Tf {72 + width} 700 Td (avix kam) Tj ET".encode()
    )
    data = finished(pdf)
    assert "Vromavix" in own_text(data)
    out = hide(data, ["Vromavix"])
    assert "avix" not in text_of(out)
    assert "kam" in text_of(out)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "begin"),
        (b"hello", "begin"),
        (b"%PDF-1.7\nnothing", "damaged"),
        (page_of(shown("whole"))[:300], "damaged"),
    ],
)
def test_what_is_no_whole_pdf_is_refused(data: bytes, why: str) -> None:
    with pytest.raises(InputError, match=why):
        read_pdf(data)


def test_an_encrypted_document_is_refused() -> None:
    pdf = pikepdf.open(io.BytesIO(page_of(shown("whole"))))
    out = io.BytesIO()
    pdf.save(out, encryption=pikepdf.Encryption(owner="o", user="u"))
    with pytest.raises(InputError, match="encrypted"):
        read_pdf(out.getvalue())
    out = io.BytesIO()
    pdf.save(out, encryption=pikepdf.Encryption(owner="o", user=""))
    with pytest.raises(InputError, match="encrypted"):
        read_pdf(out.getvalue())


def _scanned(text: bytes) -> bytes:
    pdf = pikepdf.new()
    page = pdf.add_blank_page(page_size=(100, 100))
    image = pdf.make_stream(
        bytes(100), Type=Name.XObject, Subtype=Name.Image, Width=10, Height=10, BitsPerComponent=8
    )
    image["/ColorSpace"] = Name.DeviceGray
    page.obj["/Resources"] = Dictionary(Font=Dictionary(F=helvetica()), XObject=Dictionary(I=image))
    page.obj["/Contents"] = pdf.make_stream(b"q 100 0 0 100 0 0 cm /I Do Q " + text)
    return finished(pdf)


@pytest.mark.parametrize("text", [b"", b"BT 3 Tr /F 9 Tf 5 5 Td (read by a machine) Tj ET"])
def test_a_page_that_is_only_an_image_is_refused(text: bytes) -> None:
    [problem] = read_pdf(_scanned(text)).problems
    assert "only an image" in problem
    with pytest.raises(InputError, match="image"):
        hide(_scanned(text), ["read"])
    assert hide(_scanned(text), ["read"], wishes=PdfWishes(keep_scans=True))


def test_an_image_beside_text_is_kept() -> None:
    assert read_pdf(_scanned(b"BT /F 9 Tf 5 5 Td (Vromavix) Tj ET")).problems == []


def test_attachments_are_refused_or_dropped_by_wish() -> None:
    pdf = pikepdf.open(io.BytesIO(page_of(shown("See the file"))))
    pdf.attachments["Klymeavix.txt"] = b"Brinjavix"
    data = finished(pdf)
    with pytest.raises(InputError, match="attachment"):
        unchanged(data)
    out = hide(data, ["file"], wishes=PdfWishes(drop_unknown=True))
    assert not any(name in view for view in views(out) for name in ("Klymeavix", "Brinjavix"))


def test_a_stream_that_nobody_knows_is_refused_or_dropped_by_wish() -> None:
    pdf = pikepdf.open(io.BytesIO(page_of(shown("See the file"))))
    pdf.Root["/Foreign"] = pdf.make_stream(b"Brinjavix")
    data = finished(pdf)
    with pytest.raises(InputError, match="not known"):
        unchanged(data)
    out = hide(data, ["file"], wishes=PdfWishes(drop_unknown=True))
    assert not any("Brinjavix" in view for view in views(out))


def test_glyphs_without_a_text_are_said_and_refused() -> None:
    font = Dictionary(
        Type=Name.Font,
        Subtype=Name.Type0,
        BaseFont=Name.Vrtz,
        Encoding=Name("/Identity-H"),
        DescendantFonts=Array([Dictionary(Type=Name.Font, Subtype=Name.CIDFontType2, BaseFont=Name.Vrtz)]),
    )
    data = page_of(b"BT /U 12 Tf 72 700 Td <0101010201030104> Tj ET", U=font)
    [problem] = read_pdf(data).problems
    assert "no text" in problem


def test_a_message_holds_no_word_of_the_document() -> None:
    data, names = planted()
    assert not any(name in repr(read_pdf(data).parts) for name in names)
    assert not any(name in repr(second_reading(data)) for name in names)


@pytest.mark.slow
def test_a_hundred_pages_take_seconds() -> None:
    pdf = pikepdf.new()
    line = "The words of this line stand here so that it is as long as a line of a letter mostly is."
    content = shown(*(f"{number} {line}" for number in range(45)))
    for _ in range(100):
        page = pdf.add_blank_page(page_size=(612, 792))
        page.obj["/Resources"] = Dictionary(Font=Dictionary(F=helvetica()))
        page.obj["/Contents"] = pdf.make_stream(content)
    data = finished(pdf)
    start = time.process_time()
    hide(data, ["letter"])
    assert time.process_time() - start < 20


def test_contents_whose_packing_is_broken_are_read_as_far_as_they_go() -> None:
    packed = zlib.compress(shown("Vromavix was here", *(f"line {number}" for number in range(40))))
    pdf = pikepdf.open(io.BytesIO(page_of(b"")))
    stream = pdf.pages[0].Contents
    stream.write(packed[:-60], filter=Name.FlateDecode)
    out = hide(finished(pdf), ["Vromavix"])
    assert "was here" in text_of(out)
    assert not any("Vromavix" in view for view in views(out))


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_broken_file_is_read_or_refused(data: st.DataObject) -> None:
    broken = bytearray(planted()[0])
    for _ in range(data.draw(st.integers(1, 12))):
        at = data.draw(st.integers(0, len(broken) - 1))
        broken[at : at + data.draw(st.integers(0, 9))] = data.draw(
            st.sampled_from([b"", b"<<", b">>", b"[", b"(", b"/F", b" 1 0 R", b"-1", b"99999999999", b"\xff"])
        )
    with contextlib.suppress(InputError):
        second_reading(hide(bytes(broken), ["Vromavix"], wishes=PdfWishes(drop_unknown=True)))
