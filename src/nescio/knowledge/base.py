"""The knowledge base: entries of the world, found by name, each with its type."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from nescio.core.protocols import Entry

SCHEMA: Final = 1
PROPERTIES: Final = ("subclass_of", "instance_of", "member_of", "part_of")


@dataclass(frozen=True, slots=True)
class Record:
    """What an importer knows about one entry."""

    uid: str
    name: str
    type: str = ""
    country: str = ""
    size: int = 0
    labels: Mapping[str, Sequence[str]] = field(default_factory=dict)  # language -> names, best first
    statements: Mapping[str, Sequence[str]] = field(default_factory=dict)  # property -> uids


class KnowledgeStore(Protocol):
    """What an embedded and a shared store both offer."""

    def find(self, term: str, language: str = "") -> list[Entry]: ...

    def get(self, uid: str) -> Entry | None: ...

    def labels(self, entry: Entry) -> dict[str, list[str]]: ...

    def statements(self, entry: Entry, properties: Iterable[str] = PROPERTIES) -> dict[str, list[str]]: ...

    def counts(self) -> Mapping[str, int]: ...

    def size(self) -> int: ...

    def add(self, records: Iterable[Record]) -> int: ...

    def close(self) -> None: ...


class JoinedBase:
    """Several stores as one: "lowest index first", "filter by a parent", English as the last resort."""

    def __init__(
        self,
        stores: Iterable[KnowledgeStore],
        *,
        last: Iterable[KnowledgeStore] = (),
        fallback: str = "",
        fits: Callable[[Entry, str], bool] | None = None,
    ) -> None:
        self._first, self._last = tuple(stores), tuple(last)
        self._stores = (*self._first, *self._last)
        self._fallback = fallback
        self._fits = fits  # whether an entry may bear a label

    def find(
        self, term: str, language: str = "", *, label: str | None = None, parent: str | None = None
    ) -> list[Entry]:
        """Every entry of that name, lowest index first; only those of a label or below a parent, if named."""
        for stores in (self._first, self._last):
            for code in dict.fromkeys((language, self._fallback)):
                entries = [entry for store in stores for entry in store.find(term, code)]
                if label is not None and self._fits is not None:
                    entries = [entry for entry in entries if self._fits(entry, label)]
                if parent is not None:
                    entries = [entry for entry in entries if self._is_below(entry, parent)]
                if entries:
                    return entries
        return []

    def get(self, uid: str) -> Entry | None:
        return next((entry for store in self._stores if (entry := store.get(uid)) is not None), None)

    def labels(self, entry: Entry) -> dict[str, list[str]]:
        """The names of an entry by language; an empty language holds for all."""
        for store in self._stores:
            if store.get(entry.uid) == entry:
                return store.labels(entry)
        return {}

    def parents(self, entry: Entry, properties: Iterable[str] = PROPERTIES) -> list[Entry]:
        """The entries that its statements point to, property by property."""
        uids = [uid for group in self.statements(entry, properties).values() for uid in group]
        found = [self.get(uid) for uid in dict.fromkeys(uids)]
        return [item for item in found if item is not None]

    def statements(self, entry: Entry, properties: Iterable[str] = PROPERTIES) -> dict[str, list[str]]:
        """What is said of an entry, property by property, as ids."""
        for store in self._stores:
            if store.get(entry.uid) == entry:
                return store.statements(entry, properties)
        return {}

    def counts(self) -> dict[str, int]:
        """How many entries each type has, in all stores together."""
        total: dict[str, int] = {}
        for store in self._stores:
            for name, count in store.counts().items():
                total[name] = total.get(name, 0) + count
        return total

    def size(self) -> int:
        return sum(store.size() for store in self._stores)

    def close(self) -> None:
        for store in self._stores:
            store.close()

    def _is_below(self, entry: Entry, parent: str) -> bool:
        """Whether the parent, a uid or a type, is reached by statements; loops are no danger."""
        seen: set[str] = set()
        queue = [entry]
        while queue:
            item = queue.pop()
            if parent in (item.uid, item.type):
                return True
            if item.uid not in seen:
                seen.add(item.uid)
                queue += self.parents(item)
        return False
