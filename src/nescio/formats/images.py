"""Pictures: what people or cameras wrote into them besides pixels is taken out; the pixels are not read."""

from __future__ import annotations

import struct
from typing import Final, NamedTuple

_PNG: Final = b"\x89PNG\r\n\x1a\n"
_PNG_KEPT: Final = frozenset(
    b"IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB sBIT bKGD pHYs hIST acTL fcTL fdAT".split()
)
_JPEG_DROPPED: Final = frozenset({0xE1, *range(0xE3, 0xEE), 0xEF, 0xFE})  # Exif, XMP, IPTC, remarks
_SCAN: Final = 0xDA
_FREE: Final = {b"BM": "bmp", b"\0\0\x01\0": "icon"}


class Picture(NamedTuple):
    """A picture without what is written into it besides pixels."""

    kind: str
    data: bytes


def clean_picture(data: bytes) -> Picture | None:
    """The picture without its metadata; None if nobody can say what it holds."""
    if data.startswith(_PNG):
        return _or_none("png", _clean_png(data))
    if data.startswith(b"\xff\xd8\xff"):
        return _or_none("jpeg", _clean_jpeg(data))
    if data.startswith((b"GIF87a", b"GIF89a")):
        return _or_none("gif", _clean_gif(data))
    return next((Picture(kind, data) for magic, kind in _FREE.items() if data.startswith(magic)), None)


def _or_none(kind: str, data: bytes | None) -> Picture | None:
    return None if data is None else Picture(kind, data)


def _clean_png(data: bytes) -> bytes | None:
    kept, at = [_PNG], len(_PNG)
    while at + 12 <= len(data):
        [length] = struct.unpack(">I", data[at : at + 4])
        kind = data[at + 4 : at + 8]
        if kind in _PNG_KEPT:
            kept.append(data[at : at + 12 + length])
        at += 12 + length
        if kind == b"IEND":
            return b"".join(kept)  # what stands behind the end is no picture
    return None


def _clean_jpeg(data: bytes) -> bytes | None:
    kept, at = [data[:2]], 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        [length] = struct.unpack(">H", data[at + 2 : at + 4])
        if marker == _SCAN:
            end = data.rfind(b"\xff\xd9")
            return b"".join([*kept, data[at : end + 2 if end > at else len(data)]])
        if marker not in _JPEG_DROPPED:
            kept.append(data[at : at + 2 + length])
        at += 2 + length
    return None


def _clean_gif(data: bytes) -> bytes | None:
    """The blocks of a picture without remarks, plain text and what programs add, but for its loops."""
    at = 13 + _gif_colours(data[10:11])
    kept = [data[:at]]
    while at < len(data):
        if data[at] == 0x3B:
            return b"".join([*kept, data[at : at + 1]])
        begin = at
        if data[at] == 0x21:
            label = data[at + 1 : at + 2]
            is_loop = data[at + 3 : at + 11] == b"NETSCAPE"
            at = _gif_behind(data, at + 2)
            if label == b"\xf9" or (label == b"\xff" and is_loop):
                kept.append(data[begin:at])
        elif data[at] == 0x2C:
            at = _gif_behind(data, at + 11 + _gif_colours(data[at + 9 : at + 10]))
            kept.append(data[begin:at])
        else:
            return None
    return None


def _gif_colours(flags: bytes) -> int:
    return 3 << ((flags[0] & 7) + 1) if flags and flags[0] & 0x80 else 0


def _gif_behind(data: bytes, at: int) -> int:
    """Behind the last of a row of blocks, each of which says how long it is."""
    while at < len(data) and data[at]:
        at += 1 + data[at]
    return at + 1
