"""Reads the golden collections of HAREM: XML with alternatives, for evaluation only."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from nescio.learn.corpora import CLASSES, Sentence, tag_text

_CLASS = {"PESSOA": "PER", "LOCAL": "LOC", "ORGANIZACAO": "ORG"}
_SILENT = frozenset(CLASSES) - set(_CLASS.values())
_DOC = re.compile(r"<DOC[^>]*>(.*?)</DOC>", re.DOTALL)
_OMITTED = re.compile(r"<OMITIDO>.*?</OMITIDO>", re.DOTALL)
_ALTERNATIVES = re.compile(r"<ALT>(.*?)</ALT>", re.DOTALL)
_MENTION = re.compile(r"<EM\b([^>]*)>(.*?)</EM>|<[^>]+>", re.DOTALL)
_CATEGORY = re.compile(r'CATEG="([A-Z]+)')
_PARAGRAPH = re.compile(r"</?p>")


def read_harem(path: Path) -> list[Sentence]:
    """Return the sentences; of alternatives the first counts, of several categories the first."""
    text = path.read_text("iso-8859-1")
    return [s for doc in _DOC.findall(text) for part in _PARAGRAPH.split(doc) for s in _sentences(part)]


def _sentences(markup: str) -> Iterator[Sentence]:
    markup = _ALTERNATIVES.sub(lambda m: m[1].split("|")[0], _OMITTED.sub(" ", markup))
    text = ""
    spans: list[tuple[int, int, str]] = []
    last = 0
    for match in _MENTION.finditer(markup):
        text += _plain(markup[last : match.start()])
        last = match.end()
        if match[2] is None:
            continue
        inner = _plain(_MENTION.sub(" ", match[2])).strip()
        category = _CATEGORY.search(match[1])
        label = _CLASS.get(category[1]) if category else None
        if label and inner:
            spans.append((len(text), len(text) + len(inner), label))
        text += inner
    text += _plain(markup[last:])
    for sentence in tag_text(text, spans):
        yield sentence._replace(silent=_SILENT)


def _plain(markup: str) -> str:
    text = re.sub(r"\s+", " ", markup)
    for entity, char in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&amp;", "&")):
        text = text.replace(entity, char)
    return text
