"""Comments and own properties of a Word document: added, read, and taken away again."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Mapping
from typing import Any, Final

from nescio.core.errors import InputError
from nescio.formats.xml_part import XmlPart, drop_node

MARK: Final = "nescio review"
VALUES: Final = {MARK: "not for publication"}
_W: Final = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_COMMENTS: Final = "word/comments.xml"
_CUSTOM: Final = "docProps/custom.xml"
_TYPES, _DOCUMENT_RELS, _RELS = "[Content_Types].xml", "word/_rels/document.xml.rels", "_rels/.rels"
_OFFICE: Final = "http://schemas.openxmlformats.org/officeDocument/2006"
_EMPTY: Final = {
    _COMMENTS: '<w:comments xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"/>',
    _CUSTOM: (f'<Properties xmlns="{_OFFICE}/custom-properties" xmlns:vt="{_OFFICE}/docPropsVTypes"/>'),
    _DOCUMENT_RELS: '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"/>',
}
_KINDS: Final = {
    _COMMENTS: "application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml",
    _CUSTOM: "application/vnd.openxmlformats-officedocument.custom-properties+xml",
}
_MOST: Final = 64 << 20  # bytes of properties
_NUMBER: Final = re.compile("[0-9]{1,9}")
_FORMAT: Final = "{D5CDD505-2E9C-101B-9397-08002B2CF9AE}"


def _part(members: Mapping[str, bytes], name: str) -> XmlPart:
    """A part, or an empty one where a document may do without; no document does without the others."""
    content = members.get(name) or _EMPTY.get(name, "").encode()
    if not content:
        raise InputError("The document lacks a part that every Word document has.")
    return XmlPart(content)


def _changed(tree: XmlPart) -> bytes:
    tree.changed = True
    return tree.written()


def _linked(
    members: Mapping[str, bytes], name: str, *, rels: str, target: str, kind: str
) -> dict[str, bytes]:
    """The content types and relationships that make a new part part of the document."""
    types = _part(members, _TYPES)
    if not any(node.get("PartName") == f"/{name}" for node in types.root):
        new = types.root.makeelement(types.root.tag.partition("}")[0] + "}Override", {})
        new.set("PartName", f"/{name}")
        new.set("ContentType", _KINDS[name])
        types.root.append(new)
    links = _part(members, rels)
    if not any(node.get("Type") == f"{_OFFICE}/relationships/{kind}" for node in links.root):
        new = links.root.makeelement(links.root.tag.partition("}")[0] + "}Relationship", {})
        for key, value in (("Id", f"rId{kind.title().replace('-', '')}"), ("Target", target)):
            new.set(key, value)
        new.set("Type", f"{_OFFICE}/relationships/{kind}")
        links.root.append(new)
    return {_TYPES: _changed(types), rels: _changed(links)}


class Comments:
    """The comments of a document."""

    def __init__(self, tree: XmlPart) -> None:
        self._tree = tree
        numbers = [int(found) for node in tree.root if _NUMBER.fullmatch(found := node.get(f"{_W}id") or "")]
        self._next = max(numbers, default=-1) + 1

    @classmethod
    def read(cls, members: Mapping[str, bytes]) -> Comments | None:
        return cls(XmlPart(members[_COMMENTS])) if _COMMENTS in members else None

    @classmethod
    def new(cls) -> Comments:
        return cls(XmlPart(_EMPTY[_COMMENTS].encode()))

    def texts(self, *, without: str) -> list[str]:
        """What comments of others than this author say."""
        own = [node for node in self._tree.root if node.get(f"{_W}author") != without]
        return ["".join(text.text or "" for text in node.iter(f"{_W}t")) for node in own]

    def attach(self, first: Any, last: Any, text: str, *, author: str, date: str) -> None:
        """A comment on all from the first to the last of two nodes."""
        number, make = str(self._next), first.makeelement
        self._next += 1
        first.addprevious(make(f"{_W}commentRangeStart", {f"{_W}id": number}))
        run = make(f"{_W}r", {})
        run.append(make(f"{_W}commentReference", {f"{_W}id": number}))
        end = make(f"{_W}commentRangeEnd", {f"{_W}id": number})
        last.addnext(end)
        end.addnext(run)
        make = self._tree.root.makeelement
        told = {"id": number, "author": author, "date": date, "initials": "n"}
        comment = make(f"{_W}comment", {f"{_W}{key}": value for key, value in told.items()})
        node = comment
        for name in ("p", "r", "t"):
            child = make(f"{_W}{name}", {})
            node.append(child)
            node = child
        node.text = text
        self._tree.root.append(comment)

    def detach(self, tree: XmlPart, *, author: str) -> None:
        """Take this author's comments out of a part, with the marks of where they were."""
        numbers = {node.get(f"{_W}id") for node in self._tree.root if node.get(f"{_W}author") == author}
        for name in ("commentRangeStart", "commentRangeEnd", "commentReference"):
            for node in list(tree.root.iter(f"{_W}{name}")):
                if node.get(f"{_W}id") in numbers:
                    holder = node.getparent()
                    drop_node(node)
                    if name == "commentReference" and len(holder) == 0:
                        drop_node(holder)
                    tree.changed = True
        for comment in [node for node in self._tree.root if node.get(f"{_W}author") == author]:
            drop_node(comment)

    def parts(self, members: Mapping[str, bytes], *, nameless: bool = False) -> dict[str, bytes]:
        """The part of the comments, and what links it to the document."""
        for node in self._tree.root if nameless else ():
            for key in ("author", "initials"):
                node.set(f"{_W}{key}", "")
        links = _linked(members, _COMMENTS, rels=_DOCUMENT_RELS, target="comments.xml", kind="comments")
        return {_COMMENTS: _changed(self._tree), **links}


