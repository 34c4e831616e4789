"""XML files, such as TEI: text, attributes and remarks; entities are not resolved, and nothing is fetched."""

from __future__ import annotations

from typing import ClassVar

from nescio.core.errors import InputError
from nescio.formats.document import DocumentFormat, OpenedDocument, Wishes
from nescio.formats.markup.tree import Tree


class XmlFormat(DocumentFormat):
    """Rewrites an XML file in its own source: what is not replaced stays sign for sign."""

    suffixes: ClassVar[frozenset[str]] = frozenset({".xml", ".tei"})
    name: ClassVar[str] = "xml"

    def open(self, data: bytes, wishes: Wishes) -> list[OpenedDocument]:
        return [open_xml(data, wishes)]


def open_xml(data: bytes, wishes: Wishes) -> OpenedDocument:
    if not data.strip():
        raise InputError("The file is empty.")
    return Tree(data)
