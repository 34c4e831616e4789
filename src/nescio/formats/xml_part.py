"""XML as documents use it: a tree whose texts, attributes and remarks are places."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from nescio.core.errors import InputError, JobError
from nescio.core.extras import import_extra

TEXT: Final = "#text"  # of an element: before its first child; no attribute is called so
TAIL: Final = "#tail"  # behind an element
INSTALL: Final = "'nescio[documents]'"
_SPACE: Final = "{http://www.w3.org/XML/1998/namespace}space"


class XmlPlace(NamedTuple):
    """Where a text stands: in an element, behind it, or in one of its attributes."""

    node: Any
    slot: str  # TEXT, TAIL or the name of an attribute

    @property
    def value(self) -> str:
        if self.slot in (TEXT, TAIL):
            return str(getattr(self.node, self.slot[1:]) or "")
        return str(self.node.get(self.slot) or "")

    @property
    def whole(self) -> XmlPlace:
        """The place that nobody else may take: this one, or what it is a stretch of."""
        return self

    def put(self, value: str) -> None:
        try:
            if self.slot in (TEXT, TAIL):
                setattr(self.node, self.slot[1:], value)
            else:
                self.node.set(self.slot, value)
        except ValueError as error:
            raise JobError("A replacement has a character that XML cannot hold.") from error


class XmlPart:
    """One XML file; nothing outside of it is ever read, and entities are not resolved."""

    def __init__(self, data: bytes, *, doctype: bool = False) -> None:
        self._data = data
        self._etree = import_extra("lxml.etree", needed_by="This format", install=INSTALL)
        parser = self._etree.XMLParser(
            resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, strip_cdata=False
        )
        try:
            self.root = self._etree.fromstring(data, parser)
        except (self._etree.XMLSyntaxError, ValueError) as error:
            raise InputError("An XML part is damaged.") from error
        self._tree = self.root.getroottree()
        if self._tree.docinfo.internalDTD is not None and not doctype:
            raise InputError("An XML part declares entities or a document type, which it need not have.")
        self.changed = False

    def nodes(self) -> Iterator[Any]:
        """Every element, remark and instruction in the order of the file, those around the root too."""
        before = list(self.root.itersiblings(preceding=True))
        yield from reversed(before)
        yield from self.root.iter()
        yield from self.root.itersiblings()

    def is_element(self, node: Any) -> bool:
        return isinstance(node.tag, str)

    def is_entity(self, node: Any) -> bool:
        return node.tag is self._etree.Entity

    def put(self, place: XmlPlace, value: str, *, keep_space: bool = False) -> None:
        """A new value; an element that is told so keeps white space at its borders."""
        place.put(value)
        if keep_space and value != value.strip():
            place.node.set(_SPACE, "preserve")
        self.changed = True

    def written(self) -> bytes:
        """The very bytes if nothing changed."""
        if not self.changed:
            return self._data
        info = self._tree.docinfo
        made: bytes = self._etree.tostring(
            self._tree,
            encoding=info.encoding or "UTF-8",
            xml_declaration=b"<?xml" in self._data[:64].replace(b"\0", b""),
            standalone=info.standalone,
        )
        return made


def local(node: Any) -> str:
    """The name of an element without its namespace."""
    return str(node.tag).rpartition("}")[2]


def local_name(slot: str) -> str:
    """The name of an attribute without its namespace."""
    return slot.rpartition("}")[2]


def drop_node(node: Any) -> None:
    """Takes an element out; what stands behind it stays."""
    above = node.getparent()
    if above is None:
        return
    _hang(node, node.tail or "")
    node.tail = None
    above.remove(node)


def unwrap_node(node: Any) -> None:
    """Takes an element away and leaves what is in it."""
    above = node.getparent()
    if above is None:
        return
    if len(node):
        node[-1].tail = (node[-1].tail or "") + (node.tail or "")
        _hang(node, node.text or "")
    else:
        _hang(node, (node.text or "") + (node.tail or ""))
    node.tail = None
    at = above.index(node)
    above[at : at + 1] = list(node)


def _hang(node: Any, text: str) -> None:
    """A text before an element: behind the one before it, or at the beginning of the one around it."""
    if not text:
        return
    before = node.getprevious()
    if before is not None:
        before.tail = (before.tail or "") + text
    else:
        node.getparent().text = (node.getparent().text or "") + text
