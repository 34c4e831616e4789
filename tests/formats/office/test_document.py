"""Office files written by the writer itself say the same, part by part, when every text is the same."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable

import pytest
from lxml import etree

from nescio.formats.document import OpenedDocument, Wishes
from nescio.formats.docx import open_docx
from nescio.formats.places import TECHNICAL
from nescio.formats.xlsx import open_xlsx
from tests.formats.planted_docx import planted_docx
from tests.formats.planted_xlsx import planted_xlsx

FILES = {"docx": (planted_docx()[0], open_docx), "xlsx": (planted_xlsx()[0], open_xlsx)}
GONE = ("gfxdata",)  # what is dropped with the rest when something is hidden


@pytest.mark.parametrize(("data", "opened"), FILES.values(), ids=FILES.keys())
def test_texts_put_there_and_back_leave_every_part_canonically_equal(
    data: bytes, opened: Callable[[bytes, Wishes], OpenedDocument]
) -> None:
    first = opened(data, Wishes())
    other = first.write([_turned(piece.text, piece.kind) for piece in first.pieces])
    second = opened(other, Wishes())
    assert len(second.pieces) == len(first.pieces)
    back = second.write([piece.text for piece in first.pieces])
    before, after = _members(data), _members(back)
    assert [name for name in after if before[name] != after[name]] == []


def _turned(text: str, kind: str) -> str:
    """Another text of the same kind; names must stay different."""
    return f"x{text}" if kind == TECHNICAL else text.swapcase()


def _members(data: bytes) -> dict[str, bytes]:
    """The XML parts in canonical form, without what goes; documents within are looked at by themselves."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {
            name: _canonical(archive.read(name))
            for name in archive.namelist()
            if name.endswith(".xml") and name != "[Content_Types].xml"
        }


def _canonical(data: bytes) -> bytes:
    root = etree.fromstring(data)
    for node in root.iter(etree.Element):
        for slot in [slot for slot in node.attrib if slot.rpartition("}")[2] in (*GONE, "space")]:
            del node.attrib[slot]
    made: bytes = etree.tostring(root, method="c14n")
    return made
