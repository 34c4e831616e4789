"""Word documents: docx and docm, with everything that lies in them besides the text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Final

from nescio.core.errors import InputError
from nescio.formats.document import DocumentFormat, OpenedDocument, Wishes
from nescio.formats.office.document import OfficeFile
from nescio.formats.office.running import RunningText, running_text
from nescio.formats.office.schema import vocabulary
from nescio.formats.sniffing import refuse_old

# The body first, then what stands around it, then what is about it.
_ORDER: Final = (
    "word/document", "word/header", "word/footer", "word/footnotes", "word/endnotes", "word/comments",
    "word/glossary/document", "word/charts", "word/diagrams", "word/embeddings", "word/",
    "docProps/", "customXml/",
)  # fmt: skip
_MAIN: Final = "word/"


class DocxFormat(DocumentFormat):
    """Rewrites every text of a Word document in place."""

    suffixes: ClassVar[frozenset[str]] = frozenset({".docx", ".docm", ".dotx", ".dotm"})
    name: ClassVar[str] = "docx"

    @property
    def vocabulary(self) -> frozenset[str]:  # type: ignore[override]  # read when a file needs it
        return vocabulary()

    def open(self, data: bytes, wishes: Wishes) -> list[OpenedDocument]:
        return [open_docx(data, wishes)]


def open_docx(data: bytes, wishes: Wishes) -> OpenedDocument:
    refuse_old(data)
    if not data.startswith(b"PK"):
        raise InputError("This is no Word document: it is damaged, cut off or of another kind.")
    return OfficeFile(data, wishes, order=_ORDER, reader=_running)


def _running(name: str, root: Any) -> Iterable[RunningText]:
    """Paragraphs are in the parts of the document; the others have values alone."""
    return running_text(root) if name.startswith(_MAIN) and name.endswith(".xml") else ()
