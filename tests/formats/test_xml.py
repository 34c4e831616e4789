"""XML files: nothing hidden is left in any corner, and what is not replaced stays sign for sign."""

from __future__ import annotations

import pytest

from nescio.core.errors import NescioError
from nescio.formats.document import Wishes
from nescio.formats.xml import XmlFormat
from tests.formats.hiding import back, hide, text_of
from tests.formats.planted import left_in
from tests.formats.planted_html import planted_xml

XML = XmlFormat(Wishes())


def test_none_of_the_names_in_all_corners_is_left() -> None:
    data, planter = planted_xml()
    written, jobs = hide(XML, data, *planter.names)
    assert left_in(written, planter) == {}
    assert text_of(XML, back(XML, written, jobs)) == text_of(XML, data)


def test_what_hides_nothing_changes_nothing() -> None:
    data, _ = planted_xml()
    assert hide(XML, data, "Nobodyhere")[0] == data


# What stands in the source, and what is written instead.
WRITTEN = {
    "tags within a name": ("<p>Imo<hi>gen</hi> Vantongeren!</p>", "<p>[PERSON1]<hi></hi>!</p>"),
    "attributes": ("<p  a = 'Imogen Vantongeren'  b=\"&lt;\" />", "<p  a = '[PERSON1]'  b=\"&lt;\" />"),
    "characters": ("<p><![CDATA[1 < Imogen Vantongeren]]></p>", "<p><![CDATA[1 < [PERSON1]]]></p>"),
}


@pytest.mark.parametrize(("source", "written"), WRITTEN.values(), ids=WRITTEN.keys())
def test_only_what_is_hidden_is_written_anew(source: str, written: str) -> None:
    made, jobs = hide(XML, source.encode(), "Imogen Vantongeren")
    assert made.decode() == written
    assert text_of(XML, back(XML, made, jobs)) == text_of(XML, source.encode())


@pytest.mark.parametrize("encoding", ["iso-8859-15", "utf-16", "utf-8"])
def test_a_file_keeps_its_encoding(encoding: str) -> None:
    data = f"<?xml version='1.0' encoding='{encoding}'?><p>Imogen \N{LATIN SMALL LETTER U WITH DIAERESIS}</p>"
    written, _ = hide(XML, data.encode(encoding), "Imogen")
    assert written == data.replace("Imogen", "[PERSON1]").encode(encoding)


BAD = {
    "empty": b"",
    "damaged": b"<a><b></a>",
    "entities": b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
    "a file from outside": b'<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    "cut off": b"<a><b",
    "another encoding": b"<?xml version='1.0' encoding='nothing'?><a/>",
}


@pytest.mark.parametrize("data", BAD.values(), ids=BAD.keys())
def test_what_cannot_be_read_is_refused_with_a_sentence(data: bytes) -> None:
    with pytest.raises(NescioError):
        XML.read(data, name="x")
