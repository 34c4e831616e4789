"""A knowledge base of harbours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nescio import Entry, Pack
from nescio_tides.storms import Storm

COAST = Entry(2, "tide-2", "Quexcoast", "region", "PT")
ISLAND = Entry(1, "tide-1", "Quexport", "island", "PT")


class HarbourBase:
    """Knows one island and the region that it lies in."""

    def __init__(self, storm: Storm) -> None:
        self._storm = storm

    @classmethod
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> HarbourBase:
        return cls(Storm(options))

    def find(self, term: str, language: str, *, label: str | None = None) -> list[Entry]:
        self._storm.meet(term)
        return [ISLAND] if term.casefold() == "quexport" and label in (None, "LOC") else []

    def parents(self, entry: Entry) -> list[Entry]:
        return [COAST] if entry == ISLAND else []
