"""Embedded objects for tests: files as programs put them into documents."""

from __future__ import annotations

import struct

from nescio.formats.compound import CompoundFile


def ole_object(**streams: bytes) -> bytes:
    """A compound file; the first letter of a name may be written as a number: `x01Ole`."""
    named = {_spelled(name): content for name, content in streams.items()}
    return CompoundFile({}, bytes(16)).written(named)


def _spelled(name: str) -> str:
    return chr(int(name[1:3], 16)) + name[3:] if name[:1] == "x" and name[1:3].isdigit() else name


def native(label: str, path: str, content: bytes) -> bytes:
    """A file that was dropped into a document."""
    short = label.encode("cp1252") + b"\0"
    long = path.encode("cp1252") + b"\0"
    head = struct.pack("<H", 2) + short + long + struct.pack("<HHI", 0, 3, len(long)) + long
    whole = head + struct.pack("<I", len(content)) + content
    return struct.pack("<I", len(whole)) + whole
