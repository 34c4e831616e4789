"""Tracked changes of Word, accepted: what was deleted or moved away goes, what was inserted is plain text."""

from __future__ import annotations

from typing import Any, Final

from nescio.formats.xml_part import XmlPart, drop_node, local, unwrap_node

_WORD: Final = "wordprocessingml"
_GONE: Final = frozenset({"del", "moveFrom"})
_COME: Final = frozenset({"ins", "moveTo"})
# Marks of changes that are no text: what it looked like before, where a move begins and ends.
_MARKS: Final = frozenset(
    {
        *("rPrChange", "pPrChange", "sectPrChange", "tblPrChange", "tblPrExChange", "tblGridChange"),
        *("tcPrChange", "trPrChange", "numberingChange", "cellIns", "cellMerge"),
        *("moveFromRangeStart", "moveFromRangeEnd", "moveToRangeStart", "moveToRangeEnd"),
        *("customXmlInsRangeStart", "customXmlInsRangeEnd", "customXmlDelRangeStart", "customXmlDelRangeEnd"),
        *("customXmlMoveFromRangeStart", "customXmlMoveFromRangeEnd"),
        *("customXmlMoveToRangeStart", "customXmlMoveToRangeEnd"),
    }
)
_PROPERTIES: Final = frozenset({"rPr", "trPr", "tcPr", "ctrlPr", "numPr"})


def accept_changes(tree: XmlPart) -> bool:
    """Whether there were any; behind it the part says what it would say with all of them accepted."""
    found = [node for node in tree.root.iter() if tree.is_element(node) and _is_change(node)]
    merged = []
    for node in found:
        if local(node.getparent()) in _PROPERTIES:
            merged += _marked(node)
        elif local(node) in _COME:
            unwrap_node(node)
        else:
            drop_node(node)
    for paragraph in merged:
        _merge(paragraph)
    tree.changed = tree.changed or bool(found)
    return bool(found)


def _is_change(node: Any) -> bool:
    name = local(node)
    is_one = name in _GONE or name in _COME or name in _MARKS or name == "cellDel"
    return is_one and _WORD in node.tag and node.getparent() is not None


def _marked(node: Any) -> list[Any]:
    """A change of what the properties belong to: a row or cell that goes, the end of a paragraph."""
    name, properties = local(node), node.getparent()
    owner = properties.getparent()
    drop_node(node)
    if owner is None:
        return []
    if (name in _GONE and local(properties) == "trPr") or name == "cellDel":
        _drop_block(owner)
    elif name in _GONE and local(properties) == "rPr" and local(owner) == "pPr":
        paragraph = owner.getparent()
        return [] if paragraph is None or owner.find("{*}sectPr") is not None else [paragraph]
    return []


def _drop_block(node: Any) -> None:
    """A row or cell, and the row or table that has none left."""
    above = node.getparent()
    if above is None:
        return
    drop_node(node)
    if local(node) in ("tr", "tc") and above.find(f"{{*}}{local(node)}") is None:
        _drop_block(above)


def _merge(paragraph: Any) -> None:
    """A paragraph whose end is gone stands at the beginning of the next one, which keeps its looks."""
    following = paragraph.getnext()
    content = [node for node in paragraph if local(node) != "pPr"]
    if following is None or local(following) != "p" or paragraph.getparent() is None:
        return
    begin = 1 if len(following) and local(following[0]) == "pPr" else 0
    for number, node in enumerate(content):
        following.insert(begin + number, node)
    drop_node(paragraph)
