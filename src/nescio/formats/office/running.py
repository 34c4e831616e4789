"""The running text of an XML part: paragraphs in their order, with words whole that runs tear apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from nescio.formats.places import PROSE, TECHNICAL
from nescio.formats.xml_part import TEXT, XmlPlace, local

_PARAGRAPHS: Final = frozenset(
    {"p", "si", "is", "text"}
)  # of Word and drawings, of cells, of comments on cells
_TEXTS: Final = frozenset({"t"})
_DELETED_TEXTS: Final = frozenset({"delText"})
_CODES: Final = frozenset({"instrText", "delInstrText"})
_GONE: Final = frozenset({"del", "moveFrom"})  # what was deleted or moved away reads by itself
_FIXED: Final = {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-", "sym": " "}
# Text that stands beside the paragraph, such as boxes, and how a word is spoken.
_BESIDE: Final = frozenset({"txbxContent", "txbx", "txBody", "tbl", "rPh"})
_FORMULA: Final = "oMath"
_CELLS: Final = frozenset({"tc"})


class RunningText(NamedTuple):
    """A text of the running text: where it stands, what kind it is, and what stands before it."""

    place: XmlPlace
    kind: str
    before: str


@dataclass
class _Paragraph:
    """One paragraph while it is read: as it stands, what is gone from it, codes, what stands beside it."""

    before: str
    running: list[RunningText] = field(default_factory=list)
    gone: list[RunningText] = field(default_factory=list)
    codes: list[RunningText] = field(default_factory=list)
    beside: list[Any] = field(default_factory=list)
    fixed: str | None = None  # before the next running text; None: the paragraph begins
    gone_follows: bool = False  # the next deleted text goes on with the last one
    code_follows: bool = False

    def add(self, place: XmlPlace) -> None:
        before = self.before if self.fixed is None else self.fixed
        self.running.append(RunningText(place, PROSE, before))
        self.fixed = ""
        self.gone_follows = False

    def add_gone(self, place: XmlPlace) -> None:
        self.gone.append(RunningText(place, PROSE, "" if self.gone_follows else "\n"))
        self.gone_follows = True

    def add_code(self, place: XmlPlace) -> None:
        self.codes.append(RunningText(place, TECHNICAL, "" if self.code_follows else "\n"))
        self.code_follows = True

    def add_fixed(self, text: str) -> None:
        if self.fixed is not None:
            self.fixed += text


def running_text(root: Any) -> Iterator[RunningText]:
    """The texts below an element, by paragraph; tables cell by cell, boxes behind their paragraph."""
    yield from _blocks(root, "\n")


def _blocks(node: Any, before: str) -> Iterator[RunningText]:
    """Paragraphs below a node; the first begins with `before`, which is a tab between the cells of a row."""
    for child in node:
        if not isinstance(child.tag, str):
            continue
        name = local(child)
        if name in _PARAGRAPHS:
            yield from _paragraph(child, before)
            before = "\n"
        elif name in _CELLS:
            yield from _blocks(child, before)
            before = "\t"
        elif name in _TEXTS or name in _DELETED_TEXTS:
            yield RunningText(XmlPlace(child, TEXT), PROSE, before)
            before = ""
        elif name in _CODES:
            yield RunningText(XmlPlace(child, TEXT), TECHNICAL, "\n")
        else:
            yield from _blocks(child, "\n" if name == "tr" else before)


def _paragraph(node: Any, before: str) -> Iterator[RunningText]:
    paragraph = _Paragraph(before)
    _read(node, paragraph, gone=False)
    yield from paragraph.running
    yield from paragraph.gone
    yield from paragraph.codes
    for block in paragraph.beside:
        yield from _blocks(block, "\n")


def _read(node: Any, paragraph: _Paragraph, *, gone: bool) -> None:
    for child in node:
        if not isinstance(child.tag, str):
            continue
        name = local(child)
        if name in _TEXTS or name in _DELETED_TEXTS:
            is_gone = gone or name in _DELETED_TEXTS
            add: Callable[[XmlPlace], None] = paragraph.add_gone if is_gone else paragraph.add
            add(XmlPlace(child, TEXT))
        elif name in _CODES:
            paragraph.add_code(XmlPlace(child, TEXT))
        elif name == "fldChar":
            paragraph.code_follows = False
        elif name in _FIXED and not gone:
            paragraph.add_fixed(_FIXED[name])
        elif name == _FORMULA:
            paragraph.add_fixed(" ")
            _read(child, paragraph, gone=gone)
        elif name in _BESIDE or name in _PARAGRAPHS:
            paragraph.beside.append(child if name in _BESIDE else _Only(child))
        else:
            _read(child, paragraph, gone=gone or name in _GONE)


class _Only(NamedTuple):
    """A paragraph that stands alone within another."""

    node: Any

    def __iter__(self) -> Iterator[Any]:
        yield self.node
