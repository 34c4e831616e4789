"""Links mentions that look the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from nescio.core.labels import LabelSet
from nescio.core.model import Document, Entity, Span
from nescio.core.options import job_options
from nescio.packs import Pack


class SurfaceLinker:
    """Mentions of one kind with equal surface, white space aside, are one entity."""

    def __init__(self, labels: LabelSet) -> None:
        self._labels = labels

    @classmethod
    @job_options({})
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> SurfaceLinker:
        return cls(pack.labels)

    def link(self, doc: Document, spans: Sequence[Span]) -> list[Entity]:
        groups: dict[tuple[str, str], list[Span]] = {}
        for span in sorted(spans):
            surface = " ".join(doc.text[span.start : span.end].split())
            groups.setdefault((self._labels.root(span.label), surface), []).append(span)
        return [
            Entity(number, mentions[0].label, tuple(mentions))
            for number, mentions in enumerate(groups.values())
        ]
