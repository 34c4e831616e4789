"""Pictures lose what is written into them besides pixels; what nobody can judge is no picture."""

from __future__ import annotations

import struct

import pytest

from nescio.formats.images import clean_picture
from tests.formats.planted_docx import png


def _jpeg(*segments: tuple[int, bytes]) -> bytes:
    made = b"".join(bytes([0xFF, kind]) + struct.pack(">H", len(data) + 2) + data for kind, data in segments)
    return b"\xff\xd8" + made + b"\xff\xda\x00\x02pixels\xff\xd9"


GIF = b"GIF89a\x01\x00\x01\x00\x00\x00\x00"
GIF_IMAGE = b"\x2c" + bytes(8) + b"\x00\x02\x01\x44\x00"
CASES = {
    "png": (png("Anna"), True),
    "jpeg": (_jpeg((0xE0, b"JFIF"), (0xE1, b"Exif Anna"), (0xFE, b"Anna")), True),
    "jpeg with an end": (_jpeg((0xE0, b"JFIF")) + b"Anna", True),
    "gif": (GIF + b"\x21\xfe\x04Anna\x00" + GIF_IMAGE + b"\x3bAnna", True),
    "cut off": (png("Anna")[:40], False),
    "something else": (b"Anna" * 20, False),
}


@pytest.mark.parametrize(("data", "is_picture"), CASES.values(), ids=CASES.keys())
def test_words_in_pictures_go(data: bytes, is_picture: bool) -> None:
    picture = clean_picture(data)
    assert (picture is not None) == is_picture
    assert picture is None or b"Anna" not in picture.data


def test_pixels_stay() -> None:
    picture = clean_picture(_jpeg((0xE0, b"JFIF"), (0xE1, b"x")))
    assert picture is not None
    assert picture.data == _jpeg((0xE0, b"JFIF"))
