"""A second reader that shares nothing with the first: PDFium for what is shown, bare bytes for the rest."""

from __future__ import annotations

import re
import unicodedata
import zlib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

import pypdfium2 as pdfium
from pdfminer.glyphlist import glyphname2unicode

from nescio.formats.pdf.refusals import damaged, refusing
from nescio.text.occurrences import occurrences

_STREAM: Final = re.compile(rb"stream\r?\n")
_STRINGS: Final = re.compile(rb"\((?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*\)|<[0-9A-Fa-f\s]{4,}>", re.DOTALL)
_PLACES: Final = re.compile(rb"\b(?:T[dDm]|BT|ET|BDC)\b|T\*|['\"]")  # operators that place text elsewhere
_NAME: Final = re.compile(rb"/([^\s/<>\[\](){}%]{3,})")
_SUBSET: Final = re.compile(r"^[A-Z]{6}\+")
_ESCAPE: Final = re.compile(rb"\\([0-7]{1,3}|\r\n|.)", re.DOTALL)
_ESCAPED: Final = {
    b"n": b"\n",
    b"r": b"\r",
    b"t": b"\t",
    b"b": b"\b",
    b"f": b"\f",
    b"\n": b"",
    b"\r": b"",
    b"\r\n": b"",
}
_LIGATURE: Final = re.compile("[\ufb00-\ufb06]")
_LARGEST: Final = 1 << 26  # bytes that one stream is unpacked to
_BETWEEN: Final = "[\\s\ufffe\ufeff\x02\xad\u200b]"
_SQUEEZED: Final = re.compile(f"-?{_BETWEEN}")  # with the hyphen of a word that a line end cuts
_BINARY: Final = (
    b"\xff\xd8",
    b"\x00\x01\x00\x00",
    b"\x01\x00\x04",
    b"OTTO",
    b"true",
    b"%!PS",
    b"\x00\x00\x00\x0c",
)


class SecondReading(NamedTuple):
    """A text that the second reader sees, and where."""

    where: str
    text: str

    def __repr__(self) -> str:
        return f"SecondReading({self.where!r})"


def second_reading(data: bytes) -> list[SecondReading]:
    """All texts of a PDF as others see them."""
    with refusing("a second reader cannot read it"):
        found = [*_shown(data), *_stored(data)]
    return [reading._replace(text=_LIGATURE.sub(_letters, reading.text)) for reading in found]


def _letters(match: re.Match[str]) -> str:
    return unicodedata.normalize("NFKC", match[0])


def _shown(data: bytes) -> Iterator[SecondReading]:
    try:
        document = pdfium.PdfDocument(data)
    except pdfium.PdfiumError:
        raise damaged("a second reader cannot open it") from None
    try:
        for number in range(len(document)):
            yield SecondReading(f"page {number + 1}", page_text(document, number))
        yield SecondReading("outline", "\n".join(_outline(document)))
        properties = document.get_metadata_dict(skip_empty=True)
        yield SecondReading("document properties", "\n".join(properties.values()))
    finally:
        document.close()


def page_text(document: pdfium.PdfDocument, number: int) -> str:
    try:
        page = document[number]
    except pdfium.PdfiumError:  # some pages are broken for PDFium alone; the bytes are looked at anyway
        return ""
    reader = page.get_textpage()
    try:
        return str(reader.get_text_range())
    finally:
        reader.close()
        page.close()


def _outline(document: pdfium.PdfDocument) -> Iterator[str]:
    for item in document.get_toc():
        yield item.get_title() or ""


def _stored(data: bytes) -> Iterator[SecondReading]:
    """Strings and names in the bytes of the file and in every stream that can be unpacked."""
    at, outside = 0, []
    for number, (start, end) in enumerate(_streams(data), 1):
        outside.append(data[at:start])
        at = end
        content = _unpacked(data[start:end])
        if content and not content.startswith(_BINARY):
            yield SecondReading(f"stream {number}", "\n".join(_texts(content)))
    outside.append(data[at:])
    yield SecondReading("objects", "\n".join(_texts(b"".join(outside))))


