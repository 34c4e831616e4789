"""Takes a file of Word or Excel apart into its texts, and puts it together again with new ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Final

from nescio.core.contents import DROPPED, FREE, REFUSED, REWRITTEN, FilePart
from nescio.core.errors import InputError
from nescio.formats.document import Wishes
from nescio.formats.gathering import Gathering
from nescio.formats.images import clean_picture
from nescio.formats.office.parts import (
    CONTENT_TYPES,
    RELATIONSHIPS,
    PartRoles,
    is_font,
    is_macro,
    is_xml,
    source_of,
    target_of,
    why_opaque,
    why_void,
)
from nescio.formats.office.running import RunningText
from nescio.formats.office.schema import load_schema
from nescio.formats.office.values import as_name, values
from nescio.formats.package import Package
from nescio.formats.places import TECHNICAL, TOLD, Piece
from nescio.formats.sniffing import open_inner
from nescio.formats.xml_part import TEXT, XmlPart, XmlPlace, local_name

Reader = Callable[[str, Any], Iterable[RunningText]]  # the running text of a part, by its name and its tree
_PIXELS: Final = "a picture; what is written into it besides pixels goes, its pixels were not read"


class OfficeFile:
    """One file: its pieces, what became of its parts, and how it is written."""

    def __init__(self, data: bytes, wishes: Wishes, *, order: Sequence[str], reader: Reader) -> None:
        self._package = Package.read(data)
        self._wishes, self._reader = wishes, reader
        self._trees: dict[str, XmlPart] = {}
        self._damaged: set[str] = set()
        for name, content in self._package.members.items():
            if name.lower().endswith((".xml", RELATIONSHIPS, ".vml")):
                self._parse(name, content)
        self._roles = PartRoles(self._package, self._trees)
        for name, content in self._package.members.items():
            if name not in self._trees and is_xml("", self._roles.type_of(name)):
                self._parse(name, content)
        self._gathered = Gathering()
        self._changed: dict[str, bytes | None] = {}  # what is written instead of a part
        self._void: set[str] = set()
        self.parts: list[FilePart] = []
        for name in sorted(self._package.members, key=partial(_rank, order)):
            self._take(name, self._package.members[name])

    @property
    def pieces(self) -> Sequence[Piece]:
        return self._gathered.pieces

    @property
    def must_write(self) -> bool:
        return self._gathered.must_write

    def write(self, texts: Sequence[str]) -> bytes:
        self._gathered.put(texts)
        for name in self._void:
            self._forget(name)
        for name, tree in self._trees.items():
            self._unpack(tree)
            if tree.changed and name not in self._void:
                self._changed[name] = tree.written()
        return self._package.written(self._changed | dict.fromkeys(self._void))

    def _parse(self, name: str, content: bytes) -> None:
        try:
            self._trees[name] = XmlPart(content)
        except InputError:
            self._damaged.add(name)

    def _take(self, name: str, content: bytes) -> None:
        """Says what a part is, and gathers its texts; what nobody knows is refused."""
        kind, role = self._roles.type_of(name), self._roles.role_of(name)
        if name.endswith("/"):
            self.parts.append(FilePart(name, FREE, "a folder"))
        elif is_macro(name, kind, role):
            self._take_macro(name)
        elif why := why_void(name, kind, role):
            self._void.add(name)
            self.parts.append(FilePart(name, DROPPED, why))
        elif name in self._trees:
            self._take_tree(name, self._trees[name])
        elif name in self._damaged or is_xml(name, kind):
            self.parts.append(FilePart(name, REFUSED, "an XML part is damaged or declares entities"))
        elif is_font(name):
            self.parts.append(FilePart(name, FREE, "a font"))
        else:
            self._take_bytes(name, content)

    def _take_tree(self, name: str, tree: XmlPart) -> None:
        before = len(self.pieces)
        taken: set[XmlPlace] = set()
        for place, kind, text_before in self._reader(name, tree.root):
            taken |= {place, XmlPlace(place.node, TEXT)}
            fit = as_name if kind == TECHNICAL else None
            piece = Piece(place.value, kind, before=text_before, fit=fit)
            self._gathered.add(piece, partial(tree.put, place, keep_space=True))
        known = not name.startswith("customXml/item") or "Props" in name
        for value in values(tree, taken, is_known=known):
            add = self._gathered.share if value.piece.shared else self._gathered.add
            add(value.piece, partial(_put_value, tree, value))
        found = self.pieces[before:]
        texts, characters = len(found), sum(len(piece.text) for piece in found)
        outcome = REWRITTEN if texts else FREE
        self.parts.append(
            FilePart(name, outcome, "" if texts else "words of the format alone", texts, characters)
        )

    def _take_bytes(self, name: str, content: bytes) -> None:
        if self._roles.role_of(name) == "customproperty":
            self._take_wide(name, content)
            return
        picture = clean_picture(content)
        if picture is not None:
            self._changed[name] = picture.data
            same = picture.data == content
            self.parts.append(FilePart(name, FREE if same else REWRITTEN, _PIXELS))
            return
        opened = (
            open_inner(content, self._wishes, suffix=name.rpartition(".")[2].lower()) if content else None
        )
        if opened is None:
            why = why_opaque(content) if content else ""
            self._drop_wished(name, why, wished=self._wishes.drop_unknown or not content)
            return
        parts = self._gathered.nest(opened, partial(self._changed.__setitem__, name))
        self.parts += [part._replace(name=f"{name}: {part.name}") for part in parts]

    def _take_wide(self, name: str, content: bytes) -> None:
        """A text in UTF-16 without XML around it."""
        try:
            text = content.decode("utf-16-le")
        except UnicodeDecodeError:
            self._drop_wished(name, "a property that is no text", wished=self._wishes.drop_unknown)
            return
        self._gathered.add(Piece(text, TOLD), lambda new: self._change(name, new.encode("utf-16-le")))
        self.parts.append(FilePart(name, REWRITTEN, "", 1, len(text)))

    def _change(self, name: str, content: bytes) -> None:
        self._changed[name] = content

    def _take_macro(self, name: str) -> None:
        wished = self._wishes.drop_macros
        self.parts.append(FilePart(name, DROPPED if wished else REFUSED, "macros, which are programs"))
        if wished:
            self._void.add(name)
            self._gathered.must_write = True

    def _drop_wished(self, name: str, why: str, *, wished: bool) -> None:
        """What cannot be read is refused, or emptied if that is wished."""
        if not why:
            self.parts.append(FilePart(name, FREE, "empty"))
        elif not wished:
            self.parts.append(FilePart(name, REFUSED, why))
        else:
            self.parts.append(FilePart(name, DROPPED, why))
            self._changed[name] = b""
            self._gathered.must_write = True

    def _forget(self, name: str) -> None:
        """Takes away what points to a part that goes."""
        types = self._trees.get(CONTENT_TYPES)
        if types is not None:
            _remove(types, lambda node: str(node.get("PartName", "")).lstrip("/") == name)
        for other, tree in self._trees.items():
            if other.endswith(RELATIONSHIPS) and other not in self._void:
                gone = _remove(tree, partial(_points_to, other, name))
                self._forget_ids(source_of(other), {str(node.get("Id")) for node in gone})

    def _forget_ids(self, name: str, ids: set[str]) -> None:
        """A sheet that names the settings of a printer names none."""
        tree = self._trees.get(name)
        if tree is None or not ids:
            return
        for node in tree.root.iter("{*}pageSetup"):
            for slot in [slot for slot in node.attrib if local_name(slot) == "id" and node.get(slot) in ids]:
                del node.attrib[slot]
                tree.changed = True

    def _unpack(self, tree: XmlPart) -> None:
        """What programs keep packed beside the text goes."""
        schema = load_schema()
        for node in tree.nodes():
            if not tree.is_element(node):
                continue
            for slot in [slot for slot in node.attrib if local_name(slot) in schema.packed_attributes]:
                del node.attrib[slot]
                tree.changed = True
            if node.text and local_name(node.tag) in schema.packed_elements:
                node.text = ""
                tree.changed = True


def _rank(order: Sequence[str], name: str) -> tuple[int, str]:
    """The main part first, then what belongs to it."""
    return next((number for number, prefix in enumerate(order) if name.startswith(prefix)), len(order)), name


def _put_value(tree: XmlPart, value: Any, text: str) -> None:
    tree.put(value.place, value.encoded(text))


def _points_to(relationships: str, name: str, node: Any) -> bool:
    is_inner = node.get("TargetMode") != "External"
    return is_inner and target_of(relationships, str(node.get("Target", ""))) == name


def _remove(tree: XmlPart, is_wanted: Callable[[Any], bool]) -> list[Any]:
    found = [node for node in tree.root if isinstance(node.tag, str) and is_wanted(node)]
    for node in found:
        tree.root.remove(node)
        tree.changed = True
    return found
