"""Tracked changes of OpenDocument, accepted: the list of them goes, and so do their marks in the text."""

from __future__ import annotations

from typing import Final

from nescio.formats.xml_part import XmlPart, drop_node, local

_LIST: Final = "tracked-changes"  # with everything that was deleted
_MARKS: Final = frozenset({"change", "change-start", "change-end"})
_SPACES: Final = ("opendocument:xmlns:text:", "opendocument:xmlns:table:")


def accept_odf_changes(tree: XmlPart) -> bool:
    """Whether there were any; behind it the part says what it would say with all of them accepted."""
    found = [
        node
        for node in tree.root.iter()
        if tree.is_element(node)
        and (local(node) == _LIST or local(node) in _MARKS)
        and any(space in node.tag for space in _SPACES)
    ]
    for node in found:
        drop_node(node)
    tree.changed = tree.changed or bool(found)
    return bool(found)
