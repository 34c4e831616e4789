"""All texts of an OpenDocument part that are no paragraphs: attributes, properties, settings, remarks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from nescio.formats.markup.source import LINK
from nescio.formats.odf.schema import OdfSchema, load_odf_schema, odf_words, split_slot
from nescio.formats.odf.typed import put_text
from nescio.formats.office.schema import is_free_value
from nescio.formats.office.values import as_name
from nescio.formats.places import TECHNICAL, TOLD, Piece
from nescio.formats.xml_part import TAIL, TEXT, XmlPart, XmlPlace, local

_MEMBERS: Final = ("./", "../", "Pictures/", "Object", "media/")
_OFFICE: Final = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
CELLS: Final = frozenset({"table-cell", "covered-table-cell"})
_TYPED: Final = frozenset(f"{_OFFICE}{name}" for name in ("value", "date-value", "time-value"))
_ENTRY: Final = "config-item-map-entry"  # of settings, called by what they are about: a sheet
PACKED: Final = "base64Binary"
_TYPE: Final = "{urn:oasis:names:tc:opendocument:xmlns:config:1.0}type"


class OdfValue(NamedTuple):
    """A text with its place, and how a new one is written there."""

    piece: Piece
    place: XmlPlace
    is_address: bool = False
    is_running: bool = False  # of a paragraph
    is_typed: bool = False  # a number or a date without a text: with another one the cell holds a string

    def put(self, tree: XmlPart, text: str) -> None:
        if self.is_typed:
            del self.place.node.attrib[self.place.slot]
            self.place.node.set(f"{_OFFICE}value-type", "string")
            tree.put(XmlPlace(self.place.node, f"{_OFFICE}string-value"), text)
        elif self.is_running:
            put_text(tree, self.place, text)
        else:
            tree.put(self.place, LINK.written(self.place.value, text) if self.is_address else text)


def odf_values(part: XmlPart, taken: set[XmlPlace]) -> Iterator[OdfValue]:
    """Every text that is not taken yet and not free."""
    schema = load_odf_schema()
    for node in part.nodes():
        if not part.is_element(node):
            if (node.text or "").strip():
                yield OdfValue(Piece(node.text, TECHNICAL), XmlPlace(node, TEXT))
        else:
            yield from _of_element(node, taken, schema)
        place = XmlPlace(node, TAIL)
        if (node.tail or "").strip() and place not in taken:
            yield OdfValue(Piece(place.value, TOLD), place)


def is_packed(node: Any) -> bool:
    """Whether an element holds what programs packed: a picture, settings of a printer."""
    return local(node) == "binary-data" or node.get(_TYPE) == PACKED


def value_places(node: Any) -> Iterator[XmlPlace]:
    """The values of an element that are read: strings, and what a cell without a text holds."""
    slots = [slot for slot in node.attrib if slot == f"{_OFFICE}string-value" or slot in _TYPED]
    if not slots:
        return
    is_bare = local(node) in CELLS and not any(
        local(child) == "p" for child in node if isinstance(child.tag, str)
    )
    yield from (XmlPlace(node, slot) for slot in slots if is_bare or slot not in _TYPED)


def _of_element(node: Any, taken: set[XmlPlace], schema: OdfSchema) -> Iterator[OdfValue]:
    name, text = local(node), node.text or ""
    place = XmlPlace(node, TEXT)
    if place not in taken and not is_packed(node):
        label = schema.people.get(name, "")
        if label or (text.strip() and not _is_free(text)):
            kind = TECHNICAL if name == "config-item" else TOLD
            yield OdfValue(Piece(text, kind, label=label), place)
    values = {place.slot for place in value_places(node)}
    for slot, value in node.attrib.items():
        if slot in values:
            yield OdfValue(Piece(value, TOLD), XmlPlace(node, slot), is_typed=slot in _TYPED)
        elif (
            value.strip()
            and (name == _ENTRY or not schema.is_free(slot))
            and not _is_free(value)
            and not _is_member(slot, value)
        ):
            yield _attribute(XmlPlace(node, slot), name, schema)


def _is_free(value: str) -> bool:
    return value in odf_words() or is_free_value(value)


def _is_member(slot: str, value: str) -> bool:
    """Another part of the file: its name is that of a member of the archive."""
    return split_slot(slot) == ("xlink", "href") and value.startswith(_MEMBERS)


def _attribute(place: XmlPlace, element: str, schema: OdfSchema) -> OdfValue:
    value = place.value
    prefix, name = split_slot(place.slot)
    if prefix == "xlink" and name == "href":
        return OdfValue(Piece(LINK.read(value), TOLD), place, is_address=True)
    if name == "name" and prefix == "table" and element == "table":
        return OdfValue(Piece(value, TOLD, fit=as_name), place)
    is_told = name in schema.told and not (name == "name" and element in schema.references)
    if is_told and prefix not in schema.free | schema.coded:
        return OdfValue(Piece(value, TOLD), place)
    return OdfValue(Piece(value, TECHNICAL, fit=as_name, shared=True), place)
