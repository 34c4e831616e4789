"""Drawings of records for tests: EMF and WMF with texts at places, remarks and a name of their own."""

from __future__ import annotations

import struct

WIDTH = 7  # of a letter


def emf(*records: bytes, title: str = "") -> bytes:
    """A drawing of these records, with a head and an end."""
    said = title.encode("utf-16-le") + bytes(-2 * len(title) % 4)
    size = 108 + len(said)
    head = bytearray(struct.pack("<II", 1, size) + bytes(32) + b" EMF" + bytes(64) + said)
    whole = size + sum(map(len, records)) + 20
    struct.pack_into(
        "<IIIHHII", head, 44, 0x10000, whole, len(records) + 2, 1, 0, len(title), 108 if title else 0
    )
    return bytes(head) + b"".join(records) + struct.pack("<IIIII", 14, 20, 0, 16, 20)


def record(kind: int, content: bytes) -> bytes:
    padded = content + bytes(-len(content) % 4)
    return struct.pack("<II", kind, 8 + len(padded)) + padded


def wide_text(text: str, x: int = 0, y: int = 0, options: int = 0) -> bytes:
    spelled = text.encode("utf-16-le")
    padded = spelled + bytes(-len(spelled) % 4)
    head = bytes(16) + struct.pack("<Iff", 1, 1.0, 1.0)
    about = (
        struct.pack("<iiIII", x, y, len(text), 76, options) + bytes(16) + struct.pack("<I", 76 + len(padded))
    )
    return record(84, head + about + padded + struct.pack("<I", WIDTH) * len(text))


def narrow_text(text: str, x: int = 0, y: int = 0) -> bytes:
    spelled = text.encode("cp1252")
    padded = spelled + bytes(-len(spelled) % 4)
    head = bytes(16) + struct.pack("<Iff", 1, 1.0, 1.0)
    about = struct.pack("<iiIII", x, y, len(text), 76, 0) + bytes(16) + struct.pack("<I", 76 + len(padded))
    return record(83, head + about + padded + struct.pack("<I", WIDTH) * len(text))


def small_text(text: str, x: int = 0, y: int = 0) -> bytes:
    return record(108, struct.pack("<iiIIIff", x, y, len(text), 0x300, 1, 1.0, 1.0) + text.encode("cp1252"))


def remark(text: bytes) -> bytes:
    return record(70, struct.pack("<I", len(text)) + text)


def plus(kind: int, content: bytes, flags: int = 0) -> bytes:
    """A remark that holds a record of a second drawing."""
    inner = struct.pack("<HHII", kind, flags, 12 + len(content), len(content)) + content
    return remark(b"EMF+" + inner)


def wmf(*records: bytes, placed: bool = True) -> bytes:
    place = b"\xd7\xcd\xc6\x9a" + bytes(18) if placed else b""
    every = [*records, struct.pack("<IH", 3, 0)]
    size = (18 + sum(map(len, every))) // 2
    head = struct.pack("<HHHIHIH", 1, 9, 0x300, size, 0, max(map(len, every)) // 2, 0)
    return place + head + b"".join(every)


def wmf_record(kind: int, content: bytes) -> bytes:
    padded = content + bytes(len(content) % 2)
    return struct.pack("<IH", 3 + len(padded) // 2, kind) + padded


def wmf_text(text: str, x: int = 0, y: int = 0, page: str = "cp1252") -> bytes:
    spelled = text.encode(page)
    padded = spelled + bytes(len(spelled) % 2)
    return wmf_record(0x0521, struct.pack("<H", len(spelled)) + padded + struct.pack("<hh", y, x))


def wmf_spaced(text: str, x: int = 0, y: int = 0) -> bytes:
    spelled = text.encode("cp1252")
    padded = spelled + bytes(len(spelled) % 2)
    widths = struct.pack("<h", WIDTH) * len(spelled)
    return wmf_record(0x0A32, struct.pack("<hhHH", y, x, len(spelled), 0) + padded + widths)


def wmf_font(charset: int) -> bytes:
    return wmf_record(
        0x02FB, struct.pack("<hhhhhBBBBBBBB", 10, 0, 0, 0, 400, 0, 0, 0, charset, 0, 0, 0, 0) + b"Arial\0"
    )
