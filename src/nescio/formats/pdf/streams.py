"""Every stream of a document is known for what it is, or the document is refused."""

from __future__ import annotations

from collections import Counter
from typing import Final

import pikepdf

from nescio.formats.pdf.content import ContentReader
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


def clean_images(pdf: pikepdf.Pdf) -> int:
    """Texts beside pixels taken out; returns of how many images."""
    return sum(
        clean_image(found.value)
        for found in list(walk(pdf))
        if isinstance(found.value, pikepdf.Stream) and found.value.get("/Subtype") == "/Image"
    )
