"""Values that are packed (base64): nobody reads them as they stand, but they can be unpacked."""

from __future__ import annotations

import base64
import re
from typing import Final

_PACKED: Final = re.compile(r"[A-Za-z0-9+/_-]{12,}={0,2}")
_FILES: Final = (b"PK\x03\x04", b"%PDF-", b"bplist", b"{\\rtf", b"\xd0\xcf\x11\xe0", b"\x1f\x8b")


def is_packed(value: str) -> bool:
    """Whether a value is base64 of a text or of a file."""
    bare = "".join(value.split())
    if not _PACKED.fullmatch(bare):
        return False
    bare = bare.rstrip("=")
    try:
        data = base64.b64decode(
            bare + "=" * (-len(bare) % 4), altchars=b"-_" if re.search("[-_]", bare) else None
        )
    except ValueError:
        return False
    return data.startswith(_FILES) or any(_is_text(data, encoding) for encoding in ("utf-8", "utf-16-le"))


def _is_text(data: bytes, encoding: str) -> bool:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        return False
    if encoding == "utf-16-le" and not (data[1::2].count(0) > len(data) // 3):
        return False  # any two bytes are a sign of some script
    return all(char.isprintable() or char in "\t\r\n" for char in text)
