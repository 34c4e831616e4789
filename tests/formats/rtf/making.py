"""Objects as programs put them into rich text."""

from __future__ import annotations

import struct


def _string(text: str) -> bytes:
    raw = text.encode("cp1252") + b"\0" if text else b""
    return struct.pack("<I", len(raw)) + raw


def packed_object(
    program: str, content: bytes, *, topic: str = "", picture: bytes = b"", kind: int = 2
) -> bytes:
    """A head with names, the file of a program and its picture, as OLE 1.0 lays them out."""
    head = struct.pack("<II", 0x0501, kind) + _string(program) + _string(topic) + _string("")
    shown = (
        struct.pack("<II", 0x0501, 5)
        + _string("METAFILEPICT")
        + struct.pack("<III", 1, 1, len(picture))
        + picture
    )
    return (
        head
        + struct.pack("<I", len(content))
        + content
        + (shown if picture else struct.pack("<II", 0x0501, 0))
    )


def in_rich_text(data: bytes) -> bytes:
    digits = data.hex()
    lines = "\n".join(digits[at : at + 100] for at in range(0, len(digits), 100))
    return rf"{{\object\objemb{{\*\objclass Package}}{{\*\objdata {lines}}}{{\result x}}}}".encode()
