"""Pictures in rich text: digits for bytes, without what is written into them besides pixels."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from nescio.core.contents import REFUSED
from nescio.core.errors import InputError
from nescio.formats.document import OpenedDocument, Wishes
from nescio.formats.drawings.drawing import open_drawing
from nescio.formats.images import clean_picture

_DIGITS: Final = re.compile(r"[^0-9A-Fa-f]")
_PIXELS: Final = ("dibitmap", "wbitmap")  # bare bits
_DRAWINGS: Final = (b"\x01\0\x09\0", b"\xd7\xcd\xc6\x9a")  # how a WMF begins
_LINE: Final = 128  # digits in a line of a picture that is written anew


class PackedPicture(NamedTuple):
    """The bytes of a picture, and the digits as they shall stand, if something of them is to change."""

    data: bytes
    digits: str | None = None
    is_known: bool = True


def packed_picture(digits: str, binary: bytes, kind: str) -> PackedPicture:
    """What becomes of a picture; one that nobody can read is not known."""
    data = binary or from_digits(digits)
    if kind in _PIXELS or not data:
        return PackedPicture(data)
    picture = clean_picture(data)
    if picture is None:
        return PackedPicture(data, is_known=False)
    if picture.data == data:
        return PackedPicture(data)
    return PackedPicture(data, in_digits(picture.data), is_known=not binary)


def from_digits(digits: str) -> bytes:
    plain = _DIGITS.sub("", digits)
    return bytes.fromhex(plain[: len(plain) // 2 * 2])


def in_digits(data: bytes) -> str:
    packed = data.hex()
    return "\r\n".join(packed[at : at + _LINE] for at in range(0, len(packed), _LINE))


def open_packed(data: bytes, wishes: Wishes) -> OpenedDocument | None:
    """A drawing whose words can be rewritten; None for anything else."""
    if data[40:44] != b" EMF" and not data.startswith(_DRAWINGS):
        return None
    try:
        opened = open_drawing(data, wishes.inside)
    except InputError:
        return None
    return None if any(part.outcome == REFUSED for part in opened.parts) else opened
