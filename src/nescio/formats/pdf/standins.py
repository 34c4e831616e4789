"""Fonts for what a document's own font cannot write: one of the standard fonts, and a box."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import Final

import pikepdf
from pdfminer.fontmetrics import FONT_METRICS

from nescio.formats.pdf.fonts import GlyphFont

OURS: Final = "/Nescio"  # how the names of our fonts begin
BOX: Final = "NescioBox"
BOX_WIDTH: Final = 3.0  # of its height; the same for every text, so that it tells no length
_BOX_SIGN: Final = "\u25a0"
_LONGEST_SIGN: Final = 100  # characters that a character map may give to one letter
_ENCODING: Final = "cp1252"
_FIXED, _SERIF, _ITALIC, _FORCED_BOLD = 1, 2, 64, 1 << 18  # flags of a font descriptor
_STYLES: Final = ("", "-Bold", "-Oblique", "-BoldOblique")


@dataclass(frozen=True, slots=True)
class StandIn:
    """A font of ours: its name in the resources, and what to put there."""

    name: str  # in the resources, with its slash
    base: str
    says: str = ""  # what a reader of text finds in a box


def box_for(text: str) -> StandIn:
    """A box that looks like any other; readers of text find the text in it."""
    if not text.isprintable() or len(text) > _LONGEST_SIGN:
        return StandIn(f"/{BOX}", BOX, _BOX_SIGN)
    return StandIn(f"/{BOX}{sha256(text.encode()).hexdigest()[:12]}", BOX, text)


def stand_in_for(font: GlyphFont) -> StandIn:
    """The standard font that looks most like the one that cannot write a text."""
    wanted = font.base.lower()
    flags = int(font.descriptor.get("/Flags", 0) or 0)
    bold = flags & _FORCED_BOLD != 0 or any(word in wanted for word in ("bold", "black", "heavy", "-medi"))
    slanted = flags & _ITALIC != 0 or any(word in wanted for word in ("italic", "oblique"))
    if flags & _FIXED or any(word in wanted for word in ("courier", "mono", "consol")):
        family, style = "Courier", _STYLES[bold + 2 * slanted]
    elif flags & _SERIF or any(word in wanted for word in ("times", "serif", "roman", "rom", "cmr")):
        family, style = "Times", ("-Roman", "-Bold", "-Italic", "-BoldItalic")[bold + 2 * slanted]
    else:
        family, style = "Helvetica", _STYLES[bold + 2 * slanted]
    base = family + style
    return StandIn(OURS + base.replace("-", ""), base)


def encoded(text: str) -> bytes | None:
    """The text in the codes of a standard font, or nothing if it has not all the letters."""
    try:
        return text.encode(_ENCODING)
    except UnicodeEncodeError:
        return None


def width_of(stand_in: StandIn, raw: bytes) -> float:
    """How wide a text is at size 1."""
    _, widths = FONT_METRICS[stand_in.base]
    return sum(widths.get(letter, 556) for letter in raw.decode(_ENCODING, "replace")) / 1000


def add_font(pdf: pikepdf.Pdf, resources: pikepdf.Object, stand_in: StandIn) -> None:
    fonts = resources.get("/Font")
    if not isinstance(fonts, pikepdf.Dictionary):
        resources["/Font"] = pikepdf.Dictionary()
        fonts = resources["/Font"]
    if stand_in.name not in fonts:
        is_box = stand_in.base == BOX
        fonts[stand_in.name] = _box_font(pdf, stand_in.says) if is_box else _standard_font(pdf, stand_in.base)


def _standard_font(pdf: pikepdf.Pdf, base: str) -> pikepdf.Object:
    return pdf.make_indirect(
        pikepdf.Dictionary(
            Type=pikepdf.Name.Font,
            Subtype=pikepdf.Name.Type1,
            BaseFont=pikepdf.Name("/" + base),
            Encoding=pikepdf.Name.WinAnsiEncoding,
        )
    )


def _box_font(pdf: pikepdf.Pdf, says: str) -> pikepdf.Object:
    """A font whose only letter is a box: it is text, so that it can stand wherever text can."""
    wide = int(BOX_WIDTH * 1000)
    drawing = f"{wide} 0 0 -100 {wide} 700 d1 0 -100 {wide - 100} 800 re f".encode()
    sign = says.encode("utf-16-be").hex()
    to_unicode = (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def\n"
        "1 begincodespacerange <00> <FF> endcodespacerange\n"
        f"1 beginbfchar <62> <{sign}> endbfchar\nendcmap end end"
    )
    return pdf.make_indirect(
        pikepdf.Dictionary(
            Type=pikepdf.Name.Font,
            Subtype=pikepdf.Name.Type3,
            FontBBox=[0, -100, wide, 700],
            FontMatrix=[0.001, 0, 0, 0.001, 0, 0],
            CharProcs=pikepdf.Dictionary(box=pdf.make_stream(drawing)),
            Encoding=pikepdf.Dictionary(Type=pikepdf.Name.Encoding, Differences=[98, pikepdf.Name.box]),
            FirstChar=98,
            LastChar=98,
            Widths=[wide],
            Resources=pikepdf.Dictionary(),
            ToUnicode=pdf.make_stream(to_unicode.encode()),
        )
    )
