"""The parts that hide: a linker, a policy and a method."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from nescio import ConfigError, Context, Decision, Document, Entity, Pack, Span
from nescio_tides.storms import Storm


class SpellingLinker:
    """Mentions with the same letters are one entity, in capitals or not."""

    def __init__(self, storm: Storm) -> None:
        self._storm = storm

    @classmethod
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> SpellingLinker:
        return cls(Storm(options))

    def link(self, doc: Document, spans: Sequence[Span]) -> list[Entity]:
        self._storm.meet(doc.text)
        groups: dict[tuple[str, str], list[Span]] = {}
        for span in spans:
            groups.setdefault((span.label, doc.text[span.start : span.end].casefold()), []).append(span)
        return [Entity(i, label, tuple(found)) for i, ((label, _), found) in enumerate(groups.items())]


class AshorePolicy:
    """Hides everything but the labels of the option `keep`."""

    def __init__(self, keep: frozenset[str], storm: Storm) -> None:
        self._keep, self._storm = keep, storm

    @classmethod
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> AshorePolicy:
        keep = options.get("keep", [])
        if not isinstance(keep, list):
            raise ConfigError("The option 'keep' of 'ashore' must be a list of labels.")
        return cls(frozenset(pack.labels.find(label) for label in keep), Storm(options))

    def decide(self, doc: Document, entities: Sequence[Entity]) -> list[Decision]:
        self._storm.meet(doc.text)
        return [Decision(item.id, item.label not in self._keep, "policy:ashore") for item in entities]


class WaveMethod:
    """Every mention becomes waves, one for each entity that went before, and one more."""

    name = "wave"
    reversible = True

    def __init__(self, storm: Storm) -> None:
        self._storm = storm
        self._flooded = 0

    @classmethod
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> WaveMethod:
        return cls(Storm(options))

    def replace(self, mention: Span, entity: Entity, context: Context) -> str:
        self._storm.meet(context.document.text)
        self._flooded += context.number > 9
        return f"<{'~' * context.number}>"

    def problems(self) -> dict[str, int]:
        told, self._flooded = self._flooded, 0
        return {"more than nine waves": told} if told else {}
