"""Markdown: text over emphasis, links and their targets, and what stands before all of it."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Final

from nescio.formats.document import OpenedDocument, Wishes
from nescio.formats.markup.collecting import Collecting
from nescio.formats.markup.source import ADDRESS, RAW, Spelling
from nescio.formats.places import TOLD
from nescio.formats.second_reader import Residue, find_in, find_residues
from nescio.formats.text_document import TextDocumentFormat, encoding_of
from nescio.text.encoding import Decoded

_ENTITY: Final = r"&(?:#[0-9]{1,8}|#[xX][0-9a-fA-F]{1,8}|[A-Za-z][A-Za-z0-9]{1,31});"
# Emphasis, the target of a link, and its title; everything else is text.
_MARK: Final = re.compile(
    r"(?P<emphasis>\*{1,3}|__|~~)|(?P<link>\]\()(?P<target><[^<>\r\n]*>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)"
)
_ESCAPED: Final = re.compile(r"\\[*_~]")
_FRONT: Final = re.compile(r"---[ \t]*\r?\n(?:(?!---).*\r?\n|\r?\n)*?---[ \t]*(?:\r?\n|\Z)")
_ENTRY: Final = re.compile(
    r"(?P<key>[ \t]*(?:-[ \t]+)?(?:[^\s:#][^\r\n:]*:(?=[ \t]|$))?[ \t]*)(?P<value>[^\r\n]*)"
)
_AUTHOR: Final = re.compile(r"\bauthors?\s*:", re.IGNORECASE)
_TEXT: Final = Spelling(
    re.compile(rf"{_ENTITY}|\\[*_~]"),
    lambda source: source[1:] if source.startswith("\\") else html.unescape(source),
    lambda text: re.sub(r"[*~]|__", lambda match: "".join(f"\\{char}" for char in match[0]), text),
)


class MarkdownFormat(TextDocumentFormat):
    """Rewrites a text in its own source: marks, code and ends of lines stay as they are."""

    suffixes: ClassVar[frozenset[str]] = frozenset({".md", ".markdown"})
    name: ClassVar[str] = "md"

    def open(self, data: bytes, wishes: Wishes) -> list[OpenedDocument]:
        return [MarkdownText(self.decoded(data))]

    def residues(self, written: bytes, surfaces: Sequence[str]) -> Iterable[Residue]:
        yield from find_residues(written, surfaces)
        plain = re.sub(r"[*_~`\\]", "", self.decoded(written).text)
        yield from find_in([("the text without its marks", plain)], surfaces)


class MarkdownText(Collecting):
    """One text, taken apart."""

    def __init__(self, decoded: Decoded) -> None:
        super().__init__(decoded, what="text")
        self.meta: dict[str, Any] = encoding_of(decoded)
        front = _FRONT.match(decoded.text)
        if front is not None:
            self._take_front(front.end())
        self._take_text(front.end() if front else 0)

    def _take_front(self, end: int) -> None:
        """Keys and values before the text, line by line."""
        text, at, label = self.source.text, 0, ""
        for line in text[:end].splitlines(keepends=True):
            entry = _ENTRY.match(line.rstrip("\r\n"))
            if entry is not None and not line.startswith("---"):
                if not entry["key"].lstrip().startswith("-") or ":" in entry["key"]:
                    label = "PER" if _AUTHOR.search(entry["key"]) else ""
                self.take_name("keys", at, at + entry.end("key"), RAW)
                start, stop = at + entry.start("value"), at + entry.end("value")
                self._take_value(start, stop, label)
            at += len(line)

    def _take_value(self, start: int, end: int, label: str) -> None:
        """A value without its quotes."""
        value = self.source.text[start:end].rstrip()
        end = start + len(value)
        if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
            start, end = start + 1, end - 1
        self.take("front matter", start, end, RAW, kind=TOLD, label=label, fit=_in_value)

    def _take_text(self, at: int) -> None:
        before = "\n"
        text = self.source.text
        while at <= len(text):
            match = _next_mark(text, at)
            end = match.start() if match else len(text)
            self.take("text", at, end, _TEXT, before=before)
            if match is None:
                return
            before = ""
            if match["link"]:
                before = "]"
                self.take("targets of links", match.start("target"), match.end("target"), ADDRESS, kind=TOLD)
            at = match.end()


def _in_value(text: str) -> str:
    return re.sub(r"[\"'\r\n]+", " ", text)


def _next_mark(text: str, at: int) -> re.Match[str] | None:
    """The next mark that no backslash makes a sign."""
    while (match := _MARK.search(text, at)) is not None:
        if not match["emphasis"] or not _ESCAPED.match(text, match.start() - 1):
            return match
        at = match.start() + 1
    return None
