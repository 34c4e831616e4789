"""Word documents: docx and docm, with everything that lies in them besides the text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Final

from nescio.core.errors import InputError
from nescio.formats.document import OpenedDocument, Wishes
from nescio.formats.office.format import OfficeFormat, open_office
from nescio.formats.office.review_parts import is_review
from nescio.formats.office.running import running_text
from nescio.formats.running import RunningText

# The body first, then what stands around it, then what is about it.
_ORDER: Final = (
    "word/document", "word/header", "word/footer", "word/footnotes", "word/endnotes", "word/comments",
    "word/glossary/document", "word/charts", "word/diagrams", "word/embeddings", "word/",
    "docProps/", "customXml/",
)  # fmt: skip
_MAIN: Final = "word/"


def open_docx(data: bytes, wishes: Wishes) -> OpenedDocument:
    if data.startswith(b"PK") and is_review(data):
        raise InputError("It is a review copy, which is not for publication: seal it with `nescio seal`.")
    return open_office(data, wishes, what="Word document", order=_ORDER, reads=lambda _: _running)


class DocxFormat(OfficeFormat):
    """Rewrites every text of a Word document in place."""

    suffixes: ClassVar[frozenset[str]] = frozenset({".docx", ".docm", ".dotx", ".dotm"})
    name: ClassVar[str] = "docx"
    opened = staticmethod(open_docx)


def _running(name: str, root: Any) -> Iterable[RunningText]:
    """Paragraphs are in the parts of the document; the others have values alone."""
    return running_text(root) if name.startswith(_MAIN) and name.endswith(".xml") else ()
