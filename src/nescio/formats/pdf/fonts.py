"""Fonts: the codes of a string with their text and width, and which codes write a new text."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

import pikepdf
from pdfminer.encodingdb import EncodingDB
from pdfminer.pdffont import PDFFont
from pdfminer.pdfinterp import PDFResourceManager
from pdfminer.pdftypes import PDFStream
from pdfminer.psparser import LIT

from nescio.formats.pdf.cmaps import CodeSplitter, parse_cmap
from nescio.formats.pdf.programs import compact_encoding, type1_encoding

UNREADABLE: Final = "\ufffd"
_DEEPEST: Final = 12  # nested objects of a font that are looked at
_PRINTED: Final = 32  # the first code of a letter
_SUBSET: Final = re.compile(r"^[A-Z]{6}\+")
_JOINED: Final = re.compile("[\ufb00-\ufdff\ufe70-\ufefc]")  # ligatures, Arabic letters by their shape
_PROGRAMS: Final = ("FontFile", "FontFile2", "FontFile3")


class FontCode(NamedTuple):
    """One code of a string: what it says, its bytes, and how far it moves on at size 1."""

    text: str
    raw: bytes
    advance: float


class GlyphFont:
    """A font as a reader of text sees it."""

    def __init__(self, source: pikepdf.Object) -> None:
        self.source = source
        self.subtype = _name(source, "/Subtype")
        self.base = _name(source, "/BaseFont")
        descendant = _descendant(source)
        self.descriptor = _dictionary(descendant, "/FontDescriptor")
        self.embedded = any(f"/{key}" in self.descriptor for key in _PROGRAMS)
        self.unicode = _to_unicode(source)
        self._says_itself = "Identity" in _name(source, "/ToUnicode")
        self._splitter = _splitter(source) if self.subtype == "Type0" else None
        self.vertical = self._splitter is not None and self._splitter.vertical
        self._reader = _reader(source)
        self._built_in = _built_in(source, self.descriptor) if self._splitter is None else {}
        self._codes: dict[bytes, FontCode] = {}
        self.unit = _unit(source) if self.subtype == "Type3" else 1.0

    @property
    def composite(self) -> bool:
        return self._splitter is not None

    def split(self, data: bytes) -> list[FontCode]:
        """The codes of a string in their order; together they are the string."""
        known = self._codes
        if self._splitter is None:
            found = []
            for value in data:
                raw = value.to_bytes()
                found.append(known.get(raw) or self._learn(raw, value))
            return found
        return [known.get(raw) or self._learn(raw, cid) for raw, cid in self._splitter.split(data)]

    def _learn(self, raw: bytes, cid: int) -> FontCode:
        code = FontCode(self._text(raw, cid), raw, self._advance(cid))
        self._codes[raw] = code
        return code

    def _text(self, raw: bytes, cid: int) -> str:
        text = self.unicode.get(int.from_bytes(raw), "")
        if self._says_itself and not text:
            text = chr(cid)
        if not text.strip("\x00"):
            text = self._built_in.get(cid, "") or _asked(self._reader, cid)
        if cid < _PRINTED and self._is_standard and readable(text) == UNREADABLE:
            return " "  # a line end that a program took for a letter: it draws nothing
        return readable(text)

    @property
    def _is_standard(self) -> bool:
        """Whether the letters are those of everybody: what has none there has none at all."""
        return not self.embedded and self._splitter is None and self.subtype != "Type3"

    def _advance(self, cid: int) -> float:
        try:
            width = float(self._reader.char_width(cid)) if self._reader else 0.5
        except Exception:  # a font's tables may hold anything
            return 0.5
        return width if math.isfinite(width) else 0.0

    def known_codes(self) -> Iterable[FontCode]:
        """The codes that a font which is not embedded can write, whether they were seen or not."""
        if not self._is_standard:
            return []
        return self.split(bytes(range(32, 127)) + bytes(range(160, 256)))


def apart(text: str) -> str:
    """With ligatures and shaped letters as plain letters."""
    return _JOINED.sub(lambda match: unicodedata.normalize("NFKC", match.group()), text)


def readable(text: str) -> str:
    """Ligatures and shaped letters as plain letters; controls and private letters as unread."""
    if text.isascii() and text.isprintable():
        return text or UNREADABLE
    text = apart(text)
    text = text.replace("\xa0", " ").replace("\t", " ")
    kept = "".join(
        char for char in text if char.isprintable() or char == "\xad" or unicodedata.category(char) == "Zs"
    )
    return "".join(" " if unicodedata.category(char) == "Zs" else char for char in kept) or UNREADABLE


def _asked(reader: PDFFont | None, cid: int) -> str:
    try:
        text = reader.to_unichr(cid) if reader else ""
    except Exception:  # pdfminer raises many things for a code that it does not know
        return ""
    return "" if text.startswith("(cid:") else text


def _name(source: pikepdf.Object, key: str) -> str:
    value = source.get(key)
    return str(value).lstrip("/") if isinstance(value, pikepdf.Name) else ""


def _dictionary(source: pikepdf.Object | None, key: str) -> Any:
    value = source.get(key) if isinstance(source, pikepdf.Dictionary) else None
    return value if isinstance(value, pikepdf.Dictionary) else {}


def _descendant(source: pikepdf.Object) -> pikepdf.Object:
    fonts = source.get("/DescendantFonts")
    if isinstance(fonts, pikepdf.Array) and len(fonts) and isinstance(fonts[0], pikepdf.Dictionary):
        return fonts[0]
    return source


def _to_unicode(source: pikepdf.Object) -> Mapping[int, str]:
    stream = source.get("/ToUnicode")
    if not isinstance(stream, pikepdf.Stream):
        return {}
    try:
        return parse_cmap(stream.read_bytes()).unicode
    except (pikepdf.PdfError, ValueError):
        return {}


def _splitter(source: pikepdf.Object) -> CodeSplitter:
    encoding = source.get("/Encoding")
    if isinstance(encoding, pikepdf.Stream):
        parsed = parse_cmap(encoding.read_bytes())
        return CodeSplitter(_name(encoding, "/CMapName"), parsed)
    return CodeSplitter(str(encoding).lstrip("/") if isinstance(encoding, pikepdf.Name) else "Identity-H")


def _unit(source: pikepdf.Object) -> float:
    """How tall a letter of a Type 3 font is at size 1."""
    try:
        matrix = [float(value) for value in source.get("/FontMatrix", [])]
        box = [float(value) for value in source.get("/FontBBox", [])]
        height = abs((box[3] - box[1]) * matrix[3])
    except (IndexError, TypeError, ValueError):
        return 1.0
    return height if 0.05 < height < 20 else abs(matrix[3]) * 1000 or 1.0


def _reader(source: pikepdf.Object) -> PDFFont | None:
    skip = _NOT_NEEDED | (
        _SPARED if "/ToUnicode" in source or "/DescendantFonts" not in source else frozenset()
    )
    spec = _plain(source, skip)
    if not isinstance(spec, dict):
        return None
    spec.pop("ToUnicode", None)
    if isinstance(spec.get("Encoding"), PDFStream):  # an embedded map: the splitter reads it
        spec["Encoding"] = LIT("Identity-H")
    try:
        return PDFResourceManager(caching=False).get_font(None, spec)
    except Exception:  # pdfminer asserts, and raises whatever a broken font leads to
        return None


def _plain(value: Any, skip: frozenset[str], depth: int = 0) -> Any:
    """An object of pikepdf in pdfminer's own terms, without the keys to be skipped."""
    if depth > _DEEPEST:
        return None
    if isinstance(value, pikepdf.Name):
        return LIT(str(value)[1:])
    if isinstance(value, pikepdf.String):
        return bytes(value)
    if isinstance(value, pikepdf.Array):
        return [_plain(item, skip, depth + 1) for item in value]
    if isinstance(value, pikepdf.Stream):
        attributes = _entries(value, skip, depth)
        for key in ("Filter", "DecodeParms", "Length"):
            attributes.pop(key, None)
        return PDFStream(attributes, _decoded(value))
    if isinstance(value, pikepdf.Dictionary):
        return _entries(value, skip, depth)
    return float(value) if type(value).__name__ == "Decimal" else value