def embedded(data: bytes) -> Iterator[bytes]:
    """Files within the file that have a form of their own."""
    for start, end in _streams(data):
        content = _unpacked(data[start:end])
        if content.startswith((b"%PDF", b"PK\x03\x04")):
            yield content


def _streams(data: bytes) -> Iterator[tuple[int, int]]:
    at = 0
    while (match := _STREAM.search(data, at)) is not None:
        end = data.find(b"endstream", match.end())
        end = len(data) if end < 0 else end
        yield match.end(), end
        at = end + len(b"endstream")


def _unpacked(data: bytes) -> bytes:
    try:
        return zlib.decompressobj().decompress(data, _LARGEST)
    except zlib.error:
        return data


def _texts(content: bytes) -> Iterator[str]:
    yield _joined(content)
    for match in _NAME.finditer(content):
        name = re.sub(
            rb"#([0-9A-Fa-f]{2})", lambda found: bytes.fromhex(found.group(1).decode()), match.group(1)
        )
        text = _SUBSET.sub("", name.decode("utf-8", "replace"))
        if text not in vocabulary() and text not in glyphname2unicode:
            yield text


def _joined(content: bytes) -> str:
    """The strings of some bytes; those that a page shows one behind the other are one text."""
    shows = b"Tf" in content and (b"TJ" in content or b"Tj" in content)
    parts, at = [], 0
    for match in _STRINGS.finditer(content):
        goes_on = shows and at and not _PLACES.search(content, at, match.start())
        parts += ["" if goes_on else "\n", _string(match.group())]
        at = match.end()
    return "".join(parts)


def _string(raw: bytes) -> str:
    if raw.startswith(b"("):
        return _decoded(_unescaped(raw[1:-1]))
    digits = re.sub(rb"\s", b"", raw[1:-1])
    return _decoded(bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode("ascii")))


def _unescaped(raw: bytes) -> bytes:
    if b"\\" not in raw:
        return raw

    def plain(match: re.Match[bytes]) -> bytes:
        value = match.group(1)
        if value[:1] in b"01234567":
            return bytes([int(value, 8) & 0xFF])
        return _ESCAPED.get(value, value)

    return _ESCAPE.sub(plain, raw)


def _decoded(raw: bytes) -> str:
    if raw.startswith(b"\xfe\xff"):
        return raw[2:].decode("utf-16-be", "replace")
    if raw.startswith(b"\xff\xfe"):
        return raw[2:].decode("utf-16-le", "replace")
    if raw.startswith(b"\xef\xbb\xbf"):
        return raw[3:].decode("utf-8", "replace")
    return raw.decode("cp1252", "replace")


def residues(readings: Iterable[SecondReading], surfaces: Iterable[str]) -> list[tuple[str, str]]:
    """Where which hidden surface can still be read; spaces and line ends within it do not count."""
    wanted = {_squeezed(surface): surface for surface in surfaces if len(_squeezed(surface)) > 1}
    found: list[tuple[str, str]] = []
    for reading in readings if wanted else ():
        near = {short for _, short in occurrences(wanted, _squeezed(reading.text))}
        found += [(reading.where, wanted[short]) for short in sorted(near) if _stands(short, reading.text)]
    return found


def _squeezed(text: str) -> str:
    return _SQUEEZED.sub("", text)


def _stands(short: str, text: str) -> bool:
    """Whether a surface stands there by itself, and not only as a part of a longer word."""
    pattern = f"(?:-?{_BETWEEN})*".join(map(re.escape, short))
    for match in re.finditer(pattern, text):
        before, after = text[max(match.start() - 1, 0) : match.start()], text[match.end() : match.end() + 1]
        if not _joins(before, short[0]) and not _joins(short[-1], after):
            return True
    return False


def _joins(left: str, right: str) -> bool:
    """Whether two letters are inside one word; a capital after a small letter begins another one."""
    if not (left.isalnum() and right.isalnum()):
        return False
    return not (left.islower() and right.isupper()) and left.isalpha() == right.isalpha()


@cache
def vocabulary() -> frozenset[str]:
    """Names of the format itself: where one stands in the bytes, nobody is meant."""
    lines = (files(__package__) / "vocabulary.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(name for line in lines if not line.startswith("#") for name in line.split())
