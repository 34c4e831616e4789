"""Pages of html: text over tags, attributes, remarks, data and links, each in its own place of the source."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator, Sequence
from html.parser import HTMLParser
from typing import ClassVar, Final

from nescio.core.errors import InputError
from nescio.formats.document import DocumentFormat, OpenedDocument, Wishes
from nescio.formats.markup.page import Page
from nescio.formats.second_reader import Residue, find_residues
from nescio.text.encoding import Decoded, decode

_CHARSET: Final = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w:.-]{1,40})""", re.IGNORECASE)
_MARKS: Final = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_EARLY: Final = 4096  # bytes in which a page names its encoding
_BLOCKS: Final = frozenset(
    [
        "p",
        "div",
        "td",
        "th",
        "tr",
        "li",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "br",
        "table",
        "ul",
        "ol",
        "dt",
        "dd",
        "title",
        "option",
        "pre",
    ]
)


class HtmlFormat(DocumentFormat):
    """Rewrites a page in its own source: what is not replaced stays sign for sign."""

    suffixes: ClassVar[frozenset[str]] = frozenset({".html", ".htm", ".xhtml"})
    name: ClassVar[str] = "html"

    def open(self, data: bytes, wishes: Wishes) -> list[OpenedDocument]:
        return [open_html(data, wishes)]

    def residues(self, written: bytes, surfaces: Sequence[str]) -> Iterable[Residue]:
        yield from find_residues(written, surfaces)
        reader = _SecondReader()
        reader.feed(decoded_page(written).text)
        reader.close()
        for where, text in reader.texts():
            for found in find_residues(text.encode("utf-8", "replace"), surfaces):
                yield Residue(where, found.form)


def open_html(data: bytes, wishes: Wishes) -> OpenedDocument:
    return Page(decoded_page(data), wishes)


def decoded_page(data: bytes) -> Decoded:
    """The text of a page: by its mark, by what it says of itself, or as plain text is read."""
    match = _CHARSET.search(data, 0, _EARLY)
    if match is None or data.startswith(_MARKS):
        return decode(data)
    name = match[1].decode("ascii", "replace").lower()
    # What calls itself Latin-1 is read by every browser as its larger sister.
    names = ("cp1252", "latin-1") if name in ("iso-8859-1", "latin1", "us-ascii", "ascii") else (name,)
    for one in names:
        try:
            text = data.decode(one)
            if text.encode(one) == data:
                return Decoded(text, one, b"")
        except (UnicodeError, LookupError):
            continue
    raise InputError("The page is not in the encoding that it names; save it as UTF-8.")


class _SecondReader(HTMLParser):
    """The texts of a page by another parser than the one that wrote it."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._running: list[str] = []
        self._others: list[str] = []

    def texts(self) -> Iterator[tuple[str, str]]:
        yield "the text of the page", "".join(self._running)
        yield "the tags of the page", "\n".join(self._others)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _BLOCKS:
            self._running.append("\n")
        self._others += [value for pair in attrs for value in pair if value]
        self._others.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in _BLOCKS:
            self._running.append("\n")

    def handle_data(self, data: str) -> None:
        self._running.append(data)

    def handle_comment(self, data: str) -> None:
        self._others.append(data)

    def handle_decl(self, decl: str) -> None:
        self._others.append(decl)
