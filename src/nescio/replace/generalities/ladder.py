"""The ladder of types: how far up it is anonymous enough."""

from __future__ import annotations

from functools import cached_property

from nescio.knowledge.base import JoinedBase
from nescio.packs.types import Types


class Ladder:
    """Climbs from a type to the lowest one above it with enough entities below."""

    def __init__(self, types: Types, base: JoinedBase, anonymity: int) -> None:
        self._types, self._base, self._anonymity = types, base, anonymity

    @cached_property
    def _totals(self) -> dict[str, int]:
        """How many entities lie below each type, in all stores."""
        return self._types.totals(self._base.counts())

    def climb(self, type: str) -> str:
        """The lowest type that is anonymous enough; the highest when none is."""
        steps = self._types.lineage(type)
        return next((step for step in steps if self._totals[step] >= self._anonymity), steps[-1])
