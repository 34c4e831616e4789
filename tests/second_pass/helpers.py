"""Texts with marks: `<P|Ana Prado>` is a span, `{P|Prado}` one that a second pass should add."""

from __future__ import annotations

import re
from typing import NamedTuple

from nescio.core.model import Document, Span

LABEL_OF = {"P": "PER", "O": "ORG", "L": "LOC", "U": "USERNAME"}
_MARK = re.compile(r"([<{])(\w)(\d*)\|([^>}]*)[>}]", re.DOTALL)


class Marked(NamedTuple):
    doc: Document
    given: list[Span]
    wanted: list[tuple[int, int, str]]


def marked(text: str, language: str) -> Marked:
    """A number after the label is the score in hundredths; 95 if there is none."""
    plain, given, wanted, read = "", [], [], 0
    for match in _MARK.finditer(text):
        plain += text[read : match.start()]
        start, end, label = len(plain), len(plain) + len(match[4]), LABEL_OF[match[2]]
        if match[1] == "<":
            given.append(Span(start, end, label, int(match[3] or 95) / 100, "tagger"))
        wanted.append((start, end, label))
        plain += match[4]
        read = match.end()
    return Marked(Document("d", plain + text[read:], language), given, wanted)
