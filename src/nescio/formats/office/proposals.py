"""Replacements of a Word document as tracked changes with comments, and such documents sealed again."""

from __future__ import annotations

import io
import json
import zipfile
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any, Final, NamedTuple

from nescio.core.errors import InputError
from nescio.core.plain_json import PlainJsonError, read_json
from nescio.formats.office.review_parts import MARK, VALUES, Comments, custom_properties, read_mark
from nescio.formats.office.revisions import accept_changes
from nescio.formats.office.running import running_text
from nescio.formats.package import Package
from nescio.formats.places import PROSE
from nescio.formats.sniffing import refuse_old
from nescio.formats.xml_part import XmlPart, drop_node, local

AUTHOR: Final = "nescio (proposal)"
_W: Final = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_SPACE: Final = "{http://www.w3.org/XML/1998/namespace}space"
_BODY: Final = "word/document.xml"
_READ: Final = ("word/document", "word/header", "word/footer", "word/footnotes", "word/endnotes")
_TOLD: Final = ("docProps/core.xml", "docProps/app.xml")
_DATE: Final = "2000-01-01T00:00:00Z"  # the same document gives the same copy


class Proposal(NamedTuple):
    """A stretch of the text, what would stand there, and why."""

    start: int
    end: int
    text: str
    why: str


class _TextNode(NamedTuple):
    """A text node of a run, and where its text stands."""

    node: Any
    start: int
    end: int
    part: str


class WordReview:
    """A Word document as the text that stands in it, without what was deleted from it."""

    def __init__(self, data: bytes) -> None:
        refuse_old(data)
        if not data.startswith(b"PK"):
            raise InputError("This is no Word document: it is damaged, cut off or of another kind.")
        self._package = Package.read(data)
        if _BODY not in self._package.members:
            raise InputError("This is no Word document: it has no body.")
        names = sorted(
            name for name in self._package.members if name.startswith(_READ) and name.endswith(".xml")
        )
        self._trees = {name: _tree(self._package.members[name]) for name in names}
        self._places: list[_TextNode] = []
        pieces = list[str]()
        size = 0
        for name in sorted(names, key=lambda name: name != _BODY):
            for place, before, kind, *_ in running_text(self._trees[name].root):
                node = place.node
                if kind != PROSE or _is_gone(node):
                    continue
                start = size + (len(before) if pieces else 0)
                pieces += [before if pieces else "", node.text or ""]
                size = start + len(node.text or "")
                self._places.append(_TextNode(node, start, size, name))
        self.text = "".join(pieces)
        self._ends = [place.end for place in self._places]
        self._number = max((_numbers(tree) for tree in self._trees.values()), default=0)

    @property
    def mark(self) -> Mapping[str, Any] | None:
        """What a review copy says of itself; None if it is none."""
        told = read_mark(self._package.members)
        if told is None:
            return None
        try:
            content = read_json(told)
        except PlainJsonError as error:
            raise InputError("The review copy is damaged: its mark cannot be read.") from error
        if not isinstance(content, dict):
            raise InputError("The review copy is damaged: its mark cannot be read.")
        return content

    def others(self) -> list[str]:
        """The texts of tracked deletions and comments that other authors left."""
        found = []
        for tree in self._trees.values():
            gone = [
                node
                for node in tree.root.iter(f"{_W}del", f"{_W}moveFrom")
                if node.get(f"{_W}author") != AUTHOR
            ]
            found += [
                "".join(text.text or "" for text in node.iter(f"{_W}delText", f"{_W}t")) for node in gone
            ]
        comments = Comments.read(self._package.members)
        return found + ([] if comments is None else comments.texts(without=AUTHOR))

    def propose(self, proposals: Sequence[Proposal], mark: Mapping[str, Any]) -> bytes:
        """The review copy: every proposal tracked and commented, what was there before as it was."""
        comments = Comments.read(self._package.members) or Comments.new()
        for proposal in sorted(proposals, reverse=True):  # from behind, so that places stay true
            self._track(proposal, comments)
        changed = {name: tree.written() for name, tree in self._trees.items() if tree.changed}
        changed |= comments.parts(self._package.members)
        told = json.dumps(mark, ensure_ascii=True)
        changed |= custom_properties({**self._package.members, **changed}, {MARK: VALUES[MARK], **_cut(told)})
        return _zipped({**self._package.members, **changed})

    def _track(self, proposal: Proposal, comments: Comments) -> None:
        places = list(self._touched(proposal))
        runs = [
            run
            for place in places
            if (run := _cut_out(place, proposal.start - place.start, proposal.end - place.start)) is not None
        ]
        if not runs:
            return
        for place in places:
            self._trees[place.part].changed = True
        deleted = [_wrapped(group, self._change(group[0], "del")) for group in _groups(runs)]
        inserted = _inserted(deleted[0], self._change(deleted[0], "ins"), proposal.text)
        if places[0].part == _BODY:
            comments.attach(deleted[0], inserted, proposal.why, author=AUTHOR, date=_DATE)

    def _touched(self, proposal: Proposal) -> Iterator[_TextNode]:
        at = bisect_right(self._ends, proposal.start)
        while at < len(self._places) and self._places[at].start < proposal.end:
            yield self._places[at]
            at += 1

    def _change(self, like: Any, name: str) -> Any:
        self._number += 1
        told = {f"{_W}id": str(self._number), f"{_W}author": AUTHOR, f"{_W}date": _DATE}
        return like.makeelement(f"{_W}{name}", told)

    def sealed(self) -> bytes:
        """All that stands applied; without proposals' comments, authors, properties and the mark."""
        members = dict(self._package.members)
        comments = Comments.read(members)
        for name, tree in self._trees.items():
            accept_changes(tree)
            if comments is not None:
                comments.detach(tree, author=AUTHOR)
            _nameless(tree)
            members[name] = tree.written()
        if comments is not None:
            members |= comments.parts(members, nameless=True)
        members |= custom_properties(members, {})
        for name in _TOLD:
            if name in members:
                members[name] = _emptied(members[name])
        return _zipped(members)