_NOT_NEEDED: Final = frozenset({"/Parent", "/CharProcs", "/Resources", "/CIDSet", "/Metadata", "/FontFile3"})
_SPARED: Final = frozenset({"/FontFile", "/FontFile2", "/ToUnicode"})  # the text comes from elsewhere


def _entries(value: pikepdf.Object, skip: frozenset[str], depth: int) -> dict[str, Any]:
    return {key[1:]: _plain(item, skip, depth + 1) for key, item in value.items() if key not in skip}


def _decoded(stream: pikepdf.Object) -> bytes:
    try:
        return bytes(stream.read_bytes())
    except pikepdf.PdfError:
        return b""


def _built_in(source: pikepdf.Object, descriptor: Mapping[str, Any]) -> Mapping[int, str]:
    """What the embedded program itself says of its codes, where the font names no whole encoding."""
    encoding = source.get("/Encoding")
    if isinstance(encoding, pikepdf.Name) or (
        isinstance(encoding, pikepdf.Dictionary) and "/BaseEncoding" in encoding
    ):
        return {}
    found: dict[int, str] = {}
    try:
        if "/FontFile3" in descriptor:
            found = compact_encoding(_decoded(descriptor["/FontFile3"]))
        elif "/FontFile" in descriptor:
            stream = descriptor["/FontFile"]
            head = _decoded(stream)[: int(stream.get("/Length1", 0)) or None]
            found = type1_encoding(head)
    except Exception:  # a program may be broken in any way; the standard encoding is then the best guess
        return {}
    if isinstance(encoding, pikepdf.Dictionary) and found:
        changes = _plain(encoding.get("/Differences", pikepdf.Array()), frozenset())
        names = {code: text for code, text in EncodingDB.get_encoding("", changes).items() if changes}
        plain = EncodingDB.get_encoding("")
        found |= {code: text for code, text in names.items() if plain.get(code) != text}
    return found


def is_subset(font: GlyphFont) -> bool:
    return bool(_SUBSET.match(font.base))
