"""The running text of OpenDocument: what a paragraph is, and what stands beside it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Final

from nescio.formats.running import Blocks, OpenParagraph, RunningText
from nescio.formats.xml_part import TAIL, TEXT, XmlPlace, local

_PARAGRAPHS: Final = frozenset({"p", "h"})
_TEXT_SPACE: Final = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_FIXED: Final = {"tab": "\t", "line-break": "\n", "s": " "}
# What stands beside the paragraph it is anchored in.
_BESIDE: Final = frozenset(
    {
        *("note", "annotation", "ruby-text", "object", "event-listeners", "page-thumbnail"),
        *("frame", "text-box", "custom-shape", "g", "rect", "line", "path", "ellipse", "circle", "polygon"),
        *("polyline", "connector", "caption", "control", "measure"),
    }
)
_MOST_BLANKS: Final = 1000


def paragraphs(root: Any) -> Iterator[RunningText]:
    """The texts below an element, by paragraph."""
    return _OdfBlocks().texts(root)


def cell_places(cell: Any) -> list[XmlPlace]:
    """The places of the text of a cell, without what stands beside it: comments and drawings."""
    blocks, found = _OdfBlocks(), list[XmlPlace]()
    for child in cell:
        if isinstance(child.tag, str) and blocks.is_paragraph(child):
            paragraph = OpenParagraph("")
            blocks.read(child, paragraph)
            found += [item.place for item in paragraph.running]
    return found


class _OdfBlocks(Blocks):
    """Paragraphs and headings: text stands in them and behind everything within them."""

    cells: ClassVar[frozenset[str]] = frozenset({"table-cell", "covered-table-cell"})
    row: ClassVar[str] = "table-row"

    def is_paragraph(self, node: Any) -> bool:
        return local(node) in _PARAGRAPHS and node.tag.startswith(_TEXT_SPACE)

    def read(self, node: Any, paragraph: OpenParagraph) -> None:
        paragraph.add(XmlPlace(node, TEXT))
        for child in node:
            name = local(child) if isinstance(child.tag, str) else ""
            if name in _FIXED and child.tag.startswith(_TEXT_SPACE):
                paragraph.add_fixed(_FIXED[name] * _count(child))
            elif name in _BESIDE or (name and self.is_paragraph(child)):
                paragraph.beside.append(child)
            elif name:
                self.read(child, paragraph)
            paragraph.add(XmlPlace(child, TAIL))


def _count(node: Any) -> int:
    said = str(node.get(f"{_TEXT_SPACE}c", "1"))
    return min(_MOST_BLANKS, int(said)) if said.isascii() and said.isdigit() else 1
