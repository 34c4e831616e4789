"""A second reader of finished files: it shares no code with what writes them, and looks for what is hidden.

It opens archives within archives, XML, plain bytes in several encodings, and what is wrapped in base64,
percent signs, entities or quoted printable; in XML words are joined again that tags tear apart.
"""

from __future__ import annotations

import base64
import binascii
import html
import io
import quopri
import re
import unicodedata
import zipfile
import zlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple
from urllib.parse import unquote
from xml.parsers import expat

from daachorse import MATCH_KIND_STANDARD, CharwiseDoubleArrayAhoCorasick

from nescio.formats.second_look import contents, shown

_DEEPEST: Final = 20  # archives within archives
_LONGEST: Final = 1 << 30  # bytes of one file that are looked at
_SURE: Final = 6  # characters from which chance does not write a word into pixels
_ANY_CASE: Final = 4  # characters from which case does not matter
_BLOCKS: Final = frozenset([
    "p", "tc", "tr", "td", "th", "h", "li", "div", "si", "is", "c", "comment", "txbxContent", "title",
    "body", "table-cell", "list-item", "note", "row", "v", "f",
])  # fmt: skip
_OURS: Final = re.compile(
    r"(https?://)?(schemas\.(openxmlformats|microsoft)|purl\.o(rg|clc)|www\.w3)\b|urn:(oasis|schemas-microsoft)"
)
# Namespaces of the formats and of the programs that write them: names of elements in them say nothing.
_SPACES: Final = re.compile(
    _OURS.pattern + r"|urn:(openoffice|org:documentfoundation):|https?://(openoffice|docs\.oasis-open)\.org/"
)
_STEMS: Final = frozenset([
    "document", "styles", "settings", "header", "footer", "footnotes", "endnotes", "comments", "core",
    "app", "custom", "people", "numbering", "workbook", "sharedStrings", "sheet", "content", "meta", "item",
    "itemProps", "chart", "drawing", "table", "theme", "manifest", "image", "fontTable", "webSettings",
    "stylesWithEffects", "thumbnail", "drawings", "commentsExtended", "commentsExtensible", "commentsIds",
    "colors", "style", "oleObject", "calcChain", "printerSettings", "",
])  # fmt: skip
_PART: Final = re.compile(
    r"(?:(?:word|xl|docProps|customXml|_rels|theme|glossary|worksheets|media|\.\.|META-INF)/|/)*([A-Za-z]*)\d*(?:\.xml)?\.(?:xml|rels|bin|png|jpeg|jpg|emf|gif|vml)"
)
_TYPE: Final = re.compile(r"(?:application|image|text)/[\w.+-]+")
# How a header of a sheet names the style of a font, which is the program's word for it.
_STYLE: Final = re.compile(r'(?<=&")([^",]*),([^",]*)(?=")')
_INVISIBLE: Final = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"))
_BASE64: Final = re.compile(r"[A-Za-z0-9+/]{12,}={0,2}|(?:[A-Za-z0-9+/]{40,}\r?\n)+[A-Za-z0-9+/]*={0,2}")
_IMAGES: Final = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"BM", b"II*\0", b"MM\0*")


@dataclass(frozen=True, slots=True)
class Residue:
    """Something hidden that is still there: where, and in which spelling, which never shows in a repr."""

    where: str
    form: str = field(repr=False)


class _Seen(NamedTuple):
    """A text in a file; what is no text by itself only counts where chance is no explanation."""

    where: str
    text: str
    by_chance: bool = False


def find_residues(
    data: bytes, surfaces: Sequence[str], *, vocabulary: Collection[str] = frozenset()
) -> Iterator[Residue]:
    """Every place where one of the surfaces still stands, in any case and any of the usual codings.

    An attribute whose whole value is in the vocabulary says something of the format and nothing of people.
    """
    if not surfaces:
        return
    search = _Search(surfaces)
    for seen in _texts(data, "the file", vocabulary, 0):
        for form in search.forms(seen.text, shortest=_SURE if seen.by_chance else 1):
            yield Residue(seen.where, form)


