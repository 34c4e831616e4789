"""What the knowledge base says of places and bodies: how large a town is, whether it is known at all."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from nescio.core.protocols import Entry
from nescio.knowledge.loading import load_base
from nescio.packs import Pack

_SIZES: Final = (
    (500_000, "very large town"),
    (100_000, "large town"),
    (30_000, "middling town"),
    (5_000, "small town"),
)
_HEAD: Final = 400  # characters at the beginning of a decision, where its court is named
_KEPT: Final = 4096


class PlaceSizes:
    """Asks the shipped knowledge base."""

    def __init__(self, pack: Pack) -> None:
        self._base, self._language, self._types = load_base(pack), pack.language, pack.types
        self._find = lru_cache(maxsize=_KEPT)(self._ask)

    def facts(self, name: str, text: str) -> set[str]:
        """How large the place is, and whether the head of the decision names it."""
        found = {"named in the head"} if name.casefold() in text[:_HEAD].casefold() else set()
        entries = self._find(name, "LOC")
        if not entries:
            return found | {"unknown place"}
        first = max(entries[:3], key=lambda entry: entry.size)
        if first.type == "country" or any(entry.type == "country" for entry in entries[:2]):
            return found | {"country", "well-known place"}
        size = next((word for least, word in _SIZES if first.size >= least), "")
        if not first.size or first.size >= _SIZES[1][0]:
            found.add("well-known place")
        return found | {size or ("hamlet" if first.size else "region")}

    def is_known_body(self, name: str) -> bool:
        return bool(self._find(name, "ORG"))

    def _ask(self, name: str, label: str) -> tuple[Entry, ...]:
        return tuple(self._base.find(name, self._language, label=label))
