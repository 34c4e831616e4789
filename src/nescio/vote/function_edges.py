"""Repairs the end of voted functions: "chair of the" before a body that was voted apart."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from nescio.core.labels import PROFESSION, LabelSet
from nescio.core.model import Document, Span
from nescio.core.protocols import Voter
from nescio.packs.functions import FunctionWords
from nescio.text.folding import fold_entry

_LAST_WORD: Final = re.compile(r"[^\w]*(?P<word>\w+)[^\w]*$")


class FunctionEdgeVoter:
    """Lets another voter vote and cuts small words off the end of a function.

    A function may lose what it grew over to a surer claim: of "chair of the Bank of Ruritania" the bank
    goes by itself, and "of the" belongs to nobody.
    """

    def __init__(self, inner: Voter, functions: FunctionWords, labels: LabelSet) -> None:
        self._inner = inner
        self._labels = labels
        self._small = functions.links | functions.articles

    def vote(self, doc: Document, candidates: Sequence[Span]) -> list[Span]:
        voted = self._inner.vote(doc, candidates)
        cut = [self._cut(doc.text, span) if self._is_function(span) else span for span in voted]
        return [span for span in cut if span is not None]

    def _is_function(self, span: Span) -> bool:
        return not span.is_told and self._labels.root(span.label) == PROFESSION

    def _cut(self, text: str, span: Span) -> Span | None:
        """The span without links at its end; nothing if it has no other word."""
        while match := _LAST_WORD.search(text[span.start : span.end]):
            if fold_entry(match["word"]) not in self._small:
                return span
            span = span._replace(end=span.start + match.start())
        return None
