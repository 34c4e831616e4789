"""Bytes to text and back."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from nescio.core.errors import InputError
from nescio.text.encoding import Decoded, decode, encode

LETTER = "Sehr geehrte Frau Öztürk,\r\nconheço o João; está en España.\rEnde\n"

DETECTED = [
    ("plain ASCII", b"Ana and Ben", "utf-8", b""),
    ("UTF-8", LETTER.encode(), "utf-8", b""),
    ("UTF-8 with mark", codecs.BOM_UTF8 + LETTER.encode(), "utf-8", codecs.BOM_UTF8),
    ("UTF-16 LE with mark", LETTER.encode("utf-16"), "utf-16-le", codecs.BOM_UTF16_LE),
    (
        "UTF-16 BE with mark",
        codecs.BOM_UTF16_BE + LETTER.encode("utf-16-be"),
        "utf-16-be",
        codecs.BOM_UTF16_BE,
    ),
    ("UTF-16 LE bare", LETTER.encode("utf-16-le"), "utf-16-le", b""),
    ("UTF-16 BE bare", LETTER.encode("utf-16-be"), "utf-16-be", b""),
    ("UTF-32 with mark", LETTER.encode("utf-32"), "utf-32-le", codecs.BOM_UTF32_LE),
    ("cp1252", (LETTER + "„100 €“").encode("cp1252"), "cp1252", b""),
    ("latin-1 reads the same as cp1252", LETTER.encode("latin-1"), "cp1252", b""),
    ("empty", b"", "utf-8", b""),
    ("a mark alone", codecs.BOM_UTF8, "utf-8", codecs.BOM_UTF8),
]

REFUSED = [
    ("zip", b"PK\x03\x04rest", "zip archive"),
    ("pdf", b"%PDF-1.7\nrest", "PDF"),
    ("png", b"\x89PNG\r\n\x1a\nrest", "PNG"),
    ("zeros without order", b"ab\0\0\0cd\0", "zero bytes"),
    ("one zero in a long text", b"a" * 500 + b"\0" + b"b" * 501, "zero bytes"),
    ("controls", b"\x01\x02\x03\x04abc", "control characters"),
    ("broken UTF-8", "São João é às três".encode() + b"\xff", "damage, first at byte 23"),
    ("cut UTF-8", "São João".encode()[:-2], "damage, first at byte 7"),
    ("a byte that cp1252 has not", b"M\x81ller", "Byte 1 is not valid in the encoding 'cp1252'"),
    ("half a pair of UTF-16", codecs.BOM_UTF16_LE + b"a\0b", "Byte 4"),
]


@pytest.mark.parametrize(
    ("data", "encoding", "bom"), [case[1:] for case in DETECTED], ids=[c[0] for c in DETECTED]
)
def test_an_encoding_is_detected_and_written_back(data: bytes, encoding: str, bom: bytes) -> None:
    decoded = decode(data)
    assert (decoded.encoding, decoded.bom) == (encoding, bom)
    assert encode(decoded.text, decoded) == data


@pytest.mark.parametrize(("data", "message"), [case[1:] for case in REFUSED], ids=[c[0] for c in REFUSED])
def test_what_is_not_text_is_refused_in_one_sentence(data: bytes, message: str) -> None:
    with pytest.raises(InputError) as caught:
        decode(data)
    assert message in str(caught.value)
    assert str(caught.value).endswith(".")


def test_detected_text_is_the_text_that_was_written() -> None:
    for codec in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"):
        assert decode(LETTER.encode(codec)).text == LETTER


def test_the_fallback_is_the_code_page_of_the_caller() -> None:
    assert decode("Łódź".encode("cp1250"), fallback="cp1250") == Decoded("Łódź", "cp1250", b"")


def test_a_given_encoding_is_obeyed() -> None:
    assert decode("Müller".encode("cp850"), encoding="CP850").text == "Müller"
    assert decode("é".encode(), encoding="latin-1").text == "Ã©"
    assert decode("é".encode("utf-16-be"), encoding="utf-16-be").text == "é"


@pytest.mark.parametrize("name", ["utf-17", "rot13", "base64", "", "a\0b"])
def test_an_unknown_encoding_is_refused(name: str) -> None:
    with pytest.raises(InputError, match="unknown"):
        decode(b"Ana", encoding=name)


def test_a_wrong_given_encoding_is_refused_with_the_position() -> None:
    with pytest.raises(InputError, match=r"Byte 1 .*--encoding"):
        decode(b"M\xfcller", encoding="utf-8")


def test_an_encoding_that_cannot_write_the_same_bytes_is_refused() -> None:
    with pytest.raises(InputError, match="byte for byte"):
        decode(b"\x1b(B\x1b(BAna", encoding="iso2022_jp")


def test_a_character_that_the_encoding_lacks_is_refused_without_its_text() -> None:
    with pytest.raises(InputError, match="position 3") as caught:
        encode("Ana Łukasz"[:3] + "Ł", Decoded("", "cp1252", b""))
    assert "Ł" not in str(caught.value)
    assert caught.value.__cause__ is None


def test_no_text_shows_in_a_repr() -> None:
    assert "Ana" not in repr(decode(b"Ana"))


ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"]))


@given(ANY_TEXT, st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"]))
def test_any_text_in_a_given_unicode_encoding_comes_back(text: str, codec: str) -> None:
    assume(not text.startswith("\ufeff"))  # would be taken for the mark
    data = text.encode(codec)
    decoded = decode(data, encoding=codec)
    assert decoded.text == text
    assert encode(decoded.text, decoded) == data


@given(st.text(st.characters(codec="latin-1")), st.sampled_from(["cp1252", "latin-1"]))
def test_any_text_in_a_given_code_page_comes_back(text: str, codec: str) -> None:
    data = text.encode(codec, "ignore")
    decoded = decode(data, encoding=codec)
    assert encode(decoded.text, decoded) == data


@given(
    st.binary(),
    st.sampled_from([None, "utf-8", "utf-16", "cp1252", "latin-1", "cp037", "utf-7", "shift_jis"]),
)
def test_whatever_is_read_is_written_back(data: bytes, codec: str | None) -> None:
    try:
        decoded = decode(data, encoding=codec)
    except InputError:
        return
    assert encode(decoded.text, decoded) == data


@given(st.text(st.characters(exclude_categories=["C", "Zl", "Zp"])))
def test_utf8_without_controls_is_always_detected(text: str) -> None:
    assert decode(text.encode()) == Decoded(text, "utf-8", b"")


@pytest.mark.parametrize("damaged", [b"Anna \xff\xfe\x00Berg", b"Anna Be\x00rg\x00 kam", b"A\x00Anna Berg "])
def test_a_few_zero_bytes_do_not_make_a_text_utf_16(damaged: bytes) -> None:
    """Read so, no name in it would be found, and all of them would come back."""
    with pytest.raises(InputError, match="zero bytes"):
        decode(damaged)
