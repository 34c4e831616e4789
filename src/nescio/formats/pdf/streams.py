"""Every stream of a document is known for what it is, or the document is refused."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Final

import pikepdf

from nescio.formats.pdf.content import ContentReader, ContentUnit, instructions
from nescio.formats.pdf.graph import Reached, walk
from nescio.formats.pdf.images import clean_image
from nescio.formats.pdf.pruning import ATTACHMENTS, is_attached

UNKNOWN: Final = "unknown streams"
_FREE_KEYS: Final = {
    "/FontFile": "font programs",
    "/FontFile2": "font programs",
    "/FontFile3": "font programs",
    "/ToUnicode": "character maps",
    "/CIDToGIDMap": "character maps",
    "/UseCMap": "character maps",
    "/DestOutputProfile": "colour profiles",
    "/HT": "halftones",
    "/JBIG2Globals": "images",
}
_PROCS: Final = "/CharProcs"
_POSTSCRIPT: Final = 4
# A remark, or a string, in which the same sign is none.
_REMARK: Final = re.compile(rb"(\((?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*\))|%[^\r\n]*", re.DOTALL)


def kind_of(found: Reached) -> str:
    """What a stream is, in words of the ledger; `UNKNOWN` if nobody knows."""
    stream, key = found.value, found.key
    if is_attached(found):
        return ATTACHMENTS
    subtype = stream.get("/Subtype")
    if subtype == "/Image":
        return "images"
    if subtype == "/Form" or found.above == "/AP":
        return "forms and appearances"
    if stream.get("/PatternType") == 1:
        return "patterns"
    if found.above == _PROCS:
        return "glyph drawings"
    if key == "/Contents":
        return "page contents"
    if "/FunctionType" in stream or "/ShadingType" in stream:
        return "shadings and functions"
    if "/HalftoneType" in stream:
        return "halftones"
    if "/CMapName" in stream or stream.get("/Type") == "/CMap":
        return "character maps"
    if found.is_within("/ICCBased", "/Indexed", "/I", behind=1):
        return "colour profiles"
    return _FREE_KEYS.get(key, UNKNOWN)


def count_streams(pdf: pikepdf.Pdf) -> Counter[str]:
    return Counter(kind_of(found) for found in walk(pdf) if isinstance(found.value, pikepdf.Stream))


def drop_unknown(pdf: pikepdf.Pdf) -> None:
    for found in list(walk(pdf)):
        if isinstance(found.value, pikepdf.Stream) and kind_of(found) == UNKNOWN:
            if isinstance(found.holder, pikepdf.Array):
                found.holder[found.place] = pikepdf.Dictionary()
            else:
                del found.holder[found.place]


def read_the_rest(pdf: pikepdf.Pdf, reader: ContentReader) -> None:
    """What can show text and was not drawn by a page: unused forms, patterns, glyphs that are drawings."""
    for found in list(walk(pdf)):
        value = found.value
        if isinstance(value, pikepdf.Stream):
            kind = kind_of(found)
            if kind in _KINDS:
                reader.read_stream(value, _KINDS[kind], 0, pikepdf.Dictionary())
        elif isinstance(value, pikepdf.Dictionary) and value.get("/Subtype") == "/Type3":
            _read_glyphs(value, reader)


_KINDS: Final = {"forms and appearances": "form", "patterns": "pattern"}


def _read_glyphs(font: pikepdf.Object, reader: ContentReader) -> None:
    procs, resources = font.get(_PROCS), font.get("/Resources")
    if not isinstance(procs, pikepdf.Dictionary):
        return
    own = resources if isinstance(resources, pikepdf.Dictionary) else pikepdf.Dictionary()
    for _, stream in sorted(procs.items()):
        if isinstance(stream, pikepdf.Stream) and _may_show(stream):
            reader.read_stream(stream, "glyph", 0, own)


def _may_show(stream: pikepdf.Object) -> bool:
    try:
        content = bytes(stream.read_bytes())
    except pikepdf.PdfError:
        return False
    return b"Tj" in content or b"TJ" in content or b"Do" in content or b"'" in content or b'"' in content


def drop_remarks(pdf: pikepdf.Pdf, units: Iterable[ContentUnit]) -> None:
    """Remarks in programs go; a stream of operators that may have some is written again."""
    for found in list(walk(pdf)):
        if isinstance(found.value, pikepdf.Stream) and _is_program(found):
            content = content_of(found.value)
            plain = _REMARK.sub(lambda match: match[1] or b" ", content)
            if plain != content:
                found.value.write(plain)
    for unit in units:
        if any(match[1] is None for match in _REMARK.finditer(content_of(unit.holder))):
            put_content(pdf, unit, bytes(pikepdf.unparse_content_stream(instructions(unit.holder))))


def _is_program(found: Reached) -> bool:
    """Whether a stream is source in PostScript: a function, or a map from codes to letters."""
    is_map = kind_of(found) == "character maps" and found.key != "/CIDToGIDMap"
    return found.value.get("/FunctionType") == _POSTSCRIPT or is_map


def content_of(holder: pikepdf.Object) -> bytes:
    """The bytes of a page's streams, or of one stream."""
    held = holder if isinstance(holder, pikepdf.Stream) else holder.get("/Contents")
    parts = list(held) if isinstance(held, pikepdf.Array) else [held]
    try:
        return b"\n".join(bytes(part.read_bytes()) for part in parts if isinstance(part, pikepdf.Stream))
    except pikepdf.PdfError:
        return b""


def put_content(pdf: pikepdf.Pdf, unit: ContentUnit, content: bytes) -> None:
    if isinstance(unit.holder, pikepdf.Stream):
        unit.holder.write(content)
    else:
        unit.holder["/Contents"] = pdf.make_stream(content)
        if unit.holder.get("/Resources") is None:
            unit.holder["/Resources"] = unit.resources


def clean_images(pdf: pikepdf.Pdf) -> int:
    """Texts beside pixels taken out; returns of how many images."""
    return sum(
        clean_image(found.value)
        for found in list(walk(pdf))
        if isinstance(found.value, pikepdf.Stream) and found.value.get("/Subtype") == "/Image"
    )