def find_in(texts: Iterable[tuple[str, str]], surfaces: Sequence[str]) -> Iterator[Residue]:
    """The same search for a format that has a second reader of its own: texts, each with where it stands."""
    search = _Search(surfaces)
    for where, text in texts if surfaces else ():
        for seen in _views(where, text, frozenset(), 0):
            for form in search.forms(seen.text, shortest=_SURE if seen.by_chance else 1):
                yield Residue(seen.where, form)


class _Search:
    """All surfaces at once; a hit is a whole word, whatever its case."""

    def __init__(self, surfaces: Sequence[str]) -> None:
        self._exact = {_plain(surface) for surface in surfaces}
        self._patterns = sorted({_low(surface) for surface in self._exact if surface})
        self._automaton = CharwiseDoubleArrayAhoCorasick(self._patterns, MATCH_KIND_STANDARD)

    def forms(self, text: str, *, shortest: int) -> set[str]:
        found = set()
        plain = _plain(text)
        for start, end, number in self._automaton.find_overlapping(_low(plain)):
            form = plain[start:end]
            known = form in self._exact or len(self._patterns[number]) >= _ANY_CASE
            if known and end - start >= shortest and _ends_at(plain, start) and _ends_at(plain, end):
                found.add(form)
        return found


def _plain(text: str) -> str:
    """One space for any white space, nothing for what is invisible, letters with their accents."""
    text = text.encode("utf-8", "replace").decode("utf-8")
    return " ".join(unicodedata.normalize("NFC", text.translate(_INVISIBLE)).split())


def _low(text: str) -> str:
    return text.replace("İ", "I").lower()  # the only letter that would become two


def _ends_at(text: str, at: int) -> bool:
    """Whether a word ends or begins here."""
    left, right = text[at - 1 : at], text[at : at + 1]
    if left.isdigit() or right.isdigit():
        return not (left.isdigit() and right.isdigit())
    return not (left.isalpha() and right.isalpha()) or (left.islower() and right.isupper())


def _texts(data: bytes, where: str, vocabulary: Collection[str], depth: int) -> Iterator[_Seen]:
    if depth > _DEEPEST or len(data) > _LONGEST:
        return
    if data[:4] == b"PK\x03\x04" and zipfile.is_zipfile(io.BytesIO(data)):
        yield from _archive(data, where, vocabulary, depth)
        return
    if data.lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n\0")[:1] == b"<":
        try:
            found = _Xml(data, vocabulary).texts
        except expat.ExpatError:
            found = []  # html, or damaged: its bytes are read
        for kind, text in found:
            yield from _views(f"{where}, {kind}", text, vocabulary, depth)
        if found:
            return
    for inner in contents(data):
        yield from _texts(inner, f"{where}, a stream", vocabulary, depth + 1)
    for text in shown(data):
        yield _Seen(f"{where}, what it shows", text)
    yield from _bytes(data, where, vocabulary, depth)


def _archive(data: bytes, where: str, vocabulary: Collection[str], depth: int) -> Iterator[_Seen]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        yield _Seen(f"{where}, the remark of the archive", archive.comment.decode("latin-1"))
        for number, info in enumerate(archive.infolist(), start=1):
            name = _called(info.filename, number)
            if name != info.filename:  # a usual name says nothing
                yield from _views(f"the name of {name}", info.filename, vocabulary, depth)
            yield _Seen(f"{name}, its remark", (info.comment + info.extra).decode("latin-1"), by_chance=True)
            try:
                content = archive.read(info)
            except (RuntimeError, NotImplementedError, zipfile.BadZipFile, zlib.error, EOFError):
                content = b""
            yield from _texts(content, name, vocabulary, depth + 1)


def _is_technical(value: str) -> bool:
    """An address of a schema, a type of parts, or the usual name of a part."""
    match = _PART.fullmatch(value)
    return bool(_OURS.match(value) or _TYPE.fullmatch(value)) or (match is not None and match[1] in _STEMS)


