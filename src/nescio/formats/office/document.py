"""Takes a file of Word or Excel apart into its texts, and puts it together again with new ones."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from nescio.core.contents import FREE, REFUSED, REWRITTEN, FilePart
from nescio.core.errors import InputError
from nescio.formats.archive import DAMAGED, UNKNOWN, ArchivedDocument
from nescio.formats.document import Wishes
from nescio.formats.office.parts import (
    CONTENT_TYPES,
    RELATIONSHIPS,
    PartRoles,
    is_font,
    is_macro,
    is_xml,
    source_of,
    target_of,
    why_void,
)
from nescio.formats.office.revisions import accept_changes
from nescio.formats.office.schema import is_own_space, load_schema
from nescio.formats.office.values import Value, as_name, values
from nescio.formats.packed import is_packed
from nescio.formats.places import TECHNICAL, TOLD, Piece
from nescio.formats.running import RunningText
from nescio.formats.xml_part import XmlPart, local_name

_DRAWINGS: Final = (".vml", ".svg")

Reader = Callable[[str, Any], Iterable[RunningText]]  # the running text of a part, by its name and its tree


class OfficeFile(ArchivedDocument):
    """One file: its pieces, what became of its parts, and how it is written.

    `reads` is told all trees and answers with what finds the running text of a part.
    """

    def __init__(
        self,
        data: bytes,
        wishes: Wishes,
        *,
        order: Sequence[str],
        reads: Callable[[Mapping[str, XmlPart]], Reader],
    ) -> None:
        super().__init__(data, wishes)
        self._damaged: set[str] = set()
        for name, content in self._package.members.items():
            if is_xml(name, ""):
                self._parse(name, content)
        self._roles = PartRoles(self._package, self._trees)
        for name, content in self._package.members.items():
            if name not in self._trees and is_xml("", self._roles.type_of(name)):
                self._parse(name, content)
        self._reader = reads(self._trees)
        self._take_all(order)

    def _parse(self, name: str, content: bytes) -> None:
        try:
            self._trees[name] = XmlPart(content)
        except InputError:
            self._damaged.add(name)

    def _take(self, name: str, content: bytes) -> None:
        kind, role = self._roles.type_of(name), self._roles.role_of(name)
        if name.endswith("/"):
            self._tell(name, FREE, "a folder")
        elif is_macro(name, kind, role):
            self._take_macro(name)
        elif why := why_void(name, kind, role):
            self._take_void(name, why)
        elif name in self._trees:
            self._accept(name, self._trees[name], accept_changes)
            self._gather(name, self._trees[name], self._texts(name, self._trees[name]))
        elif name in self._damaged or is_xml(name, kind):
            self._tell(name, REFUSED, DAMAGED)
        elif is_font(name) or not content:
            self._tell(name, FREE, "a font" if content else "empty")
        elif role == "customproperty":
            self._take_wide(name, content)
        elif not self._take_picture(name, content) and not self._take_inner(name, content):
            self._empty(name, UNKNOWN)

    def _texts(self, name: str, tree: XmlPart) -> Iterator[Value]:
        taken = set()
        for place, before, kind, label, rule in self._reader(name, tree.root):
            taken.add(place.whole)
            fit = as_name if kind == TECHNICAL else None
            yield Value(
                Piece(place.value, kind, before=before, label=label, rule=rule, fit=fit),
                place,
                is_running=True,
            )
        yield from values(tree, taken, is_known=_is_known(name, tree))

    def _take_wide(self, name: str, content: bytes) -> None:
        """A text in UTF-16 without XML around it."""
        try:
            text = content.decode("utf-16-le")
        except UnicodeDecodeError:
            self._empty(name, "a property that is no text")
            return
        self._gathered.add(Piece(text, TOLD), lambda new: self._change(name, new.encode("utf-16-le")))
        self.parts.append(FilePart(name, REWRITTEN, "", 1, len(text)))

    def _change(self, name: str, content: bytes) -> None:
        self._changed[name] = content

    def _forget(self) -> None:
        types = self._trees.get(CONTENT_TYPES)
        if types is not None:
            _remove(types, lambda node: str(node.get("PartName", "")).lstrip("/") in self._void)
        for name, tree in self._trees.items():
            if name.endswith(RELATIONSHIPS) and name not in self._void:
                gone = _remove(tree, partial(_points_to, name, self._void))
                self._forget_ids(source_of(name), {str(node.get("Id")) for node in gone})
        for name, tree in self._trees.items():
            _unpack(tree, is_known=_is_known(name, tree))

    def _forget_ids(self, name: str, ids: set[str]) -> None:
        """A sheet that names the settings of a printer names none."""
        tree = self._trees.get(name)
        if tree is None or not ids:
            return
        for node in tree.root.iter("{*}pageSetup"):
            for slot in [slot for slot in node.attrib if local_name(slot) == "id" and node.get(slot) in ids]:
                del node.attrib[slot]
                tree.changed = True


def _is_known(name: str, tree: XmlPart) -> bool:
    """Whether the schema of a part is one of Office, and none that somebody made up."""
    if name.startswith("customXml/item") and "Props" not in name:
        return False
    # A drawing of before has no namespace around it.
    return name.lower().endswith(_DRAWINGS) or is_own_space(str(tree.root.tag))


def _unpack(tree: XmlPart, *, is_known: bool) -> None:
    """What programs keep packed beside the text goes."""
    schema = load_schema()
    for node in tree.nodes():
        if not tree.is_element(node):
            continue
        for slot, value in node.attrib.items():
            if local_name(slot) in schema.packed_attributes or (not is_known and is_packed(value)):
                del node.attrib[slot]
                tree.changed = True
        is_own = not is_known and is_packed(node.text or "")
        if node.text and (is_own or local_name(node.tag) in schema.packed_elements):
            node.text = ""
            tree.changed = True


def _points_to(relationships: str, names: Collection[str], node: Any) -> bool:
    is_inner = node.get("TargetMode") != "External"
    return is_inner and target_of(relationships, str(node.get("Target", ""))) in names


def _remove(tree: XmlPart, is_wanted: Callable[[Any], bool]) -> list[Any]:
    found = [node for node in tree.root if isinstance(node.tag, str) and is_wanted(node)]
    for node in found:
        tree.root.remove(node)
        tree.changed = True
    return found
