"""Bytes to text and back, without loss and without guessing between code pages."""

from __future__ import annotations

import codecs
import re
from typing import Final, NamedTuple

from nescio.core.errors import InputError

# UTF-32 first: its little-endian mark begins with that of UTF-16.
_BOMS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

# These write a text in one way only; others (utf-7, iso2022) must prove it each time.
_ONE_WAY: Final = frozenset(name for _, name in _BOMS)

_UNSTORABLE: Final = re.compile("[\ud800-\udfff\0]")

_MAGIC: Final = (
    (b"PK\x03\x04", "a zip archive or an office document"),
    (b"PK\x05\x06", "a zip archive"),
    (b"%PDF-", "a PDF document"),
    (b"{\\rtf", "an RTF document"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old office document"),
    (b"\x89PNG\r\n\x1a\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF87a", "a GIF image"),
    (b"GIF89a", "a GIF image"),
    (b"II*\x00", "a TIFF image"),
    (b"MM\x00*", "a TIFF image"),
    (b"\x1f\x8b\x08", "a gzip archive"),
    (b"\xfd7zXZ\x00", "an xz archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"\x28\xb5\x2f\xfd", "a zstd archive"),
    (b"Rar!\x1a\x07", "a rar archive"),
    (b"\x7fELF", "a program"),
    (b"SQLite format 3\x00", "an SQLite database"),
)

# Tab, line ends, form feed and escape (terminal colours) occur in honest text.
_CONTROL: Final = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_CONTROLS_ALLOWED: Final = 0.02  # share of the characters

# Of the bytes of one parity: the share that is zero in UTF-16 of a script with spaces,
# and the share that the other parity may have.
_UTF16_ZEROS: Final = (
    0.5  # of the pairs, at least: text in Latin letters has many more, a stray zero byte fewer
)
_UTF16_STRAYS: Final = 0.01

_NAME_IT: Final = "name the right encoding with --encoding, for example cp1252, latin-1, cp850 or utf-16"


class Decoded(NamedTuple):
    """A text with what `encode` needs to write the very same bytes again."""

    text: str
    encoding: str
    bom: bytes

    def __repr__(self) -> str:
        return f"Decoded(<{len(self.text)} characters>, {self.encoding!r}, bom={self.bom!r})"


def decode(data: bytes, *, encoding: str | None = None, fallback: str = "cp1252") -> Decoded:
    """Read bytes as text; `encode` of the answer gives the same bytes.

    Without an encoding: a byte order mark decides, then UTF-16 if the zero bytes lie as it
    lays them, then UTF-8, then the fallback. Line ends and normal forms stay as they are.
    """
    _refuse_magic(data)
    if encoding is not None:
        return _decode_named(data, encoding)
    return _checked(_decode_detected(data, fallback))


def encode(text: str, like: Decoded) -> bytes:
    """Write a text in the encoding, and with the byte order mark, of another one."""
    try:
        return like.bom + text.encode(like.encoding)
    except UnicodeEncodeError as error:
        raise InputError(
            f"The character at position {error.start} does not exist in {like.encoding!r}, "
            "the encoding of the input; convert the input to UTF-8 to be able to write it."
        ) from None  # the cause holds the text


def _decode_named(data: bytes, encoding: str) -> Decoded:
    name = _canonical(encoding)
    family = "utf-8" if name == "utf-8-sig" else name
    bom, bom_name = _mark(data, family)
    if bom:
        return _decode_strictly(data, bom_name, bom)
    if family in ("utf-16", "utf-32"):  # the byte order is neither named nor marked
        family = (family == "utf-16" and _utf16_order(data)) or f"{family}-le"
    return _decode_strictly(data, family, b"")


def _decode_detected(data: bytes, fallback: str) -> Decoded:
    bom, bom_name = _mark(data)
    if bom:
        return _decode_strictly(data, bom_name, bom)
    if b"\0" in data:
        order = _utf16_order(data)
        if order is None:
            raise _binary("it has zero bytes and is not UTF-16")
        return _decode_strictly(data, order, b"")
    try:
        return Decoded(data.decode("utf-8"), "utf-8", b"")
    except UnicodeDecodeError as error:
        _refuse_broken_utf8(data, error.start)
    return _decode_strictly(data, _canonical(fallback), b"")


def _decode_strictly(data: bytes, name: str, bom: bytes) -> Decoded:
    body = data[len(bom) :]
    try:
        decoded = Decoded(body.decode(name), name, bom)
    except UnicodeError as error:
        at = len(bom) + getattr(error, "start", 0)
        # `from None`: the cause holds the text.
        raise InputError(f"Byte {at} is not valid in the encoding {name!r}; {_NAME_IT}.") from None
    if name not in _ONE_WAY and _encode_or_none(decoded) != data:
        raise InputError(
            f"The encoding {name!r} cannot write this input back byte for byte; convert the input to UTF-8."
        )
    return decoded


def _encode_or_none(decoded: Decoded) -> bytes | None:
    try:
        return decoded.text.encode(decoded.encoding)
    except UnicodeError:
        return None


def _canonical(encoding: str) -> str:
    try:
        "".encode(encoding)  # refuses names like "rot13" that are no text encoding
        return codecs.lookup(encoding).name
    except (LookupError, ValueError):
        raise InputError(
            "This encoding is unknown; possible are utf-8, utf-16, cp1252, latin-1 "
            "and every other text encoding that Python knows."
        ) from None


def _mark(data: bytes, family: str = "utf-") -> tuple[bytes, str]:
    """The byte order mark of an encoding of the family, and the encoding; or nothing."""
    return next(
        ((bom, name) for bom, name in _BOMS if name.startswith(family) and data.startswith(bom)), (b"", "")
    )


def _utf16_order(data: bytes) -> str | None:
    """The byte order of UTF-16 without a mark, told by where its zero bytes lie."""
    pairs = len(data) // 2
    if len(data) % 2 or not pairs:
        return None
    even, odd = data[0::2].count(0) / pairs, data[1::2].count(0) / pairs
    if odd >= _UTF16_ZEROS and even <= _UTF16_STRAYS:
        return "utf-16-le"
    if even >= _UTF16_ZEROS and odd <= _UTF16_STRAYS:
        return "utf-16-be"
    return None


def _refuse_broken_utf8(data: bytes, first: int) -> None:
    """Raise if the bytes are UTF-8 with damage rather than a code page of single bytes.

    A sequence of UTF-8 is rare in a code page ("Ã" before "©"), so as many sequences as
    stray bytes are proof enough.
    """
    text = data.decode("utf-8", "surrogateescape")
    strays = len(re.findall("[\udc80-\udcff]", text))
    wide = len(re.findall(r"[^\x00-\x7f]", text)) - strays
    if wide >= strays:
        raise InputError(
            f"The input is UTF-8 with damage, first at byte {first} ({strays} bytes in all); "
            f"repair it, or {_NAME_IT}."
        )


def _refuse_magic(data: bytes) -> None:
    for magic, kind in _MAGIC:
        if data.startswith(magic):
            raise _binary(f"it begins like {kind}")


def _checked(decoded: Decoded) -> Decoded:
    controls = len(_CONTROL.findall(decoded.text))
    if controls > 1 and controls > _CONTROLS_ALLOWED * len(decoded.text):
        raise _binary(f"it has {controls} control characters")
    return decoded


def _binary(reason: str) -> InputError:
    return InputError(f"The input is not plain text: {reason}; give a text file.")


def known_encoding(name: str) -> str | None:
    """What Python calls an encoding; None if there is none of that name."""
    try:
        return codecs.lookup(name).name
    except (LookupError, ValueError):
        return None


def storable(text: str) -> str:
    """The text as a database can keep it: with a mark for NUL and for what UTF-8 cannot write."""
    return _UNSTORABLE.sub("\ufffd", text)