def _called(name: str, number: int) -> str:
    """A member by its name if that is one of the usual ones, by its number if it may say something."""
    match = _PART.fullmatch(name)
    is_usual = name == "[Content_Types].xml" or (match is not None and match[1] in _STEMS)
    return name if is_usual else f"part {number} of the archive"


class _Xml:
    """The texts of an XML file: running text in blocks and piece by piece, attributes, remarks, names."""

    def __init__(self, data: bytes, vocabulary: Collection[str]) -> None:
        self._vocabulary = frozenset(vocabulary)
        self._blocks: list[str] = []
        self._pieces: list[str] = []
        self._others: dict[tuple[str, str], None] = {}
        self._foreign = False
        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.CommentHandler = lambda text: self._other("a remark", text)
        parser.ProcessingInstructionHandler = lambda target, text: self._other("an instruction", text)
        parser.Parse(data, True)

    @property
    def texts(self) -> list[tuple[str, str]]:
        running = [("text", "".join(self._blocks)), ("text", " ".join(self._pieces))]
        return [*running, *self._others]

    def _other(self, kind: str, text: str) -> None:
        self._others[kind, text] = None

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        local = name.rpartition(":")[2]
        if local in _BLOCKS:
            self._blocks.append("\n")
        elif local in ("tab", "br", "cr", "s", "line-break"):
            self._blocks.append(" ")
        for key, value in attributes.items():
            if key.startswith("xmlns"):
                self._foreign |= not _SPACES.match(value)
            elif value and value not in self._vocabulary and not _is_technical(value):
                self._other(
                    f"the attribute {key}" if key.isascii() and len(key) < 30 else "an attribute", value
                )
        if self._foreign:
            self._other("the name of an element", name)
        self._pieces.append("")

    def _end(self, name: str) -> None:
        if name.rpartition(":")[2] in _BLOCKS:
            self._blocks.append("\n")
        self._pieces.append("")

    def _characters(self, text: str) -> None:
        text = _STYLE.sub(self._font, text)
        self._blocks.append(text)
        self._pieces.append(text)

    def _font(self, match: re.Match[str]) -> str:
        return match[1] if set(match[2].split()) <= self._vocabulary else match[0]


def _bytes(data: bytes, where: str, vocabulary: Collection[str], depth: int) -> Iterator[_Seen]:
    """The bytes of something else, in the encodings that text usually has."""
    chance = data.startswith(_IMAGES) or b"\0\0" in data[:4096]
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    if chance:
        yield _Seen(where, text, by_chance=True)
    else:
        yield from _views(where, text, vocabulary, depth)
        if "=" in text:
            plain = quopri.decodestring(data)
            yield _Seen(f"{where}, quoted printable", plain.decode("utf-8", "replace"))
    for encoding in ("utf-16-le", "utf-16-be") if b"\0" in data else ():
        for shift in (0, 1):
            yield _Seen(f"{where}, in UTF-16", data[shift:].decode(encoding, "replace"), by_chance=chance)


def _views(where: str, text: str, vocabulary: Collection[str], depth: int) -> Iterator[_Seen]:
    """A text as it stands, and unwrapped from what it may be wrapped in."""
    yield _Seen(where, text)
    if "%" in text:
        yield _Seen(f"{where}, percent signs", unquote(text))
    if "&" in text:
        yield _Seen(f"{where}, entities", html.unescape(text))
    for match in _BASE64.finditer(text):
        packed = re.sub(r"\s", "", match[0])
        try:
            data = base64.b64decode(packed + "=" * (-len(packed) % 4))
        except (binascii.Error, ValueError):
            continue
        if data[:2] == b"PK" or data[:1] == b"<":
            yield from _texts(data, f"{where}, base64", vocabulary, depth + 1)
        for encoding in ("utf-8", "utf-16-le"):
            yield _Seen(f"{where}, base64", data.decode(encoding, "replace"), by_chance=encoding != "utf-8")
