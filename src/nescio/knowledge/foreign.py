"""A knowledge base of somebody else among the stores: two verbs are enough."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from nescio.core.errors import ConfigError, failing_as
from nescio.core.protocols import Entry, KnowledgeBase
from nescio.knowledge.base import PROPERTIES, Record

_ABOVE: Final = PROPERTIES[0]  # the statement under which what stands above an entry is told


class NamedBase:
    """A knowledge base under the name that a configuration gives it; its failures bear that name."""

    def __init__(self, base: KnowledgeBase, name: str) -> None:
        self.name = name
        self._base = base

    def find(self, term: str, language: str, *, label: str | None = None) -> list[Entry]:
        with failing_as(f"knowledge base {self.name!r}"):
            return list(self._base.find(term, language, label=label))

    def parents(self, entry: Entry) -> list[Entry]:
        with failing_as(f"knowledge base {self.name!r}"):
            return list(self._base.parents(entry))


class ForeignStore:
    """Lets any object with `find` and `parents` serve as a store.

    It remembers the entries that it was told of, so that they can be asked for again. It does
    not know how many there are: a foreign base adds nothing to the counts of types.
    """

    def __init__(self, base: KnowledgeBase) -> None:
        self._base = base if isinstance(base, NamedBase) else NamedBase(base, type(base).__name__)
        self._told: dict[str, Entry] = {}

    def find(self, term: str, language: str = "") -> list[Entry]:
        return self._remembered(self._base.find(term, language))

    def get(self, uid: str) -> Entry | None:
        return self._told.get(uid)

    def labels(self, entry: Entry) -> dict[str, list[str]]:
        return {"": [entry.name]}

    def statements(self, entry: Entry, properties: Iterable[str] = PROPERTIES) -> dict[str, list[str]]:
        if _ABOVE not in properties:
            return {}
        above = self._remembered(self._base.parents(entry))
        return {_ABOVE: [item.uid for item in above]} if above else {}

    def counts(self) -> Mapping[str, int]:
        return {}

    def size(self) -> int:
        return 0

    def add(self, records: Iterable[Record]) -> int:
        raise ConfigError(f"The knowledge base {self._base.name!r} cannot be written to by nescio.")

    def close(self) -> None:
        """Whoever made the base looks after what it holds open."""

    def _remembered(self, entries: list[Entry]) -> list[Entry]:
        with failing_as(f"knowledge base {self._base.name!r}"):  # what it gave may be no entries
            self._told |= {entry.uid: entry for entry in entries}
        return entries
