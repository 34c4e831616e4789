"""Links the things of a document to the knowledge base, each by its longest mention in its context."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from nescio.core.model import Document, Entity
from nescio.knowledge.cues import Mentioned
from nescio.knowledge.linking import EntryLinker, Link

_CONTEXT: Final = 120  # characters on each side that a link may look at


class ThingLinks:
    """Finds what the things of a document are."""

    def __init__(self, linker: EntryLinker) -> None:
        self._linker = linker

    def link(self, document: Document, entities: Sequence[Entity]) -> dict[int, Link]:
        """One link per entity; those of one document tell about each other."""
        if not entities:
            return {}
        links = self._linker.link([_mentioned(document.text, entity) for entity in entities])
        return {entity.id: link for entity, link in zip(entities, links, strict=True)}


def _mentioned(text: str, entity: Entity) -> Mentioned:
    span = max(entity.mentions, key=lambda item: item.end - item.start)
    before = text[max(0, span.start - _CONTEXT) : span.start]
    after = text[span.end : span.end + _CONTEXT]
    return Mentioned(text[span.start : span.end], entity.label, before, after)
