"""The golden collections of HAREM: XML whose mentions may have alternatives."""

from __future__ import annotations

import html
import re
from typing import Final

from nescio.evaluate.model import Annotation, Mark, wrong

_DOC: Final = re.compile(r'<DOC\b[^>]*DOCID="([^"]*)"[^>]*>(.*?)</DOC>', re.DOTALL)
_OMITTED: Final = re.compile(r"<OMITIDO>.*?</OMITIDO>", re.DOTALL)
_ALTERNATIVES: Final = re.compile(r"<ALT>(.*?)</ALT>", re.DOTALL)
_BETWEEN: Final = re.compile(r"(<EM\b[^>]*>.*?</EM>)|(<p>|</p>)|<[^>]+>", re.DOTALL)
_MENTION: Final = re.compile(r"<EM\b([^>]*)>(.*)</EM>", re.DOTALL)
_CATEGORY: Final = re.compile(r'CATEG="([^"]*)"')
_ANY_TAG: Final = re.compile(r"<[^>]+>")
_SPACE: Final = re.compile(r"\s+")


def is_harem(content: str) -> bool:
    return "<colHAREM" in content[:2000]


def read_harem(content: str, file: str) -> list[Annotation]:
    """One annotation per document.

    Of alternatives, and of several categories of one mention, the last counts, as in the
    multilingual thesis (3.2.1); what is marked as omitted is left out with its text.
    """
    found = []
    line, read = 1, 0
    for match in _DOC.finditer(content):
        line += content.count("\n", read, match.start())
        read = match.start()
        text, mentions = _read_document(match[2], line)
        found.append(Annotation(match[1], text, tuple(mentions), language="pt", file=file, line=line))
    if not found:
        raise wrong(file, 1, "there is no <DOC DOCID=…> in this HAREM file.")
    return found


def _read_document(markup: str, line: int) -> tuple[str, list[Mark]]:
    markup = _ALTERNATIVES.sub(lambda m: m[1].split("|")[-1], _OMITTED.sub(" ", markup))
    text = _GrowingText()
    mentions = []
    last = 0
    for match in _BETWEEN.finditer(markup):
        text.go_on(_plain(markup[last : match.start()]))
        last = match.end()
        if match[2]:
            text.end_paragraph()
        elif match[1] and (inner := _MENTION.fullmatch(match[1])):
            surface = _plain(inner[2]).strip()
            category = _CATEGORY.search(inner[1])
            start = text.length
            text.add(surface)
            if category and category[1] and surface:
                label = category[1].split("|")[-1].strip()
                mentions.append(Mark(start, text.length, label, line=line))
    text.go_on(_plain(markup[last:]))
    return "".join(text.pieces).rstrip(), mentions


class _GrowingText:
    """A text in pieces, none of them empty."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.length = 0

    def add(self, piece: str) -> None:
        if piece:
            self.pieces.append(piece)
            self.length += len(piece)

    def go_on(self, piece: str) -> None:
        """Add running text; no blank at the beginning, nor behind another."""
        self.add(piece if self.pieces and not self.pieces[-1][-1].isspace() else piece.lstrip(" "))

    def end_paragraph(self) -> None:
        if not self.pieces or self.pieces[-1].endswith("\n"):
            return
        while self.pieces and self.pieces[-1].endswith(" "):
            last = self.pieces.pop()
            self.length -= len(last)
            self.add(last.rstrip(" "))
        self.add("\n")


def _plain(markup: str) -> str:
    return _SPACE.sub(" ", html.unescape(_ANY_TAG.sub("", markup)))
