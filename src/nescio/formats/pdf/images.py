"""Images: their pixels stay, what is written beside the pixels goes."""

from __future__ import annotations

import struct
from typing import Any, Final

import pikepdf

# Segments of a JPEG that say how to show it: JFIF, ICC profile, Adobe's colour transform.
_KEPT: Final = frozenset({0xE0, 0xE2, 0xEE})
_WORDY: Final = frozenset({*range(0xE0, 0xF0), 0xFE})
_START, _SCAN, _END = 0xD8, 0xDA, 0xD9
_WORDY_BOXES: Final = frozenset({b"xml ", b"uuid", b"uinf", b"asoc", b"lbl ", b"jp2i"})


def clean_image(stream: pikepdf.Object) -> bool:
    """Takes texts out of a JPEG or JPEG 2000; says whether there were any."""
    kind = _only_filter(stream)
    if kind == "/DCTDecode":
        cleaner: Any = without_segments
    elif kind == "/JPXDecode":
        cleaner = without_boxes
    else:
        return False
    raw = bytes(stream.read_raw_bytes())
    cleaned = cleaner(raw)
    if cleaned == raw:
        return False
    parameters: Any = stream.get("/DecodeParms")
    stream.write(cleaned, filter=pikepdf.Name(kind), decode_parms=parameters)
    return True


def _only_filter(stream: pikepdf.Object) -> str:
    filters = stream.get("/Filter")
    if isinstance(filters, pikepdf.Array):
        return str(filters[0]) if len(filters) == 1 else ""
    return str(filters) if filters is not None else ""


def without_segments(data: bytes) -> bytes:
    """A JPEG without comments and application segments; one that is not well formed stays as it is."""
    if data[:2] != b"\xff\xd8":
        return data
    kept, at = [data[:2]], 2
    while at + 4 <= len(data):
        if data[at] != 0xFF:
            return data
        marker = data[at + 1]
        if marker == _SCAN:
            end = data.rfind(b"\xff\xd9")
            kept.append(data[at : end + 2] if end > at else data[at:])
            return b"".join(kept)
        (size,) = struct.unpack_from(">H", data, at + 2)
        if marker not in _WORDY or marker in _KEPT:
            kept.append(data[at : at + 2 + size])
        at += 2 + size
    return data


def without_boxes(data: bytes) -> bytes:
    """A JPEG 2000 without the boxes that hold XML and the like; a bare code stream stays as it is."""
    if data[4:8] != b"jP  ":
        return data
    kept, at = [], 0
    while at + 8 <= len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        if size == 1 and at + 16 <= len(data):
            (size,) = struct.unpack_from(">Q", data, at + 8)
        size = len(data) - at if size == 0 else size
        if size < 8:
            return data
        if kind not in _WORDY_BOXES:
            kept.append(data[at : at + size])
        at += size
    return b"".join(kept)
