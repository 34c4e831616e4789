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
    for match in _DOC.finditer(content):
        line = content.count("\n", 0, match.start()) + 1
        text, mentions = _read_document(match[2], line)
        found.append(Annotation(match[1], text, tuple(mentions), language="pt", file=file, line=line))
    if not found:
        raise wrong(file, 1, "there is no <DOC DOCID=…> in this HAREM file.")
    return found


def _read_document(markup: str, line: int) -> tuple[str, list[Mark]]:
    markup = _ALTERNATIVES.sub(lambda m: m[1].split("|")[-1], _OMITTED.sub(" ", markup))
    text = ""
    mentions = []
    last = 0
    for match in _BETWEEN.finditer(markup):
        text = _append(text, markup[last : match.start()])
        last = match.end()
        if match[2]:
            text = text.rstrip(" ") + "\n" if text and not text.endswith("\n") else text
        elif match[1] and (inner := _MENTION.fullmatch(match[1])):
            surface = _plain(inner[2]).strip()
            category = _CATEGORY.search(inner[1])
            start = len(text)
            text += surface
            if category and category[1] and surface:
                label = category[1].split("|")[-1].strip()
                mentions.append(Mark(start, len(text), label, line=line))
    return _append(text, markup[last:]).rstrip(), mentions


def _append(text: str, markup: str) -> str:
    more = _plain(markup)
    return text + (more.lstrip(" ") if not text or text[-1].isspace() else more)


def _plain(markup: str) -> str:
    return _SPACE.sub(" ", html.unescape(_ANY_TAG.sub("", markup)))
