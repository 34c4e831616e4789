"""Values behind a text: a cell or a field says 2 January and keeps 1980-01-02 in an attribute."""

from __future__ import annotations

from typing import Any, Final

from nescio.formats.xml_part import XmlPart, XmlPlace, local, local_name

_VALUES: Final = frozenset({"value", "date-value", "time-value", "boolean-value", "currency"})
_TYPE: Final = "value-type"
_ENDS: Final = frozenset({"table-cell", "covered-table-cell", "annotation", "note", "text-box", "table"})
_FIELDS: Final = frozenset(
    {"date", "time", "creation-date", "creation-time", "modification-date", "print-date"}
)
_FIXED: Final = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}fixed"


def put_text(tree: XmlPart, place: XmlPlace, text: str) -> None:
    """A new text in a paragraph; the values behind it go, or they would say what it no longer says."""
    tree.put(place, text)
    node = place.node
    while node is not None:
        if isinstance(node.tag, str):
            _forget(node)
            if local(node) in _ENDS:
                return
        node = node.getparent()


def _forget(node: Any) -> None:
    slots = [slot for slot in node.attrib if local_name(slot) in _VALUES]
    for slot in slots:
        del node.attrib[slot]
    if slots:
        for slot in [slot for slot in node.attrib if local_name(slot) == _TYPE]:
            node.set(slot, "string")
    if slots and local(node) in _FIELDS:
        node.set(_FIXED, "true")
