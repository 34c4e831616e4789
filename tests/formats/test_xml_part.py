"""XML parts: safe to read, the same bytes where nothing changes."""

from __future__ import annotations

import sys

import pytest

from nescio.core.errors import InputError, JobError, PluginError
from nescio.formats.xml_part import TAIL, TEXT, XmlPart, XmlPlace

DATA = b"<?xml version='1.0'?>\n<!-- a --><x  y='1'>one<z/>two</x><!-- b -->"


def test_unchanged_bytes_stay() -> None:
    assert XmlPart(DATA).written() == DATA


def test_texts_attributes_and_tails_are_places() -> None:
    part = XmlPart(DATA)
    [_, root, inner, _] = list(part.nodes())
    for place, value, new in (
        (XmlPlace(root, TEXT), "one", "1"),
        (XmlPlace(inner, TAIL), "two", " 2"),
        (XmlPlace(root, "y"), "1", "a<b"),
    ):
        assert place.value == value
        part.put(place, new)
    again = XmlPart(part.written())
    assert again.root.text == "1"
    assert again.root.get("y") == "a<b"
    assert b"<!-- a -->" in part.written()


def test_white_space_at_borders_is_kept_where_that_is_told() -> None:
    part = XmlPart(b"<x>a</x>")
    part.put(XmlPlace(part.root, TEXT), " b", keep_space=True)
    assert b'xml:space="preserve"' in part.written()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "iso-8859-1"])
def test_the_encoding_stays(encoding: str) -> None:
    part = XmlPart(f'<?xml version="1.0" encoding="{encoding}"?><x>ä</x>'.encode(encoding))
    part.put(XmlPlace(part.root, TEXT), "öß")
    assert "öß" in part.written().decode(encoding)


BAD = {
    "entity bomb": b'<!DOCTYPE x [<!ENTITY a "aaa"><!ENTITY b "&a;&a;">]><x>&b;</x>',
    "external entity": b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>',
    "damaged": b"<x>",
    "nothing": b"",
    "deep": b"<x>" * 400 + b"</x>" * 400,
}


@pytest.mark.parametrize("data", BAD.values(), ids=BAD.keys())
def test_what_is_dangerous_or_damaged_is_refused(data: bytes) -> None:
    with pytest.raises(InputError):
        XmlPart(data)


def test_a_character_that_xml_cannot_hold_is_refused() -> None:
    part = XmlPart(b"<x>a</x>")
    with pytest.raises(JobError):
        part.put(XmlPlace(part.root, TEXT), "\x00")


def test_a_missing_library_is_named_with_its_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lxml.etree", None)
    with pytest.raises(PluginError, match=r"needs 'lxml.etree': pip install 'nescio\[documents\]'"):
        XmlPart(b"<x/>")
