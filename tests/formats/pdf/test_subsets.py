"""Letters that only a hidden name needed are not left in its font."""

from __future__ import annotations

import io
import struct

import pikepdf

from nescio.formats.pdf.subsets import blank_glyphs
from tests.formats.pdf.helpers import hide, text_of
from tests.formats.pdf.making import composite_font, finished, helvetica, page_of, shifted, shifted_font


def _program(glyphs: list[bytes]) -> bytes:
    """A TrueType program with nothing but the tables that place its glyphs."""
    glyf = b"".join(glyphs)
    ends = [0]
    for glyph in glyphs:
        ends.append(ends[-1] + len(glyph))
    tables = {b"head": bytes(50) + struct.pack(">h", 1), b"loca": struct.pack(f">{len(ends)}I", *ends)}
    tables[b"glyf"] = glyf
    head, body = b"\0\1\0\0" + struct.pack(">HHHH", 3, 0, 0, 0), b""
    start = 12 + 16 * len(tables)
    for tag, content in tables.items():
        head += struct.pack(">4sIII", tag, 0, start + len(body), len(content))
        body += content
    return head + body


_SIMPLE = struct.pack(">h", 1) + bytes(8) + b"outline of a letter!"
_COMPOSED = struct.pack(">h", -1) + bytes(8) + struct.pack(">HHH", 0, 2, 0)


def test_a_glyph_that_is_gone_is_empty_and_the_others_stay() -> None:
    data = _program([_SIMPLE, _SIMPLE, _SIMPLE])
    made = blank_glyphs(data, {1}, {2})
    assert made is not None
    assert made.count(b"outline") == 2
    assert len(made) == len(data)


def test_a_part_of_a_letter_that_stays_is_not_emptied() -> None:
    assert blank_glyphs(_program([_SIMPLE, _COMPOSED, _SIMPLE]), {2}, {1}) is None


def test_what_is_no_font_is_left_alone() -> None:
    assert blank_glyphs(b"", {1}, set()) is None
    assert blank_glyphs(b"\0\1\0\0" + bytes(100), {1}, set()) is None


def test_the_map_of_a_font_forgets_letters_of_hidden_names_alone() -> None:
    pdf = pikepdf.new()
    page = pdf.add_blank_page(page_size=(612, 792))
    page.obj["/Resources"] = pikepdf.Dictionary(
        Font=pikepdf.Dictionary(F=helvetica(), C=composite_font(pdf, ranges=False))
    )
    codes = "".join(f"{ord(letter) + 0x100:04X}" for letter in "Zoltan")
    rest = "".join(f"{ord(letter) + 0x100:04X}" for letter in "atlon")
    page.obj["/Contents"] = pdf.make_stream(
        f"BT /C 12 Tf 72 700 Td <{codes}> Tj 200 0 Td <{rest}> Tj ET".encode()
    )
    out = hide(finished(pdf), ["Zoltan"])
    assert "atlon" in text_of(out)
    with pikepdf.open(io.BytesIO(out)) as written:
        table = written.pages[0].Resources.Font.C.ToUnicode.read_bytes()
    assert b"<015A>" not in table
    assert b"<0174>" in table


def test_names_of_glyphs_are_forgotten() -> None:
    data = page_of(
        f"BT /S 12 Tf 72 700 Td ({shifted('Quirl')}) Tj 200 0 Td ({shifted('lira')}) Tj ET".encode(),
        S=shifted_font(),
    )
    out = hide(data, ["Quirl"])
    assert "lira" in text_of(out)
    with pikepdf.open(io.BytesIO(out)) as written:
        font = written.pages[0].Resources.Font.S
        names = {str(name) for name in font.Encoding.Differences if isinstance(name, pikepdf.Name)}
    assert "/Q" not in names
    assert "/l" in names
