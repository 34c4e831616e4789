"""Packed values are told from words and numbers."""

from __future__ import annotations

import base64

import pytest

from nescio.formats.packed import is_packed


@pytest.mark.parametrize(
    "data",
    [
        b"name: Imogen",
        "Grüße an alle".encode(),
        "Imogen V".encode("utf-16-le"),
        b"PK\x03\x04\xff\xfe\xfd\xfc\xfb",
    ],
)
def test_a_packed_text_or_file_is_seen(data: bytes) -> None:
    whole = base64.b64encode(data).decode()
    assert is_packed(whole)
    assert is_packed(whole[:8] + "\r\n" + whole[8:])


@pytest.mark.parametrize(
    "value",
    [
        "",
        "Vantongeren",
        "Krankenversicherung",
        "1234567890123456",
        "a b c d e f g h",
        "{5C22544A-7EE6}",
        base64.b64encode(bytes(range(128, 160))).decode(),
    ],
)
def test_words_numbers_and_keys_are_none(value: str) -> None:
    assert not is_packed(value)
