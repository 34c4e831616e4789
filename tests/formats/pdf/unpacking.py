"""Takes a PDF apart with zlib and regular expressions alone: it shares nothing with what wrote the file."""

from __future__ import annotations

import re
import zlib

_STREAM = re.compile(rb"stream\r?\n(.*?)endstream", re.DOTALL)
_STRING = re.compile(rb"\(((?:\\.|[^\\()])*)\)", re.DOTALL)
_HEX = re.compile(rb"(?<!<)<([0-9A-Fa-f\s]+)>")


def contents(data: bytes) -> list[bytes]:
    """The bytes of the file outside of streams, and each stream as it is and unpacked."""
    found = [_STREAM.sub(b" ", data)]
    for raw in _STREAM.findall(data):
        found.append(raw)
        try:
            found.append(zlib.decompressobj().decompress(raw))
        except zlib.error:
            continue
    return found


def views(data: bytes) -> list[str]:
    """Every text that somebody who knows the codes of our fonts could find, pieces joined."""
    found = []
    for content in contents(data):
        plain = [_plain(part) for part in _STRING.findall(content)]
        coded = [bytes.fromhex(_even(part)) for part in _HEX.findall(content)]
        for pieces in (plain, coded, [*plain, *coded], [content]):
            joined = b"".join(pieces)
            found += [joined.decode("latin-1"), joined.decode("utf-16-be", "replace")]
            found.append("".join(chr(max(byte - 3, 0)) for byte in joined))  # the shifted encoding
            found.append("".join(chr(byte) for byte in joined[1::2]))  # two bytes for a letter
    return found


def _even(digits: bytes) -> str:
    text = re.sub(rb"\s", b"", digits).decode()
    return text + "0" * (len(text) % 2)


def _plain(raw: bytes) -> bytes:
    found = re.sub(rb"\\([0-7]{1,3})", lambda match: bytes([int(match[1], 8) & 255]), raw)
    return re.sub(rb"\\(.)", rb"\1", found, flags=re.DOTALL)
