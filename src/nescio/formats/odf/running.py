"""The running text of OpenDocument: paragraphs in their order, with words whole that spans tear apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from nescio.formats.xml_part import TAIL, TEXT, XmlPlace, local

_PARAGRAPHS: Final = frozenset({"p", "h"})
_TEXT_SPACE: Final = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_FIXED: Final = {"tab": "\t", "line-break": "\n", "s": " "}
_CELLS: Final = frozenset({"table-cell", "covered-table-cell"})
# What stands beside the paragraph it is anchored in.
_BESIDE: Final = frozenset(
    [
        *(
            "note",
            "annotation",
            "frame",
            "text-box",
            "ruby-text",
            "custom-shape",
            "g",
            "rect",
            "line",
            "path",
        ),
        *("ellipse", "polygon", "polyline", "connector", "caption", "circle", "control", "object", "measure"),
        *("event-listeners", "page-thumbnail"),
    ]
)
_MOST_BLANKS: Final = 1000


class ParagraphText(NamedTuple):
    """A text of a paragraph: where it stands, and what stands before it."""

    place: XmlPlace
    before: str


@dataclass
class _OpenLine:
    """One paragraph while it is read."""

    fixed: str
    found: list[ParagraphText] = field(default_factory=list)
    beside: list[Any] = field(default_factory=list)

    def add(self, place: XmlPlace) -> None:
        self.found.append(ParagraphText(place, self.fixed))
        self.fixed = ""


def paragraphs(root: Any) -> Iterator[ParagraphText]:
    """The texts below an element; tables cell by cell, notes and boxes behind their paragraph."""
    yield from _blocks(root, "\n")


def _blocks(node: Any, before: str) -> Iterator[ParagraphText]:
    for child in node:
        if not isinstance(child.tag, str):
            continue
        name = local(child)
        if name in _PARAGRAPHS and child.tag.startswith(_TEXT_SPACE):
            yield from _paragraph(child, before)
            before = "\n"
        elif name in _CELLS:
            yield from _blocks(child, before)
            before = "\t"
        else:
            yield from _blocks(child, "\n" if name == "table-row" else before)


def _paragraph(node: Any, before: str) -> Iterator[ParagraphText]:
    line = _OpenLine(before)
    _read(node, line)
    yield from line.found
    for block in line.beside:
        yield from _blocks(block, "\n")


def _read(node: Any, line: _OpenLine) -> None:
    line.add(XmlPlace(node, TEXT))
    for child in node:
        name = local(child) if isinstance(child.tag, str) else ""
        if name in _FIXED and child.tag.startswith(_TEXT_SPACE):
            line.fixed += _FIXED[name] * _count(child)
        elif name in _BESIDE or (name in _PARAGRAPHS and child.tag.startswith(_TEXT_SPACE)):
            line.beside.append(child if name in _BESIDE else [child])
        elif name:
            _read(child, line)
        line.add(XmlPlace(child, TAIL))


def _count(node: Any) -> int:
    said = str(node.get(f"{_TEXT_SPACE}c", "1"))
    return min(_MOST_BLANKS, int(said)) if said.isascii() and said.isdigit() else 1
