"""A second reader of rich text: it shares nothing with what writes it.

It throws words of control away and reads the rest as one text, in every code page that the file names, and
looks into whatever is packed in digits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_PAGES: Final = {
    128: "cp932", 129: "cp949", 134: "cp936", 136: "cp950", 161: "cp1253", 162: "cp1254", 177: "cp1255",
    178: "cp1256", 186: "cp1257", 204: "cp1251", 238: "cp1250",
}  # fmt: skip
_CHARSET: Final = re.compile(rb"\\fcharset(\d+)")
_PAGE: Final = re.compile(rb"\\ansicpg(\d+)")
_PACKED: Final = re.compile(rb"(?:[0-9A-Fa-f]{2}[\s]*){12,}")
_MAGICS: Final = (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"PK\x03\x04", b"%PDF-")
_STEP: Final = re.compile(
    rb"\\u(-?\d+) ?(?:\\'[0-9A-Fa-f]{2}|[^\\{}\r\n])?|\\'([0-9A-Fa-f]{2})|\\([a-zA-Z]+)-?\d* ?|"
    rb"\\(.)|([{}\r\n])|([^\\{}\r\n]+)",
    re.DOTALL,
)
_ENDS: Final = (b"par", b"cell", b"row", b"line", b"tab", b"page", b"sect")


def rich_texts(data: bytes) -> Iterator[tuple[str, str]]:
    """What the file says, by where."""
    pages = {"cp1252", *(f"cp{int(number)}" for number in _PAGE.findall(data))}
    pages |= {_PAGES[int(number)] for number in _CHARSET.findall(data) if int(number) in _PAGES}
    for page in sorted(pages):
        yield "the text", "".join(_said(data, page))
    for packed in _packed(data):
        yield "packed data", packed.decode("latin-1")
        yield "packed data", packed.decode("utf-16-le", "replace")


def packed_files(data: bytes) -> Iterator[bytes]:
    """The files that are packed in digits: archives, old and new, and PDFs."""
    for packed in _packed(data):
        for magic in _MAGICS:
            if (at := packed.find(magic)) >= 0:
                yield packed[at:]


def _packed(data: bytes) -> Iterator[bytes]:
    for match in _PACKED.finditer(data):
        digits = re.sub(rb"\s", b"", match[0]).decode("ascii")
        yield bytes.fromhex(digits[: len(digits) // 2 * 2])


def _said(data: bytes, page: str) -> Iterator[str]:
    raw = bytearray()
    for number, packed, word, sign, border, plain in _STEP.findall(data):
        if packed or plain:
            raw += bytes([int(packed, 16)]) if packed else plain
            continue
        if border or sign in (b"-", b"*"):
            continue  # a word goes on over groups and lines
        if word and word not in _ENDS:
            continue
        yield _decoded(bytes(raw), page)
        raw.clear()
        if number:
            yield chr(int(number) & 0xFFFF)
        elif sign in (b"{", b"}", b"\\"):
            yield sign.decode("ascii")
        else:
            yield " "
    yield _decoded(bytes(raw), page)


def _decoded(raw: bytes, page: str) -> str:
    try:
        return raw.decode(page, "replace")
    except LookupError:
        return raw.decode("latin-1")
