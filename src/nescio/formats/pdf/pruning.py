"""What a document loses on purpose, since it carries text that nobody sees: said in the ledger."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

import pikepdf

from nescio.formats.pdf.graph import Reached, walk

# Keys that go wherever they stand, and what the ledger calls them.
_KEYS: Final[Mapping[str, str]] = {
    "/Metadata": "metadata streams (XMP)",
    "/PieceInfo": "private data of programs",
    "/LastModified": "private data of programs",
    "/AAPL:AKExtras": "private data of programs",
    "/AAPL:AKAnnotationObject": "private data of programs",
    "/AAPL:AKPDFAnnotationDictionary": "private data of programs",
    "/Thumb": "thumbnails",
    "/XFA": "XFA forms",
    "/JS": "scripts",
    "/JavaScript": "scripts",
    "/CharSet": "lists of glyph names",
    "/CIDSet": "lists of glyphs",
    "/Perms": "signatures",
    "/DSS": "signatures",
    "/SpiderInfo": "web capture data",
    "/RC": "rich text beside plain text",
    "/RV": "rich text beside plain text",
    "/Alternates": "alternate images",
    "/OPI": "proxies of images",
    "/Measure": "measures",
    "/PtData": "measures",
    "/GPTS": "measures",
    "/VP": "measures",
    "/RichMediaContent": "media",
    "/RichMediaSettings": "media",
    "/3DD": "media",
    "/3DV": "media",
    "/Sound": "media",
    "/Movie": "media",
    "/Renditions": "media",
}
_ACTIONS: Final = frozenset(
    {
        "/JavaScript",
        "/Launch",
        "/Rendition",
        "/Sound",
        "/Movie",
        "/ImportData",
        "/RichMediaExecute",
        "/GoTo3DView",
        "/GoToE",
    }
)
# Dictionaries whose keys are names that a producer chose: a font may be called "JS".
_OPEN: Final = frozenset(
    {
        "/Font",
        "/XObject",
        "/ExtGState",
        "/ColorSpace",
        "/Pattern",
        "/Shading",
        "/Properties",
        "/CharProcs",
        "/Colorants",
        "/N",
        "/D",
        "/R",
        "/Dests",
        "/ClassMap",
        "/RoleMap",
        "/Namespaces",
    }
)
_VALUES: Final = frozenset({"/V", "/DV"})
ATTACHED: Final = frozenset({"/EmbeddedFiles", "/AF", "/Collection"})
ATTACHMENTS: Final = "attachments"


def attached_streams(pdf: pikepdf.Pdf) -> list[tuple[str, Any]]:
    """Files within the file, wherever they hang, each with the end of its name."""
    found: list[tuple[str, Any]] = []
    for reached in walk(pdf):
        if isinstance(reached.value, pikepdf.Dictionary) and isinstance(
            files := reached.value.get("/EF"), pikepdf.Dictionary
        ):
            name = str(reached.value.get("/UF") or reached.value.get("/F") or "")
            held = [stream for _, stream in sorted(files.items()) if isinstance(stream, pikepdf.Stream)]
            streams = {stream.objgen: stream for stream in held}
            found += [(name.rpartition(".")[2].lower(), stream) for stream in streams.values()]
    return found


def is_attached(reached: Reached) -> bool:
    return reached.above == "/EF" or reached.value.get("/Type") == "/EmbeddedFile"


def prune(pdf: pikepdf.Pdf, *, attachments: bool) -> Counter[str]:
    """Takes out what is never kept; attachments too if asked. Returns how often each kind was there."""
    dropped: Counter[str] = Counter()
    holders = [found for found in walk(pdf) if isinstance(found.value, pikepdf.Dictionary | pikepdf.Stream)]
    for found in holders:
        if found.key not in _OPEN or isinstance(found.value, pikepdf.Stream) or "/Type" in found.value:
            _prune_one(found.value, dropped, attachments=attachments)
    if "/ID" in pdf.trailer:
        del pdf.trailer["/ID"]  # made of the file's name and time
    _prune_names(pdf, dropped)
    _shorten_values(pdf)
    return dropped


def _shorten_values(pdf: pikepdf.Pdf) -> None:
    """A long value of a field may be a stream; it is a string like any other."""
    for found in list(walk(pdf)):
        if found.key in _VALUES and isinstance(found.value, pikepdf.Stream) and found.above != "/AP":
            found.holder[found.place] = pikepdf.String(found.value.read_bytes())


def _prune_names(pdf: pikepdf.Pdf, dropped: Counter[str]) -> None:
    root = pdf.Root
    if "/AcroForm" in root and isinstance(root.AcroForm, pikepdf.Dictionary) and "/SigFlags" in root.AcroForm:
        del root.AcroForm["/SigFlags"]


def _prune_one(value: Any, dropped: Counter[str], *, attachments: bool) -> None:
    for key in [key for key in _KEYS if key in value]:
        if key == "/Metadata" and not isinstance(value[key], pikepdf.Stream):
            continue
        del value[key]
        dropped[_KEYS[key]] += 1
    for key in list(value.keys()):
        item = value.get(key)
        if _is_action(item):
            del value[key]
            dropped["scripts" if item.get("/S") == "/JavaScript" else "actions that open files"] += 1
        elif key == "/Next" and isinstance(item, pikepdf.Array):
            value[key] = pikepdf.Array([action for action in item if not _is_action(action)])
        elif attachments and (key in ATTACHED or key == "/EF"):
            del value[key]
            dropped[ATTACHMENTS] += 1
    if _is_signature(value) and "/V" in value:
        del value["/V"]
        dropped["signatures"] += 1


def _is_action(item: Any) -> bool:
    kind = item.get("/S") if isinstance(item, pikepdf.Dictionary) else None
    return isinstance(kind, pikepdf.Name) and str(kind) in _ACTIONS


def _is_signature(value: Any) -> bool:
    held = value.get("/V")
    return value.get("/FT") == "/Sig" or (
        isinstance(held, pikepdf.Dictionary) and ("/ByteRange" in held or held.get("/Type") == "/Sig")
    )
