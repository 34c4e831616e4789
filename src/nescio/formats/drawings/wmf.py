"""Windows metafiles: records with texts in a code page, and remarks."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from typing import Final

from nescio.formats.drawings.records import DrawnText, on_one_line

PLACED: Final = b"\xd7\xcd\xc6\x9a"  # a drawing that says where it belongs
_PLACE: Final = 22
_HEAD: Final = 18
_TEXT, _LONG_TEXT, _ESCAPE, _FONT = 0x0521, 0x0A32, 0x0626, 0x02FB
_BOXED, _GLYPHS = 0x6, 0x10
# What a font says about its letters.
_CODE_PAGES: Final = {128: "cp932", 129: "cp949", 134: "gbk", 136: "cp950", 161: "cp1253", 162: "cp1254",
                      177: "cp1255", 178: "cp1256", 186: "cp1257", 204: "cp1251", 238: "cp1250"}  # fmt: skip


class Wmf:
    """The records of a Windows metafile."""

    def __init__(self, data: bytes) -> None:
        begin = _PLACE if data.startswith(PLACED) else 0
        self._head = data[: begin + _HEAD]
        self._begin = begin
        self.records = list(_records(data, begin + _HEAD))
        is_whole = bool(self.records) and _kind(self.records[-1]) == 0
        self.unknown = "" if is_whole else "a drawing (WMF) that is damaged"
        self._pages = _pages(self.records)
        self.texts = [drawn for number in range(len(self.records)) for drawn in self._text(number)]
        self.void = frozenset(
            number
            for number, record in enumerate(self.records)
            if _kind(record) == _ESCAPE or _is_glyphs(record)
        )
        read = {drawn.number for drawn in self.texts} | self.void
        if any(_kind(r) in (_TEXT, _LONG_TEXT) for n, r in enumerate(self.records) if n not in read):
            self.unknown = self.unknown or "a drawing (WMF) with texts in an unusual form"

    def _text(self, number: int) -> Iterator[DrawnText]:
        record, page = self.records[number], self._pages[number]
        if _kind(record) == _TEXT and len(record) >= 12:
            count = int.from_bytes(record[6:8], "little")
            at = 8 + count + count % 2
            if at + 4 <= len(record):
                y, x = struct.unpack_from("<hh", record, at)
                yield DrawnText(number, x, y, record[8 : 8 + count].decode(page, "replace"))
        elif _kind(record) == _LONG_TEXT and len(record) >= 14 and not _is_glyphs(record):
            y, x, count, options = struct.unpack_from("<hhHH", record, 6)
            at = 22 if options & _BOXED else 14
            behind = at + count + count % 2
            widths = (
                struct.unpack_from(f"<{count}h", record, behind) if behind + 2 * count <= len(record) else ()
            )
            yield DrawnText(
                number, x, y, record[at : at + count].decode(page, "replace"), max(0, sum(widths))
            )

    def drawable(self, number: int, text: str) -> str:
        return on_one_line(text, self._pages[number])

    def drawing(self, number: int, text: str, advance: int) -> bytes:
        record = self.records[number]
        content = text.encode(self._pages[number], "replace")
        padded = content + bytes(len(content) % 2)
        if _kind(record) == _TEXT:
            count = int.from_bytes(record[6:8], "little")
            place = record[8 + count + count % 2 :][:4]
            return _sized(record[:6] + struct.pack("<H", len(content)) + padded + place)
        _, _, _, options = struct.unpack_from("<hhHH", record, 6)
        box = record[14:22] if options & _BOXED else b""
        head = record[:10] + struct.pack("<HH", len(content), options)
        widths = struct.pack("<h", min(advance, 0x7FFF)) * len(content)
        return _sized(head + box + padded + widths)

    def whole(self, records: Iterable[bytes]) -> bytes:
        kept = list(records)
        head = bytearray(self._head)
        struct.pack_into("<I", head, self._begin + 6, (_HEAD + sum(map(len, kept))) // 2)
        struct.pack_into("<I", head, self._begin + 12, max(map(len, kept)) // 2)
        return b"".join([bytes(head), *kept])


def _records(data: bytes, at: int) -> Iterator[bytes]:
    while at + 6 <= len(data):
        size = 2 * int.from_bytes(data[at : at + 4], "little")
        if size < 6 or at + size > len(data):
            return
        record = data[at : at + size]
        yield record
        at += size
        if _kind(record) == 0:
            return


def _kind(record: bytes) -> int:
    return int.from_bytes(record[4:6], "little")


def _is_glyphs(record: bytes) -> bool:
    return _kind(record) == _LONG_TEXT and bool(int.from_bytes(record[12:14], "little") & _GLYPHS)


def _pages(records: Iterable[bytes]) -> list[str]:
    """The code page of each record: that of the font which was made last."""
    found, page = [], "cp1252"
    for record in records:
        if _kind(record) == _FONT and len(record) >= 20:
            page = _CODE_PAGES.get(record[19], "cp1252")
        found.append(page)
    return found


def _sized(record: bytes) -> bytes:
    whole = record + bytes(len(record) % 2)
    return struct.pack("<I", len(whole) // 2) + whole[4:]
