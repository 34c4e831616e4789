"""Transfer encodings: what is packed for the way is unpacked, and packed again as it was."""

from __future__ import annotations

import base64
import binascii
import re
from typing import Final

from nescio.core.errors import InputError

# What old programs packed line by line (uuencode) is a text with a file in it.
PLAIN: Final = frozenset(
    ["", "7bit", "8bit", "binary", "7-bit", "8-bit", "x-uuencode", "uuencode", "x-uue", "uue"]
)
_QP: Final = "quoted-printable"
_BASE64: Final = "base64"
_ALPHABET: Final = re.compile(rb"[A-Za-z0-9+/]*={0,3}")
_BASE64_LINE: Final = re.compile(r"[ \t]*[A-Za-z0-9+/]*={0,3}[ \t]*(?:\r?\n|\Z)")
_LINE: Final = re.compile(rb"[^\n]*\n|[^\n]+\Z")
_WIDTH: Final = 76


def unpacked(source: bytes, transfer: str) -> bytes:
    """The content of a part; what cannot be unpacked is refused."""
    if transfer in PLAIN:
        return source
    if transfer == _QP:
        return b"".join(map(binascii.a2b_qp, _logical_lines(source)))
    if transfer == _BASE64:
        return _from_base64(source)
    raise InputError("A part is packed in a way that nothing here can read.")


def text_behind(source: str, transfer: str) -> int | None:
    """Where a text begins that a list of mail, say, has put behind packed data; None if there is none."""
    if transfer != _BASE64:
        return None
    at = 0
    while at < len(source) and (line := _BASE64_LINE.match(source, at)) is not None:
        at = line.end()
        if "=" in line[0]:
            break
    return at if source[at:].strip() else None


def packed(source: bytes, content: bytes, transfer: str) -> bytes:
    """New content in place of a source, with the habits of the source."""
    if transfer in PLAIN:
        return content
    return _to_printable(source, content) if transfer == _QP else _to_base64(source, content)


def _from_base64(source: bytes) -> bytes:
    bare = b"".join(source.split())
    if not _ALPHABET.fullmatch(bare):
        raise InputError("A part says that it is base64, and has something else in it.")
    bare = bare.rstrip(b"=")
    if len(bare) % 4 == 1:  # cut off within a sign
        bare = bare[:-1]
    return base64.b64decode(bare + b"=" * (-len(bare) % 4))


def _to_base64(source: bytes, content: bytes) -> bytes:
    lines = source.split(b"\n")
    lengths = [len(line.strip()) for line in lines if line.strip()]
    width = lengths[0] if len(lengths) > 1 or (lengths and lengths[0] > _WIDTH) else _WIDTH
    if len(lengths) == 1 and width > _WIDTH:  # all in one line
        width = 4 * len(content) + 4
    end = _line_end(source)
    head = source[: len(source) - len(source.lstrip())]
    tail = source[len(source.rstrip()) :] if lengths else b""
    whole = base64.b64encode(content)
    width = max(4, width)
    return head + end.join(whole[at : at + width] for at in range(0, len(whole), width)) + tail


def _line_end(source: bytes) -> bytes:
    return b"\r\n" if b"\r\n" in source or b"\n" not in source else b"\n"


def _logical_lines(source: bytes) -> list[bytes]:
    """Lines, each with those that a soft break hangs on it."""
    found: list[list[bytes]] = []
    goes_on = False
    for line in _LINE.findall(source):
        if goes_on:
            found[-1].append(line)
        else:
            found.append([line])
        goes_on = line.rstrip(b" \t\r\n").endswith(b"=")
    return [b"".join(lines) for lines in found]


def _to_printable(source: bytes, content: bytes) -> bytes:
    """Only lines whose content is new are written anew."""
    lines = _logical_lines(source)
    said = [binascii.a2b_qp(line) for line in lines]
    head = behind = 0
    while head < len(said) and content.startswith(said[head], behind):
        behind += len(said[head])
        head += 1
    tail, before = 0, len(content)
    while tail < len(said) - head and content.endswith(said[-1 - tail], behind, before):
        before -= len(said[-1 - tail])
        tail += 1
    last = len(said) - tail
    new = _LINE.findall(content[behind:before])
    end = _line_end(source)
    if len(new) == last - head:
        pairs = zip(lines[head:last], said[head:last], new, strict=True)
        middle = [line if old == fresh else _printable(fresh, end) for line, old, fresh in pairs]
    else:
        middle = [_printable(line, end) for line in new]
    return b"".join([*lines[:head], *middle, *lines[last:]])


def _printable(line: bytes, end: bytes) -> bytes:
    written = binascii.b2a_qp(line, istext=True)
    return re.sub(rb"=\r?\n", b"=" + end, written)
