"""What a method that looks at the whole document is given, and what it gives back.

A method with a verb `plan` is asked once per document. Its edits may cover neighbouring words
(an article, a preposition); they never touch another mention.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from nescio.core.model import Document, Entity, Span
from nescio.core.protocols import Context


class Edit(NamedTuple):
    """`text[start:end]` becomes `text`; the stretch holds the mention and perhaps more."""

    start: int
    end: int
    text: str
    kept: str = ""  # the substitutes of the entity as its ledger keeps them from now on


@dataclass(frozen=True, slots=True)
class Scene:
    """One document as a planning method sees it."""

    document: Document
    entities: tuple[Entity, ...]  # those that this method replaces
    fences: tuple[tuple[int, int], ...]  # every hidden mention of the document, sorted
    tags: Mapping[int, str]  # entity -> the tag that stands for it when nothing fits

    def room(self, start: int, end: int) -> tuple[int, int]:
        """How far an edit of the mention may reach without touching another."""
        place = bisect_left(self.fences, (start, end))
        left = self.fences[place - 1][1] if place > 0 else 0
        after = [fence for fence in self.fences[place : place + 2] if fence[0] >= end]
        return left, after[0][0] if after else len(self.document.text)


def scene_of(mention: Span, entity: Entity, context: Context) -> tuple[Scene, Span]:
    """A scene with one mention alone, and where it stands there."""
    text = context.document.text[mention.start : mention.end]
    span = mention._replace(start=0, end=len(text))
    alone = Entity(entity.id, entity.label, (span,), entity.features)
    document = Document("mention", text, context.document.language)
    tag = f"[{context.label_name}{context.number}]"
    return Scene(document, (alone,), ((0, len(text)),), {entity.id: tag}), span
