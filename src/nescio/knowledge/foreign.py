"""A knowledge base of somebody else among the stores: two verbs are enough."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from nescio.core.errors import ConfigError, NescioError, failure_of
from nescio.core.protocols import Entry, KnowledgeBase
from nescio.knowledge.base import PROPERTIES, Record

_ABOVE: Final = PROPERTIES[0]  # the statement under which what stands above an entry is told


class ForeignStore:
    """Lets any object with `find` and `parents` serve as a store; its failures bear its name.

    It remembers the entries that it was told of, so that they can be asked for again. It does
    not know how many there are: a foreign base adds nothing to the counts of types.
    """

    def __init__(self, base: KnowledgeBase, *, name: str = "") -> None:
        self.name = name or str(getattr(base, "name", "") or type(base).__name__)
        self._base = base
        self._told: dict[str, Entry] = {}

    def find(self, term: str, language: str = "") -> list[Entry]:
        return self._ask(lambda: self._base.find(term, language))

    def get(self, uid: str) -> Entry | None:
        return self._told.get(uid)

    def labels(self, entry: Entry) -> dict[str, list[str]]:
        return {"": [entry.name]}

    def statements(self, entry: Entry, properties: Iterable[str] = PROPERTIES) -> dict[str, list[str]]:
        if _ABOVE not in properties:
            return {}
        above = self._ask(lambda: self._base.parents(entry))
        return {_ABOVE: [item.uid for item in above]} if above else {}

    def counts(self) -> Mapping[str, int]:
        return {}

    def size(self) -> int:
        return 0

    def add(self, records: Iterable[Record]) -> int:
        raise ConfigError(f"The knowledge base {self.name!r} cannot be written to by nescio.")

    def close(self) -> None:
        close = getattr(self._base, "close", None)  # a base of two verbs need not have one
        if callable(close):
            close()

    def _ask(self, question: Callable[[], Iterable[Entry]]) -> list[Entry]:
        try:
            entries = list(question())
            self._told |= {entry.uid: entry for entry in entries}
        except NescioError:
            raise
        except Exception as error:  # whatever a foreign base does
            raise failure_of(f"knowledge base {self.name!r}", error) from error
        return entries
