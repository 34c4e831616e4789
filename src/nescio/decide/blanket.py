"""The blanket policy: everything that was found must go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from nescio.core.model import Decision, Document, Entity
from nescio.packs import Pack


class BlanketPolicy:
    """Hides every entity."""

    @classmethod
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> BlanketPolicy:
        return cls()

    def decide(self, doc: Document, entities: Sequence[Entity]) -> list[Decision]:
        return [Decision(entity.id, True, "policy:blanket") for entity in entities]