def custom_properties(members: Mapping[str, bytes], own: Mapping[str, str]) -> dict[str, bytes]:
    """The document's own properties, with nescio's as given and no others of nescio."""
    if not own and _CUSTOM not in members:
        return {}
    tree = _part(members, _CUSTOM)
    for node in list(tree.root):
        if str(node.get("name", "")).startswith(MARK):
            drop_node(node)
    first = (
        max((int(node.get("pid", "1")) for node in tree.root if node.get("pid", "").isdigit()), default=1) + 1
    )
    space = tree.root.tag.partition("}")[0] + "}"
    for number, (name, value) in enumerate(own.items(), first):
        node = tree.root.makeelement(f"{space}property", {"fmtid": _FORMAT, "pid": str(number), "name": name})
        text = tree.root.makeelement(f"{{{_OFFICE}/docPropsVTypes}}lpwstr", {})
        text.text = value
        node.append(text)
        tree.root.append(node)
    links = _linked(members, _CUSTOM, rels=_RELS, target=_CUSTOM, kind="custom-properties")
    return {_CUSTOM: _changed(tree), **links}


def read_mark(members: Mapping[str, bytes]) -> str | None:
    """What nescio wrote into the properties of a review copy; None if it is none."""
    if _CUSTOM not in members:
        return None
    try:
        tree = XmlPart(members[_CUSTOM])
    except InputError:
        return None
    told = {str(node.get("name", "")): "".join(node.itertext()) for node in tree.root}
    if told.get(MARK) != VALUES[MARK]:
        return None
    return "".join(value for name, value in sorted(told.items()) if name.startswith(f"{MARK} "))


def is_review(data: bytes) -> bool:
    """Whether a file calls itself a review copy; what cannot be read is none."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if _CUSTOM not in archive.namelist() or archive.getinfo(_CUSTOM).file_size > _MOST:
                return False
            return read_mark({_CUSTOM: archive.read(_CUSTOM)}) is not None
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, NotImplementedError, OSError, RuntimeError):
        return False
