"""All texts of an XML part that are no running text: attributes, remarks, values of properties."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from nescio.formats.markup.source import LINK
from nescio.formats.office.schema import Schema, is_free_value, load_schema
from nescio.formats.office.sheets import header_stretches, is_plain_formula
from nescio.formats.packed import is_packed
from nescio.formats.places import TECHNICAL, TOLD, Piece
from nescio.formats.xml_part import TAIL, TEXT, XmlPart, XmlPlace, local, local_name

_FORMULAS: Final = frozenset(
    {"f", "formula", "formula1", "formula2", "definedName", "calculatedColumnFormula", "totalsRowFormula"}
)
# What must stay equal to the text of a cell.
_TOLD: Final = frozenset({("s", "v"), ("tableColumn", "name"), ("cacheField", "name")})
_MARK: Final = "redacted"
_LETTERS: Final = re.compile(r"[^\W\d_]{2}")
_NOT_IN_NAMES: Final = re.compile(r"\W+")


class Value(NamedTuple):
    """A text with its place, and how a new one is written there."""

    piece: Piece
    place: XmlPlace
    is_address: bool = False
    is_running: bool = False  # its white space counts

    def put(self, tree: XmlPart, text: str) -> None:
        written = LINK.written(self.place.value, text) if self.is_address else text
        tree.put(self.place, written, keep_space=self.is_running)


def values(part: XmlPart, taken: set[XmlPlace], *, is_known: bool) -> Iterator[Value]:
    """Every text that is not taken yet and not free; of an unknown schema nothing is free."""
    schema = load_schema()
    for node in part.nodes():
        if not part.is_element(node):
            if (node.text or "").strip():
                yield _told(XmlPlace(node, TEXT), TECHNICAL)
        else:
            yield from _of_element(node, taken, schema, is_known=is_known)
        if (node.tail or "").strip():
            yield _told(XmlPlace(node, TAIL), TOLD)


def _of_element(node: Any, taken: set[XmlPlace], schema: Schema, *, is_known: bool) -> Iterator[Value]:
    name = local(node)
    place = XmlPlace(node, TEXT)
    text = node.text or ""
    is_free = name in schema.packed_elements or (
        _is_free_text(schema, name, text) if is_known else is_packed(text)
    )
    if place not in taken and text.strip() and not is_free:
        if is_known and _is_header(node):
            yield from (Value(Piece(stretch.value, TOLD), stretch) for stretch in header_stretches(node))
        elif is_known and name in _FORMULAS:
            yield Value(Piece(text, TECHNICAL, fit=as_name), place)
        else:
            yield _told(place, TOLD, schema.told_elements.get(name, ""))
    for slot, value in node.attrib.items():
        attribute = local_name(slot)
        if not value.strip() or attribute in schema.packed_attributes:
            continue
        if is_known and (attribute in schema.free_attributes or is_free_value(value)):
            continue
        if not is_known and is_packed(value):
            continue
        if name == "Relationship" and attribute == "Target" and not _is_address(node, name, attribute):
            continue  # another part: its name is that of a member of the archive
        yield _attribute(XmlPlace(node, slot), name, attribute, schema if is_known else None)


def _is_header(node: Any) -> bool:
    """Whether a text has the codes of a header of sheets, which charts and views have as well."""
    above = node.getparent()
    return above is not None and local(above) == "headerFooter"


def _is_free_text(schema: Schema, name: str, text: str) -> bool:
    is_formula = name in _FORMULAS and is_plain_formula(text)
    return is_formula or (name not in schema.told_elements and is_free_value(text))


def _told(place: XmlPlace, kind: str, label: str = "") -> Value:
    return Value(Piece(place.value, kind, label=label, fit=as_words), place)


def _attribute(place: XmlPlace, element: str, name: str, schema: Schema | None) -> Value:
    value = place.value
    if schema is None:
        return Value(Piece(value, TECHNICAL, fit=as_words), place)
    if name in schema.people:
        return Value(Piece(value, TOLD, label=schema.people[name], fit=as_words), place)
    if name in schema.told_attributes or (element, name) in _TOLD:
        return Value(Piece(value, TOLD, fit=as_words), place)
    if _is_address(place.node, element, name):
        return Value(Piece(LINK.read(value), TOLD, fit=as_words), place, is_address=True)
    return Value(Piece(value, TECHNICAL, fit=as_name, shared=True), place)


def as_name(text: str) -> str:
    """Letters, digits and underscores, as names of bookmarks and styles must be."""
    return as_words(_NOT_IN_NAMES.sub("_", text).strip("_"))


def as_words(text: str) -> str:
    """Something that is not taken for a number or a word of the format when it is read again."""
    return text if _LETTERS.search(text) and not is_free_value(text) else _MARK


def _is_address(node: Any, element: str, name: str) -> bool:
    return name in ("Target", "href") and (element != "Relationship" or node.get("TargetMode") == "External")
