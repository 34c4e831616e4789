"""A recognizer, a method and a language of somebody else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from nescio import Document, Entity, Span
from nescio.core.scene import Context
from nescio.packs import Pack

PACK_DIR = Path(__file__).parent / "tl"


class TideDetector:
    """Claims that every word in capitals is a place; breaks on the word it is told to."""

    name = "tides"
    labels = frozenset({"LOC"})

    def __init__(self, breaks_on: str) -> None:
        self._breaks_on = breaks_on

    @classmethod
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> TideDetector:
        return cls(options.get("breaks_on", ""))

    def detect(self, docs: Sequence[Document]) -> list[list[Span]]:
        return [self._claims(doc.text) for doc in docs]

    def _claims(self, text: str) -> list[Span]:
        if self._breaks_on and self._breaks_on in text:
            raise RuntimeError(f"cannot read {text!r}")
        spans, start = [], 0
        for word in text.split(" "):
            if len(word) > 1 and word.isalpha() and word.isupper():
                spans.append(Span(start, start + len(word), "LOC", 0.7, self.name))
            start += len(word) + 1
        return spans


class WaveMethod:
    """Every mention becomes waves, one for each entity that went before, and one more."""

    name = "wave"
    reversible = True

    @classmethod
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> WaveMethod:
        return cls()

    def replace(self, mention: Span, entity: Entity, context: Context) -> str:
        return f"<{'~' * context.number}>"
