"""The running text of Word and Excel: what a paragraph is, what is gone from it, codes of fields."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar, Final

from nescio.formats.places import TECHNICAL
from nescio.formats.running import Blocks, OpenParagraph, RunningText
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
_BESIDE: Final = frozenset({"txbxContent", "txbx", "txBody", "tbl", "rPh", "rt"})
_FORMULA: Final = "oMath"


def running_text(root: Any) -> Iterator[RunningText]:
    """The texts below an element, by paragraph."""
    return _OfficeBlocks().texts(root)


class _OfficeBlocks(Blocks):
    """Paragraphs of Word, of drawings and of cells."""

    cells: ClassVar[frozenset[str]] = frozenset({"tc"})
    row: ClassVar[str] = "tr"

    def is_paragraph(self, node: Any) -> bool:
        return local(node) in _PARAGRAPHS

    def loose(self, node: Any, before: str) -> RunningText | None:
        name = local(node)
        if name in _TEXTS or name in _DELETED_TEXTS:
            return RunningText(XmlPlace(node, TEXT), before)
        return RunningText(XmlPlace(node, TEXT), "\n", TECHNICAL) if name in _CODES else None

    def read(self, node: Any, paragraph: OpenParagraph) -> None:
        self._read(node, paragraph, gone=False)

    def _read(self, node: Any, paragraph: OpenParagraph, *, gone: bool) -> None:
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
                self._read(child, paragraph, gone=gone)
            elif name in _BESIDE or name in _PARAGRAPHS:
                paragraph.beside.append(child)
            else:
                self._read(child, paragraph, gone=gone or name in _GONE)
