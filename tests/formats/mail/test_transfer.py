"""Transfer encodings: what is unpacked is packed again as it was."""

from __future__ import annotations

import base64
import quopri

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nescio.core.errors import InputError
from nescio.formats.mail.transfer import packed, unpacked


@given(st.binary(max_size=300), st.binary(max_size=300))
def test_base64_says_what_an_independent_reader_reads(old: bytes, new: bytes) -> None:
    source = base64.encodebytes(old)
    assert unpacked(source, "base64") == old
    assert base64.b64decode(packed(source, new, "base64")) == new
    assert packed(source, old, "base64") == source


@given(st.text(max_size=200), st.text(max_size=200))
def test_quoted_printable_says_what_an_independent_reader_reads(old: str, new: str) -> None:
    source = quopri.encodestring(old.encode("utf-8", "replace"))
    content = quopri.decodestring(source)
    assert unpacked(source, "quoted-printable") == content
    fresh = new.encode("utf-8", "replace").replace(b"\r", b"")
    assert quopri.decodestring(packed(source, fresh, "quoted-printable")) == fresh
    assert packed(source, content, "quoted-printable") == source


def test_lines_that_say_the_same_stay_as_they_are() -> None:
    source = b"caf=E9 =\r\nx\r\nold=20\r\n=41=42\r\n"
    content = unpacked(source, "quoted-printable")
    new = content.replace(b"old", b"new")
    assert packed(source, new, "quoted-printable") == b"caf=E9 =\r\nx\r\nnew=20\r\n=41=42\r\n"


@pytest.mark.parametrize("source", [b"a!b", b"QUJD\r\n-- \r\nlist", b"QQ==QQ=="])
def test_what_is_no_base64_is_refused(source: bytes) -> None:
    with pytest.raises(InputError, match="base64"):
        unpacked(source, "base64")
