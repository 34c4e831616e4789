"""What parts of Office files are."""

from __future__ import annotations

import pytest

from nescio.formats.office.parts import source_of, target_of, why_void


@pytest.mark.parametrize(
    ("relationships", "target", "name", "source"),
    [
        ("_rels/.rels", "word/document.xml", "word/document.xml", ""),
        ("word/_rels/document.xml.rels", "media/a.png", "word/media/a.png", "word/document.xml"),
        (
            "xl/worksheets/_rels/sheet1.xml.rels",
            "../comments1.xml",
            "xl/comments1.xml",
            "xl/worksheets/sheet1.xml",
        ),
        ("word/_rels/document.xml.rels", "/docProps/x.xml", "docProps/x.xml", "word/document.xml"),
    ],
)
def test_relationships_lead_from_a_part_to_another(
    relationships: str, target: str, name: str, source: str
) -> None:
    assert target_of(relationships, target) == name
    assert source_of(relationships) == source


def test_what_goes_when_something_is_hidden() -> None:
    assert why_void("docProps/thumbnail.jpeg", "image/jpeg", "thumbnail")
    assert why_void("xl/metadata", "application/binary", "workbookmetadata")
    assert why_void("_xmlsignatures/sig1.xml", "", "")
    assert not why_void("word/document.xml", "", "")