def _tree(data: bytes) -> XmlPart:
    try:
        return XmlPart(data)
    except InputError as error:
        raise InputError("A part of the Word document is damaged.") from error


def _is_gone(node: Any) -> bool:
    if local(node) == "delText":
        return True
    while (node := node.getparent()) is not None:
        if local(node) in ("del", "moveFrom"):
            return True
    return False


def _cut_out(place: _TextNode, start: int, end: int) -> Any | None:
    """A run that holds just this part of a text node; what was around it stands in runs beside it."""
    run = place.node.getparent()
    if run is None or local(run) != "r":
        return None
    text = place.node.text or ""
    start, end = max(0, start), min(len(text), end)
    position = [child for child in run if local(child) != "rPr"].index(place.node)
    content = [child for child in run if local(child) != "rPr"]
    before, behind = content[:position], content[position + 1 :]
    middle = _like(run)
    if text[end:] or behind:
        after = _like(run)
        if text[end:]:
            after.append(_text_node(place.node, text[end:]))
        after.extend(behind)
        run.addnext(after)
    middle.append(_text_node(place.node, text[start:end]))
    run.addnext(middle)
    _put(place.node, text[:start])
    if not before and not text[:start]:
        run.getparent().remove(run)
    return middle


def _like(run: Any) -> Any:
    """A new run with the same look."""
    new = run.makeelement(run.tag, dict(run.attrib))
    new.extend(deepcopy(child) for child in run if local(child) == "rPr")
    return new


def _text_node(like: Any, text: str) -> Any:
    node = like.makeelement(like.tag, {})
    _put(node, text)
    return node


def _put(node: Any, text: str) -> None:
    node.text = text
    node.set(_SPACE, "preserve")


def _groups(runs: Sequence[Any]) -> Iterator[list[Any]]:
    """Runs that stand directly behind each other."""
    group: list[Any] = []
    for run in runs:
        if group and group[-1].getnext() is not run:
            yield group
            group = []
        group.append(run)
    yield group


def _numbers(tree: XmlPart) -> int:
    """The largest number of a change, a comment or a mark in a part."""
    values = [node.get(f"{_W}id", "") for node in tree.root.iter() if isinstance(node.tag, str)]
    return max((int(value) for value in values if value.isdigit()), default=0)


def _wrapped(runs: Sequence[Any], node: Any) -> Any:
    """The runs in a tracked deletion."""
    runs[0].addprevious(node)
    for run in runs:
        node.append(run)
        for text in run.iter(f"{_W}t"):
            text.tag = f"{_W}delText"
    return node


def _inserted(deleted: Any, node: Any, text: str) -> Any:
    """A tracked insertion behind a deletion, with the look of its first run."""
    deleted.addnext(node)
    run = _like(deleted[0])
    new = run.makeelement(f"{_W}t", {})
    _put(new, text)
    run.append(new)
    node.append(run)
    return node


def _nameless(tree: XmlPart) -> None:
    for node in tree.root.iter():
        for key in (f"{_W}author", f"{_W}initials"):
            if isinstance(node.tag, str) and key in node.attrib:
                node.set(key, "")
                tree.changed = True


def _emptied(data: bytes) -> bytes:
    tree = _tree(data)
    for node in list(tree.root):
        drop_node(node)
    tree.changed = True
    return tree.written()


def _cut(text: str) -> dict[str, str]:
    """A long value in pieces that every program keeps whole."""
    size = 200
    return {f"{MARK} {n // size:05d}": text[n : n + size] for n in range(0, len(text), size)}


def _zipped(members: Mapping[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(zipfile.ZipInfo(name), content, compress_type=zipfile.ZIP_DEFLATED)
    return file.getvalue()
