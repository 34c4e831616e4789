"""Letters of mail: bytes in the charset that they name, or in the one that they are in."""

from __future__ import annotations

import re
import unicodedata
from functools import partial
from typing import Final

from nescio.text.encoding import Decoded, decode, known_encoding

_LATIN: Final = frozenset({"iso8859-1", "cp1252", "ascii"})  # each is read by everybody as the largest
STRAY: Final = re.compile("[\udc80-\udcff]")
_MANY_STRAYS: Final = re.compile(f"{STRAY.pattern}{{4}}")  # letters of another charset, not damage
_NO_TEXT: Final = frozenset({"base64", "bz2", "hex", "quopri", "rot13", "uu", "zlib", "idna", "punycode",
                             "unicode_escape", "raw_unicode_escape", "undefined", "mbcs", "oem"})  # fmt: skip


def text_encoding(charset: str) -> str | None:
    """What Python calls a charset; None if it is none."""
    name = known_encoding(charset.strip().strip("'\"")) if charset.isascii() else None
    return None if name is None or name in _NO_TEXT else name


def bytes_as_text(data: bytes, charset: str) -> str:
    """The letters of a header; what is not in its charset is read as UTF-8 or as Latin letters."""
    for name in (text_encoding(charset), "utf-8", "cp1252"):
        try:
            if name is not None:
                return data.decode(name)
        except (UnicodeError, LookupError):
            continue
    return data.decode("latin-1")


def decoded_body(content: bytes, charset: str, *, is_narrow: bool = False) -> Decoded:
    """The text of a body, which encoded again gives the same bytes; a narrow one in ASCII stays so."""
    name, respelt = text_encoding(charset), None
    for one in () if name is None else ("cp1252", "latin-1") if name in _LATIN - {"ascii"} else (name,):
        try:
            text = content.decode(one)
            if text.encode(one) == content:
                is_ascii = content.isascii() and text == content.decode("ascii")
                return Decoded(text, "ascii" if is_ascii and is_narrow else one, b"")
            if content.isascii() and text.encode(one).decode(one) == text:
                respelt = Decoded(text, one, b"")  # signs that switch between alphabets may stand elsewhere
        except (UnicodeError, LookupError):
            continue
    if respelt is not None:
        return respelt
    if content.isascii() and b"\0" not in content:
        return Decoded(content.decode("ascii"), "ascii", b"")
    return decode(content)


def damaged_utf8(content: bytes, charset: str) -> Decoded | None:
    """UTF-8 with a stray byte here and there, which stays as it is; None if it is something else."""
    if text_encoding(charset) not in (None, "utf-8", "ascii"):
        return None
    text = content.decode("utf-8", "surrogateescape")
    strays = len(STRAY.findall(text))
    wide = sum(char > "\x7f" for char in text) - strays
    if b"\0" in content or not 0 < strays <= wide or _MANY_STRAYS.search(text):
        return None
    return Decoded(text, "utf-8", b"")


def fitting(encoding: str) -> partial[str]:
    """What makes a text one that an encoding can write."""
    return partial(_fitted, encoding)


def _fitted(encoding: str, text: str) -> str:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        plain = unicodedata.normalize("NFKD", text).encode(encoding, "ignore").decode(encoding)
        return plain if re.search(r"\w", plain) else "[?]"
    return text


def as_ascii(text: str) -> str:
    return _fitted("ascii", text)
