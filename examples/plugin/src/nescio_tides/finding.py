"""The parts that find: a detector, a voter and a second pass."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from nescio import Document, Pack, Span
from nescio_tides.storms import Storm


class TideDetector:
    """Claims that every word in capitals is a place."""

    name = "tides"
    labels = frozenset({"LOC"})

    def __init__(self, storm: Storm) -> None:
        self._storm = storm

    @classmethod
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> TideDetector:
        return cls(Storm(options))

    def detect(self, docs: Sequence[Document]) -> list[list[Span]]:
        return [self._claims(doc.text) for doc in docs]

    def explain(self, doc: Document, claim: Span) -> str:
        return f"{doc.text[claim.start : claim.end]!r} stands in capitals"

    def _claims(self, text: str) -> list[Span]:
        self._storm.meet(text)
        spans, start = [], 0
        for word in text.split(" "):
            if len(word) > 1 and word.isalpha() and word.isupper():
                spans.append(Span(start, start + len(word), "LOC", 0.7, self.name))
            start += len(word) + 1
        return spans


class HighestVoter:
    """The highest score wins, whoever claims it; the longer one wins a tie."""

    def __init__(self, storm: Storm) -> None:
        self._storm = storm

    @classmethod
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> HighestVoter:
        return cls(Storm(options))

    def vote(self, doc: Document, candidates: Sequence[Span]) -> list[Span]:
        self._storm.meet(doc.text)
        winners: list[Span] = []
        for claim in sorted(candidates, key=lambda item: (-item.score, item.start - item.end, item)):
            if not any(claim.overlaps(winner) for winner in winners):
                winners.append(claim)
        return sorted(winners)


class EchoPass:
    """Finds every spelling again that was found once, but not where a claim says that nothing is there."""

    def __init__(self, storm: Storm) -> None:
        self._storm = storm

    @classmethod
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> EchoPass:
        return cls(Storm(options))

    def rescan(self, doc: Document, spans: Sequence[Span]) -> list[Span]:
        return self.reconsider(doc, spans, ())

    def reconsider(self, doc: Document, spans: Sequence[Span], claims: Sequence[Span]) -> list[Span]:
        self._storm.meet(doc.text)
        found = list(spans)
        vetoes = [claim for claim in claims if claim.label == "O"]
        for span in spans:
            word = doc.text[span.start : span.end]
            start = doc.text.find(word)
            while start >= 0:
                echo = Span(start, start + len(word), span.label, span.score / 2, "echo")
                if not any(echo.overlaps(other) for other in (*found, *vetoes)):
                    found.append(echo)
                start = doc.text.find(word, start + 1)
        return sorted(found)
