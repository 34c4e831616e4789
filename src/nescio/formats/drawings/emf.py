"""Enhanced metafiles: records with texts, remarks, and a second drawing (EMF+) within the remarks."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from typing import Final

from nescio.formats.drawings.records import DrawnText, on_one_line

_HEAD, _END, _REMARK = 1, 14, 70
_WIDE, _NARROW, _SMALL = 84, 83, 108
_LAST_KNOWN: Final = 122
_ESCAPES: Final = frozenset({105, 106, 110, 112, 113})  # for printers, and names of files of colours
_UNKNOWN: Final = frozenset({96, 97, 99, 102, 103, 121, 122})  # many texts at once; names of files
_GLYPHS: Final = 0x10  # a text of numbers of glyphs, which nobody can read
_NO_BOX, _BYTES = 0x100, 0x200
_PLUS: Final = b"EMF+"
# Of EMF+: a head, remarks, objects, a text, glyphs at places.
_PLUS_HEAD, _PLUS_REMARK, _PLUS_OBJECT, _PLUS_STRING, _PLUS_GLYPHS = 0x4001, 0x4003, 0x4008, 0x401C, 0x4036
_PLUS_IMAGE: Final = 5
_CODE_PAGE: Final = "cp1252"


class Emf:
    """The records of an enhanced metafile."""

    def __init__(self, data: bytes) -> None:
        self.records = list(_records(data))
        self.unknown = "" if self._is_whole() else "a drawing (EMF) that is damaged"
        self.texts = [drawn for number, record in enumerate(self.records) for drawn in _text(number, record)]
        void = {n for n, record in enumerate(self.records) if _kind(record) in _ESCAPES or _is_glyphs(record)}
        remarks = {n for n, record in enumerate(self.records) if _kind(record) == _REMARK}
        plus = {n for n in remarks if self.records[n][12:16] == _PLUS}
        if self._says_more(plus):
            void |= plus
        self.void = frozenset(void | (remarks - plus))
        read = {drawn.number for drawn in self.texts} | self.void
        if any(_is_strange(record) for n, record in enumerate(self.records) if n not in read):
            self.unknown = self.unknown or "a drawing (EMF) with texts in an unusual form"

    def _is_whole(self) -> bool:
        return len(self.records) > 1 and _kind(self.records[-1]) == _END and len(self.records[0]) >= 88

    def _says_more(self, plus: set[int]) -> bool:
        """Whether the second drawing has texts: it goes if the first one shows everything by itself."""
        inner = [part for number in sorted(plus) for part in _plus_records(self.records[number])]
        has_text = any(_may_say(kind, flags, data) for kind, flags, data in inner)
        is_double = any(kind == _PLUS_HEAD and flags & 1 for kind, flags, _ in inner)
        if has_text and not is_double:
            self.unknown = self.unknown or "a drawing (EMF+) with texts in it"
        return has_text

    def drawable(self, number: int, text: str) -> str:
        return on_one_line(text, _CODE_PAGE if _kind(self.records[number]) == _NARROW else "utf-16-le")

    def drawing(self, number: int, text: str, advance: int) -> bytes:
        record = self.records[number]
        if _kind(record) == _SMALL:
            return _small(record, text)
        content = text.encode("utf-16-le") if _kind(record) == _WIDE else text.encode(_CODE_PAGE, "replace")
        count = len(content) // 2 if _kind(record) == _WIDE else len(content)
        padded = content + bytes(-len(content) % 4)
        head = bytearray(record[:76])
        struct.pack_into("<II", head, 44, count, 76)
        struct.pack_into("<I", head, 72, 76 + len(padded))
        struct.pack_into("<I", head, 52, struct.unpack_from("<I", head, 52)[0] & ~0x2000)
        return _sized(bytes(head) + padded + struct.pack("<I", advance) * count)

    def whole(self, records: Iterable[bytes]) -> bytes:
        kept = list(records)
        head = bytearray(kept[0])
        length, offset = struct.unpack_from("<II", head, 60)  # what the drawing is called
        if length:
            head[offset : offset + 2 * length] = bytes(len(head[offset : offset + 2 * length]))
        struct.pack_into("<II", head, 60, 0, 0)
        struct.pack_into("<II", head, 48, sum(map(len, kept)), len(kept))
        return b"".join([bytes(head), *kept[1:]])


def _records(data: bytes) -> Iterator[bytes]:
    at = 0
    while at + 8 <= len(data):
        kind, size = struct.unpack_from("<II", data, at)
        if size < 8 or at + size > len(data):
            return
        yield data[at : at + size]
        at += size
        if kind == _END:
            return  # what stands behind the end is no drawing


def _kind(record: bytes) -> int:
    return int.from_bytes(record[:4], "little")


def _options(record: bytes) -> int:
    at = 20 if _kind(record) == _SMALL else 52
    return int.from_bytes(record[at : at + 4], "little")


def _is_glyphs(record: bytes) -> bool:
    return _kind(record) in (_WIDE, _NARROW, _SMALL) and bool(_options(record) & _GLYPHS)


def _is_strange(record: bytes) -> bool:
    """A text that could not be read, or something that nobody knows."""
    kind = _kind(record)
    return kind in (_WIDE, _NARROW, _SMALL) or kind in _UNKNOWN or kind > _LAST_KNOWN


def _text(number: int, record: bytes) -> Iterator[DrawnText]:
    kind = _kind(record)
    if kind == _SMALL and len(record) >= 36 and not _is_glyphs(record):
        x, y, count = struct.unpack_from("<iiI", record, 8)
        yield DrawnText(number, x, y, _small_text(record, count))
    elif kind in (_WIDE, _NARROW) and len(record) >= 76 and not _is_glyphs(record):
        x, y, count, offset = struct.unpack_from("<iiII", record, 36)
        size = 2 * count if kind == _WIDE else count
        text = record[offset : offset + size].decode("utf-16-le" if kind == _WIDE else _CODE_PAGE, "replace")
        yield DrawnText(number, x, y, text, _width(record, count))


def _width(record: bytes, count: int) -> int:
    [offset] = struct.unpack_from("<I", record, 72)
    if not offset or offset + 4 * count > len(record):
        return 0
    return sum(struct.unpack_from(f"<{count}I", record, offset))


def _small_at(record: bytes) -> int:
    return 36 if _options(record) & _NO_BOX else 52


def _small_text(record: bytes, count: int) -> str:
    at = _small_at(record)
    if _options(record) & _BYTES:
        return record[at : at + count].decode(_CODE_PAGE, "replace")
    return record[at : at + 2 * count].decode("utf-16-le", "replace")


def _small(record: bytes, text: str) -> bytes:
    content = text.encode("utf-16-le")
    head = bytearray(record[: _small_at(record)])
    struct.pack_into("<II", head, 16, len(content) // 2, _options(record) & ~_BYTES)
    return _sized(bytes(head) + content + bytes(-len(content) % 4))


def _sized(record: bytes) -> bytes:
    return record[:4] + struct.pack("<I", len(record)) + record[8:]


def _plus_records(record: bytes) -> Iterator[tuple[int, int, bytes]]:
    """The records within a remark: kind, flags and the beginning of what they hold."""
    at, end = 16, 12 + int.from_bytes(record[8:12], "little")
    while at + 12 <= min(end, len(record)):
        kind, flags, size = struct.unpack_from("<HHI", record, at)
        yield kind, flags, record[at + 12 : at + 36]
        at += max(12, size)


def _may_say(kind: int, flags: int, data: bytes) -> bool:
    """Texts, remarks, and pictures that may be drawings or files of their own."""
    if kind == _PLUS_OBJECT and (flags >> 8) & 0x7F == _PLUS_IMAGE:
        is_pixels = data[4:8] == b"\1\0\0\0" and data[24:28] != b"\1\0\0\0"
        return not is_pixels
    return kind in (_PLUS_REMARK, _PLUS_STRING, _PLUS_GLYPHS)
