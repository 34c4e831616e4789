"""Takes a file of OpenDocument apart into its texts, and puts it together again with new ones."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from nescio.core.contents import FREE, REFUSED
from nescio.core.errors import InputError
from nescio.formats.archive import DAMAGED, PROGRAMS, UNKNOWN, ArchivedDocument
from nescio.formats.document import OpenedDocument, Wishes
from nescio.formats.images import clean_picture
from nescio.formats.markup.tree import Tree
from nescio.formats.odf.columns import column_labels
from nescio.formats.odf.revisions import accept_odf_changes
from nescio.formats.odf.running import paragraphs
from nescio.formats.odf.values import OdfValue, is_packed, odf_values
from nescio.formats.office.parts import is_font
from nescio.formats.places import Piece
from nescio.formats.xml_part import TEXT, XmlPart, XmlPlace, local, local_name

_MANIFEST: Final = "META-INF/manifest.xml"
_CONTENT: Final = "content.xml"
_ORDER: Final = (_CONTENT, "styles.xml", "Object", "meta.xml", "settings.xml")
_MACROS: Final = ("Basic/", "Scripts/", "Dialogs/")
# What goes as soon as something is hidden, by the beginning of its name.
_VOID: Final = {
    "Thumbnails/": "a small picture of the first page, which may be read",
    "ObjectReplacements/": "a picture of an object, which may be read",
    "META-INF/documentsignatures.xml": "a signature, which is void when something is hidden",
    "META-INF/macrosignatures.xml": "a signature, which is void when something is hidden",
    "layout-cache": "a note of the program about the layout",
}
_DOCTYPE: Final = re.compile(
    rb"<!DOCTYPE [\w:.-]+ PUBLIC \"-//(?:OpenOffice\.org|W3C)//DTD [\w .-]+//EN\" \"[\w:/.-]+\.dtd\">"
)
_EARLY: Final = 1024  # bytes in which a document type stands


def open_odf(data: bytes, wishes: Wishes) -> OpenedDocument:
    if not data.startswith(b"PK"):
        raise InputError("This is no OpenDocument file: it is damaged, cut off or of another kind.")
    return OdfFile(data, wishes)


class OdfFile(ArchivedDocument):
    """One file: its pieces, what became of its parts, and how it is written."""

    def __init__(self, data: bytes, wishes: Wishes) -> None:
        super().__init__(data, wishes)
        self._packed: list[tuple[XmlPart, Any, str]] = []  # in XML, with what is written instead
        if _CONTENT not in self._package.members:
            raise InputError("This is no OpenDocument file: it has no content.")
        self._refuse_encrypted()
        self._take_all(_ORDER)

    def _refuse_encrypted(self) -> None:
        manifest = self._package.members.get(_MANIFEST, b"")
        if b"encryption-data" in manifest or "encrypted-package" in self._package.members:
            raise InputError("The document is encrypted; take the password off first.")

    def _take(self, name: str, content: bytes) -> None:
        why = next((why for begin, why in _VOID.items() if name.startswith(begin)), "")
        if name.endswith("/") or not content:
            self._tell(name, FREE, "a folder" if name.endswith("/") else "empty")
        elif name == "mimetype" or is_font(name):
            self._tell(name, FREE, "a font" if is_font(name) else "the type of the file")
        elif why:
            self._take_void(name, why)
        elif name.startswith(_MACROS):
            self._take_macro(name)
        elif name.lower().endswith((".xml", ".rdf", ".xcu")):
            self._take_tree(name, content)
        elif name.lower().endswith(".svg"):
            self._nest(name, Tree(content))
        elif not self._take_picture(name, content) and not self._take_inner(name, content):
            self._empty(name, UNKNOWN)

    def _take_tree(self, name: str, content: bytes) -> None:
        try:
            usual = _DOCTYPE.search(content[:_EARLY])  # formulas and menus have one, which declares nothing
            tree = self._trees[name] = XmlPart(content, doctype=usual is not None)
        except InputError:
            self._tell(name, REFUSED, DAMAGED)
            return
        if name == _MANIFEST:
            self._tell(name, FREE, "names of parts")
        else:
            self._accept(name, tree, accept_odf_changes)
            self._gather(name, tree, _texts(tree, self._said_of(name, tree)))
            self._take_packed(name, tree)

    def _said_of(self, name: str, tree: XmlPart) -> dict[XmlPlace, dict[str, Any]]:
        """What columns are; an object within the file need not have those that were named."""
        rules = self._wishes.columns
        return column_labels(tree.root, rules if name == _CONTENT else rules.lenient, name)

    def _take_packed(self, name: str, tree: XmlPart) -> None:
        """Pictures and settings that are packed in XML, and programs."""
        for node in tree.root.iter():
            if not tree.is_element(node) or not (node.text or "").strip():
                continue
            if local(node) == "script" or local(node) == "libraries":
                self._take_program(name, tree, node)
            elif is_packed(node):
                new = "" if local(node) != "binary-data" else _unpacked(str(node.text))
                if new is None and not self._wishes.drop_unknown:
                    self._tell(name, REFUSED, "packed data that nothing here can read")
                elif new != node.text:
                    self._gathered.must_write |= new is None
                    self._packed.append((tree, node, new or ""))

    def _take_program(self, name: str, tree: XmlPart, node: Any) -> None:
        if self._may_drop(name, PROGRAMS, wished=self._wishes.drop_macros):
            self._packed.append((tree, node, ""))

    def _empty(self, name: str, why: str) -> None:
        """Only the manifest points to it, and forgets it."""
        if self._may_drop(name, why, wished=self._wishes.drop_unknown):
            self._void.add(name)

    def _forget(self) -> None:
        for tree, node, content in self._packed:
            tree.put(XmlPlace(node, TEXT), content)
        manifest = self._trees.get(_MANIFEST)
        if manifest is None:
            return
        for node in list(manifest.root):
            if manifest.is_element(node) and _path(node) in self._void:
                manifest.root.remove(node)
                manifest.changed = True


def _path(node: Any) -> str:
    return next((str(value) for slot, value in node.attrib.items() if local_name(slot) == "full-path"), "")


def _texts(tree: XmlPart, said: Mapping[XmlPlace, dict[str, Any]]) -> Iterator[OdfValue]:
    taken = set()
    for place, before, *_ in paragraphs(tree.root):
        taken.add(place)
        yield OdfValue(Piece(place.value, before=before, **said.get(place, {})), place, is_running=True)
    for value in odf_values(tree, taken):
        known = said.get(value.place)
        yield value if known is None else value._replace(piece=replace(value.piece, **known))


def _unpacked(text: str) -> str | None:
    """A packed picture without what is written into it; None if it is none."""
    try:
        content = base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        return None
    picture = clean_picture(content)
    if picture is None:
        return None
    return text if picture.data == content else base64.b64encode(picture.data).decode()
