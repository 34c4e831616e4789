"""Embedded font programs: what they themselves say of their codes."""

from __future__ import annotations

import io
import struct
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from pdfminer.encodingdb import EncodingDB, name2unicode
from pdfminer.pdffont import CFFFont, Type1FontHeaderParser, getdict

_CHARSET, _ENCODING, _CHARSTRINGS = 15, 16, 17  # operators of a Top DICT
_STRINGS: Final[Sequence[str | bytes]] = CFFFont.STANDARD_STRINGS


def type1_encoding(data: bytes) -> dict[int, str]:
    """The text of the codes of a Type 1 program, from its clear head."""
    return dict(Type1FontHeaderParser(io.BytesIO(data)).get_encoding())


def compact_encoding(data: bytes) -> dict[int, str]:
    """The text of the codes of a CFF program (Adobe technical note 5176)."""
    at = data[2]
    _, at = _index(data, at)
    tops, at = _index(data, at)
    strings, _ = _index(data, at)
    top = getdict(tops[0])
    glyphs, _ = _index(data, _offset(top, _CHARSTRINGS))
    names = [_string(sid, strings) for sid in _charset(data, _offset(top, _CHARSET), len(glyphs))]
    start = _offset(top, _ENCODING)
    if start < 2:  # the two predefined ones
        return dict(EncodingDB.get_encoding("StandardEncoding")) if start == 0 else {}
    return {code: text for code, gid in _codes(data, start).items() if (text := _text(names, gid))}


def _offset(top: dict[int, list[float | int]], key: int) -> int:
    values = top.get(key) or [0]
    return int(values[0])


def _index(data: bytes, at: int) -> tuple[list[bytes], int]:
    (count,) = struct.unpack_from(">H", data, at)
    if not count:
        return [], at + 2
    size = data[at + 2]
    ends = [int.from_bytes(data[p : p + size]) for p in range(at + 3, at + 3 + size * (count + 1), size)]
    base = at + 2 + size * (count + 1)
    return [data[base + a : base + b] for a, b in pairwise(ends)], base + ends[-1]


def _charset(data: bytes, at: int, count: int) -> list[int]:
    """The names of the glyphs, as numbers of strings; the first glyph is none."""
    if at < 3:  # predefined: ISOAdobe counts up, the expert ones hold no letters
        return list(range(count)) if at == 0 else [0] * count
    found, form = [0], data[at]
    at += 1
    while len(found) < count:
        (first,) = struct.unpack_from(">H", data, at)
        left = 0
        if form:
            left = data[at + 2] if form == 1 else struct.unpack_from(">H", data, at + 2)[0]
        found.extend(range(first, first + left + 1))
        at += 2 + form
    return found[:count]


def _codes(data: bytes, at: int) -> dict[int, int]:
    form, count = data[at] & 0x7F, data[at + 1]
    if form == 0:
        return {code: gid for gid, code in enumerate(data[at + 2 : at + 2 + count], 1)}
    found: dict[int, int] = {}
    gid = 1
    for place in range(at + 2, at + 2 + 2 * count, 2):
        first, left = data[place], data[place + 1]
        for code in range(first, first + left + 1):
            found[code] = gid
            gid += 1
    return found


def _string(number: int, own: Sequence[bytes]) -> str:
    found: str | bytes = b""
    if number < len(_STRINGS):
        found = _STRINGS[number]
    elif number - len(_STRINGS) < len(own):
        found = own[number - len(_STRINGS)]
    return found.decode("latin-1") if isinstance(found, bytes) else found


def _text(names: Sequence[str], gid: int) -> str:
    try:
        return name2unicode(names[gid]) if gid < len(names) else ""
    except KeyError:
        return ""
