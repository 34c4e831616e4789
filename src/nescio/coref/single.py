"""Links nothing: coreference switched off."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from nescio.core.model import Document, Entity, Span
from nescio.core.options import job_options
from nescio.packs import Pack


class SingleLinker:
    """Each mention is an entity of its own."""

    @classmethod
    @job_options({})
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> SingleLinker:
        return cls()

    def link(self, doc: Document, spans: Sequence[Span]) -> list[Entity]:
        return [Entity(number, span.label, (span,)) for number, span in enumerate(sorted(spans))]
