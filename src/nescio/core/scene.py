"""What a method that looks at the whole document is given, and what it gives back."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from nescio.core.identity import Kept
from nescio.core.model import Document, Entity, Span


class Change(NamedTuple):
    """`text[start:end]` becomes `text`; the stretch holds the mention and perhaps neighbouring words."""

    start: int
    end: int
    text: str
    kept: tuple[Kept, ...] = ()  # the substitutes of the entity as its ledger keeps them from now on


@dataclass(frozen=True, slots=True)
class Context:
    """What a method may know about the entity it replaces."""

    document: Document = field(repr=False)
    number: int  # 1 for the first hidden entity of its label in the document, 2 for the next
    label_name: str  # the label in the words of the document's language
    untold: bool = False  # nothing of what was there may be told: no month for a day


@dataclass(frozen=True, slots=True)
class Scene:
    """One document as a planning method sees it."""

    document: Document
    entities: tuple[Entity, ...]  # those that this method replaces
    fences: tuple[tuple[int, int], ...]  # every hidden mention of the document, sorted
    tags: Mapping[int, str]  # entity -> the tag that stands for it when nothing fits
    untold: frozenset[int] = frozenset()  # entities of which nothing may be told
    taken: Collection[Kept] = ()  # substitutes of a ledger's other identities
    walls: tuple[int, ...] = ()  # places, sorted, behind which words belong to the next mention

    def room(self, start: int, end: int) -> tuple[int, int]:
        """How far a change of the mention may reach without touching another."""
        place = bisect_left(self.fences, (start, end))
        left = self.fences[place - 1][1] if place > 0 else 0
        after = [fence[0] for fence in self.fences[place : place + 2] if fence[0] >= end]
        wall = bisect_left(self.walls, end)
        return left, min((*after[:1], *self.walls[wall : wall + 1], len(self.document.text)))


def scene_of(mention: Span, entity: Entity, context: Context) -> tuple[Scene, Span]:
    """A scene with one mention alone, and where it stands there."""
    text = context.document.text[mention.start : mention.end]
    span = mention._replace(start=0, end=len(text))
    alone = Entity(entity.id, entity.label, (span,), entity.features, entity.identity)
    document = Document("mention", text, context.document.language)
    tag = f"[{context.label_name}{context.number}]"
    untold = frozenset({entity.id} if context.untold else ())
    return Scene(document, (alone,), ((0, len(text)),), {entity.id: tag}, untold), span
