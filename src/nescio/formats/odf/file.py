"""Takes a file of OpenDocument apart into its texts, and puts it together again with new ones."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from nescio.core.contents import DROPPED, FREE, REFUSED, REWRITTEN, FilePart
from nescio.core.errors import InputError
from nescio.formats.document import OpenedDocument, Wishes
from nescio.formats.gathering import Gathering
from nescio.formats.images import clean_picture
from nescio.formats.markup.tree import Tree
from nescio.formats.odf.running import paragraphs
from nescio.formats.odf.typed import put_text
from nescio.formats.odf.values import is_packed, odf_values
from nescio.formats.office.parts import is_font
from nescio.formats.package import Package
from nescio.formats.places import Piece
from nescio.formats.sniffing import open_inner
from nescio.formats.xml_part import TEXT, XmlPart, XmlPlace, local, local_name

_MANIFEST: Final = "META-INF/manifest.xml"
_ORDER: Final = ("content.xml", "styles.xml", "Object", "meta.xml", "settings.xml")
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
_PIXELS: Final = "a picture; what is written into it besides pixels goes, its pixels were not read"
_UNKNOWN: Final = "a part that nothing here can read"
_PROGRAMS: Final = "macros, which are programs"


def open_odf(data: bytes, wishes: Wishes) -> OpenedDocument:
    if not data.startswith(b"PK"):
        raise InputError("This is no OpenDocument file: it is damaged, cut off or of another kind.")
    return OdfFile(data, wishes)


class OdfFile:
    """One file: its pieces, what became of its parts, and how it is written."""

    def __init__(self, data: bytes, wishes: Wishes) -> None:
        self._package = Package.read(data)
        self._wishes = wishes
        self._gathered = Gathering()
        self._trees: dict[str, XmlPart] = {}
        self._changed: dict[str, bytes | None] = {}  # what is written instead of a part
        self._void: set[str] = set()
        self._pictures: list[tuple[XmlPart, Any, str]] = []  # packed in XML, with what is written instead
        self.parts: list[FilePart] = []
        if "content.xml" not in self._package.members:
            raise InputError("This is no OpenDocument file: it has no content.")
        self._refuse_encrypted()
        for name in sorted(self._package.members, key=_rank):
            self._take(name, self._package.members[name])

    @property
    def pieces(self) -> Sequence[Piece]:
        return self._gathered.pieces

    @property
    def must_write(self) -> bool:
        return self._gathered.must_write

    def write(self, texts: Sequence[str]) -> bytes:
        self._gathered.put(texts)
        for tree, node, content in self._pictures:
            tree.put(XmlPlace(node, TEXT), content)
        self._forget()
        for name, tree in self._trees.items():
            if tree.changed:
                self._changed[name] = tree.written()
        return self._package.written(self._changed | dict.fromkeys(self._void))

    def _refuse_encrypted(self) -> None:
        manifest = self._package.members.get(_MANIFEST, b"")
        if b"encryption-data" in manifest or "encrypted-package" in self._package.members:
            raise InputError("The document is encrypted; take the password off first.")

    def _take(self, name: str, content: bytes) -> None:
        """Says what a part is, and gathers its texts; what nobody knows is refused."""
        why = next((why for begin, why in _VOID.items() if name.startswith(begin)), "")
        if name.endswith("/") or not content:
            self.parts.append(FilePart(name, FREE, "a folder" if name.endswith("/") else "empty"))
        elif name == "mimetype" or is_font(name):
            self.parts.append(FilePart(name, FREE, "a font" if is_font(name) else "the type of the file"))
        elif why:
            self._void.add(name)
            self.parts.append(FilePart(name, DROPPED, why))
        elif name.startswith(_MACROS):
            self._take_macro(name)
        elif name.lower().endswith((".xml", ".rdf", ".xcu")):
            self._take_tree(name, content)
        else:
            self._take_bytes(name, content)

    def _take_tree(self, name: str, content: bytes) -> None:
        try:
            usual = _DOCTYPE.search(content[:_EARLY])  # formulas and menus have one, which declares nothing
            tree = self._trees[name] = XmlPart(content, doctype=usual is not None)
        except InputError:
            self.parts.append(FilePart(name, REFUSED, "an XML part is damaged or declares entities"))
            return
        before = len(self.pieces)
        taken: set[XmlPlace] = set()
        for place, fixed in paragraphs(tree.root) if name != _MANIFEST else ():
            taken.add(place)
            self._gathered.add(Piece(place.value, before=fixed), partial(put_text, tree, place))
        for value in odf_values(tree, taken) if name != _MANIFEST else ():
            add = self._gathered.share if value.piece.shared else self._gathered.add
            add(value.piece, partial(value.put, tree))
        self._take_packed(name, tree)
        found = self.pieces[before:]
        why = "" if found else "names of parts" if name == _MANIFEST else "words of the format alone"
        size = sum(len(piece.text) for piece in found)
        self.parts.append(FilePart(name, REWRITTEN if found else FREE, why, len(found), size))

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
                    self.parts.append(FilePart(name, REFUSED, "packed data that nothing here can read"))
                elif new != node.text:
                    self._gathered.must_write |= new is None
                    self._pictures.append((tree, node, new or ""))

    def _take_program(self, name: str, tree: XmlPart, node: Any) -> None:
        wished = self._wishes.drop_macros
        self.parts.append(FilePart(name, DROPPED if wished else REFUSED, _PROGRAMS))
        if wished:
            self._pictures.append((tree, node, ""))
            self._gathered.must_write = True

    def _take_bytes(self, name: str, content: bytes) -> None:
        picture = clean_picture(content)
        if picture is not None:
            self._changed[name] = picture.data
            self.parts.append(FilePart(name, FREE if picture.data == content else REWRITTEN, _PIXELS))
            return
        suffix = name.rpartition(".")[2].lower()
        opened = Tree(content) if suffix == "svg" else open_inner(content, self._wishes, suffix=suffix)
        if opened is not None:
            parts = self._gathered.nest(opened, partial(self._changed.__setitem__, name))
            self.parts += [part._replace(name=f"{name}: {part.name}") for part in parts]
        elif self._wishes.drop_unknown:
            self.parts.append(FilePart(name, DROPPED, _UNKNOWN))
            self._void.add(name)
            self._gathered.must_write = True
        else:
            self.parts.append(FilePart(name, REFUSED, _UNKNOWN))

    def _take_macro(self, name: str) -> None:
        wished = self._wishes.drop_macros
        self.parts.append(FilePart(name, DROPPED if wished else REFUSED, _PROGRAMS))
        if wished:
            self._void.add(name)
            self._gathered.must_write = True

    def _forget(self) -> None:
        """Takes away what the manifest says of parts that go."""
        manifest = self._trees.get(_MANIFEST)
        if manifest is None:
            return
        for node in list(manifest.root):
            if manifest.is_element(node) and _path(node) in self._void:
                manifest.root.remove(node)
                manifest.changed = True


def _path(node: Any) -> str:
    return next((str(value) for slot, value in node.attrib.items() if local_name(slot) == "full-path"), "")


def _rank(name: str) -> tuple[int, str]:
    return next((at for at, begin in enumerate(_ORDER) if name.startswith(begin)), len(_ORDER)), name


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
