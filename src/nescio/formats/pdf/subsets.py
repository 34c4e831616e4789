"""Fonts without the letters that only hidden text needed: a lone "Ž" in a font would tell of a name."""

from __future__ import annotations

import struct
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

import pikepdf

from nescio.formats.pdf.content import DrawnContent
from nescio.formats.pdf.fonts import GlyphFont
from nescio.formats.pdf.planning import GlyphPlan

_NONE: Final = pikepdf.Name("/.notdef")
_MORE, _WORDS, _SCALED, _TWO_SCALES, _FOUR_SCALES = 0x20, 0x01, 0x08, 0x40, 0x80  # flags of a component
_DEEPEST: Final = 8


def drop_letters(pdf: pikepdf.Pdf, drawn: DrawnContent, plan: GlyphPlan) -> int:
    """Takes letters out of fonts that nothing shows any more; returns out of how many fonts."""
    before: dict[int, set[bytes]] = defaultdict(set)
    after: dict[int, set[bytes]] = defaultdict(set)
    fonts: dict[int, GlyphFont] = {}
    for number, glyph in enumerate(drawn.glyphs):
        font = glyph.show.font
        fonts[id(font)] = font
        before[id(font)].add(glyph.raw)
        spelling = plan.touched.get(number)
        if number not in plan.touched:
            after[id(font)].add(glyph.raw)
        elif spelling is not None and spelling.font is None:
            codes = (font.split(part) for part in spelling.parts if isinstance(part, bytes))
            after[id(font)].update(code.raw for found in codes for code in found)
    changed = 0
    for key, font in fonts.items():
        gone = before[key] - after[key]
        if gone and not _is_shared(font):
            _drop(pdf, font, gone, after[key])
            changed += 1
    return changed


def _is_shared(font: GlyphFont) -> bool:
    """A font that is not embedded, in a usual encoding, is everywhere the same: it tells nothing."""
    usual = not isinstance(font.source.get("/Encoding"), pikepdf.Dictionary)
    return usual and not font.embedded and not font.unicode


def _drop(pdf: pikepdf.Pdf, font: GlyphFont, gone: Collection[bytes], kept: Collection[bytes]) -> None:
    numbers = {int.from_bytes(raw) for raw in gone}
    source = font.source
    if font.unicode:
        left = {code: text for code, text in font.unicode.items() if code not in numbers}
        source["/ToUnicode"] = pdf.make_stream(_to_unicode(left, size=len(next(iter(gone)))))
    if not font.composite:
        _drop_names(source, numbers)
        _drop_widths(source, numbers)
    elif (program := font.descriptor.get("/FontFile2")) is not None:
        glyphs = _glyphs_of(source, gone), _glyphs_of(source, kept)
        blanked = blank_glyphs(_decoded(program), *glyphs)
        if blanked is not None:
            program.write(blanked)
            program["/Length1"] = len(blanked)


def _decoded(program: pikepdf.Object) -> bytes:
    try:
        return bytes(program.read_bytes())
    except pikepdf.PdfError:
        return b""


