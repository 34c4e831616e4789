"""What each part of an Office file is: by its type, by what points to it, and by its first bytes."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from typing import Any, Final

from nescio.formats.package import Package
from nescio.formats.xml_part import XmlPart, local

CONTENT_TYPES: Final = "[Content_Types].xml"
RELATIONSHIPS: Final = ".rels"
_XML: Final = ("+xml", "/xml")
_XML_SUFFIXES: Final = (".xml", ".rels", ".vml", ".svg")
_FONTS: Final = (".odttf", ".fntdata", ".ttf", ".otf")
_PRIVATE: Final = frozenset({"workbookmetadata", "documentmetadata"})  # of a service on the web, packed
_MACROS: Final = ("vbaproject", "vbadata", "macro", "activex", "attachedtoolbars", "xlmacrosheet")


class PartRoles:
    """Types of parts, and the relationships that point to them."""

    def __init__(self, package: Package, trees: Mapping[str, XmlPart]) -> None:
        self._defaults: dict[str, str] = {}
        self._types: dict[str, str] = {}
        self._pointed: dict[str, str] = {}
        types = trees.get(CONTENT_TYPES)
        for node in types.root if types is not None else ():
            self._note_type(node)
        for name, tree in trees.items():
            if name.endswith(RELATIONSHIPS):
                self._note_relationships(name, tree)

    def _note_type(self, node: Any) -> None:
        if not isinstance(node.tag, str):
            return
        if local(node) == "Default":
            self._defaults[str(node.get("Extension", "")).lower()] = str(node.get("ContentType", ""))
        else:
            self._types[str(node.get("PartName", "")).lstrip("/").lower()] = str(node.get("ContentType", ""))

    def _note_relationships(self, name: str, tree: XmlPart) -> None:
        for node in tree.root:
            if isinstance(node.tag, str) and node.get("TargetMode") != "External":
                target = target_of(name, str(node.get("Target", "")))
                self._pointed[target.lower()] = str(node.get("Type", ""))

    def type_of(self, name: str) -> str:
        """The type of a part, small; empty if the file does not say."""
        own = self._types.get(name.lower())
        return (own or self._defaults.get(name.rpartition(".")[2].lower(), "")).lower()

    def role_of(self, name: str) -> str:
        """What points to a part says what it is for: `…/thumbnail`; empty if nothing does."""
        return self._pointed.get(name.lower(), "").rpartition("/")[2].lower()


def target_of(relationships: str, target: str) -> str:
    """The name of the part that a relationship points to."""
    folder = posixpath.dirname(posixpath.dirname(relationships))
    whole = target if target.startswith("/") else posixpath.join("/", folder, target)
    return posixpath.normpath(whole).lstrip("/")


def source_of(relationships: str) -> str:
    """The name of the part whose relationships these are."""
    folder, name = posixpath.split(relationships)
    return posixpath.join(posixpath.dirname(folder), name.removesuffix(RELATIONSHIPS))


def is_xml(name: str, kind: str) -> bool:
    return name.lower().endswith(_XML_SUFFIXES) or kind.endswith(_XML)


def is_font(name: str) -> bool:
    return name.lower().endswith(_FONTS)


def is_macro(name: str, kind: str, role: str) -> bool:
    """Programs within the document; the type of the document itself only says that there may be some."""
    if kind.endswith("main+xml"):
        return False
    return any(word in place for word in _MACROS for place in (name.lower(), kind, role))


def why_void(name: str, kind: str, role: str) -> str:
    """Why a part is dropped as soon as something is hidden; empty if it is not."""
    if name.startswith("_xmlsignatures/") or "digital-signature" in kind:
        return "a signature, which is void when something is hidden"
    if name.startswith("[trash]/"):
        return "what a program had thrown away"
    if role == "thumbnail" or name.startswith("docProps/thumbnail"):
        return "a small picture of the first page, which may be read"
    if "printersettings" in kind or role == "printersettings":
        return "settings of a printer, which may name it and its owner"
    if role in _PRIVATE:
        return "private data of a program"
    return ""