def _to_unicode(texts: Mapping[int, str], *, size: int) -> bytes:
    digits = 2 * size
    rows = [
        f"<{code:0{digits}X}> <{text.encode('utf-16-be', 'replace').hex().upper()}>"
        for code, text in sorted(texts.items())
        if text and code < 1 << (8 * size)
    ]
    space = f"1 begincodespacerange <{'00' * size}> <{'FF' * size}> endcodespacerange\n"
    blocks = [rows[at : at + 100] for at in range(0, len(rows), 100)]
    body = "".join(f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar\n" for block in blocks)
    head = "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def\n"
    return f"{head}{space}{body}endcmap end end".encode("ascii")


def _drop_names(source: pikepdf.Object, numbers: Collection[int]) -> None:
    encoding: Any = source.get("/Encoding")
    changes = encoding.get("/Differences") if isinstance(encoding, pikepdf.Dictionary) else None
    if not isinstance(changes, pikepdf.Array):
        return
    made: list[Any] = []
    code = 0
    for item in changes:
        if isinstance(item, pikepdf.Name):
            made.append(_NONE if code in numbers else item)
            code += 1
        else:
            code = int(item)
            made.append(item)
    # A dictionary of its own: another font may share the old one and still need its letters.
    entries = {key: value for key, value in encoding.items() if key != "/Differences"}
    source["/Encoding"] = pikepdf.Dictionary({**entries, "/Differences": pikepdf.Array(made)})


def _drop_widths(source: pikepdf.Object, numbers: Collection[int]) -> None:
    widths, first = source.get("/Widths"), int(source.get("/FirstChar", 0) or 0)
    if isinstance(widths, pikepdf.Array):
        kept = [0 if first + at in numbers else width for at, width in enumerate(widths)]
        source["/Widths"] = pikepdf.Array(kept)


def _glyphs_of(source: pikepdf.Object, codes: Collection[bytes]) -> set[int]:
    """The glyphs of codes, where the font says it plainly: two bytes are the glyph, or stand in its table."""
    if source.get("/Encoding") not in ("/Identity-H", "/Identity-V"):
        return set()
    table: Any = source["/DescendantFonts"][0].get("/CIDToGIDMap")
    numbers = [int.from_bytes(raw) for raw in codes]
    if not isinstance(table, pikepdf.Stream):
        return set(numbers)
    data = bytes(table.read_bytes())
    return {int.from_bytes(data[2 * number : 2 * number + 2]) for number in numbers}


def blank_glyphs(data: bytes, gone: Collection[int], kept: Collection[int]) -> bytes | None:
    """A TrueType program in which some glyphs are empty; None if there is nothing to do or it is broken."""
    try:
        tables = _tables(data)
        glyf, _ = tables[b"glyf"]
        places = _places(data, tables)
        needed = set(kept) | {0}
        for glyph in list(needed):
            needed.update(_components(data, glyf, places, glyph, 0))
        made = bytearray(data)
        for glyph in set(gone) - needed:
            if 0 <= glyph < len(places) - 1:
                start, end = glyf + places[glyph], glyf + places[glyph + 1]
                made[start:end] = bytes(max(end - start, 0))
    except (KeyError, IndexError, struct.error):
        return None
    return bytes(made) if len(made) == len(data) and made != data else None


def _tables(data: bytes) -> dict[bytes, tuple[int, int]]:
    (count,) = struct.unpack_from(">H", data, 4)
    found = {}
    for at in range(12, 12 + 16 * count, 16):
        tag, _, offset, size = struct.unpack_from(">4sIII", data, at)
        found[tag] = (offset, size)
    return found


def _places(data: bytes, tables: Mapping[bytes, tuple[int, int]]) -> list[int]:
    """Where each glyph begins in its table."""
    (wide,) = struct.unpack_from(">h", data, tables[b"head"][0] + 50)
    offset, size = tables[b"loca"]
    if wide:
        return list(struct.unpack_from(f">{size // 4}I", data, offset))
    return [2 * value for value in struct.unpack_from(f">{size // 2}H", data, offset)]


def _components(data: bytes, glyf: int, places: list[int], glyph: int, depth: int) -> Iterator[int]:
    """The glyphs that a glyph is made of: an "é" may be an "e" with an accent."""
    if depth > _DEEPEST or not 0 <= glyph < len(places) - 1 or places[glyph] == places[glyph + 1]:
        return
    at = glyf + places[glyph]
    (contours,) = struct.unpack_from(">h", data, at)
    at += 10
    flags = _MORE if contours < 0 else 0
    while flags & _MORE:
        flags, part = struct.unpack_from(">HH", data, at)
        yield part
        yield from _components(data, glyf, places, part, depth + 1)
        at += 4 + (4 if flags & _WORDS else 2)
        at += 2 if flags & _SCALED else 4 if flags & _TWO_SCALES else 8 if flags & _FOUR_SCALES else 0
