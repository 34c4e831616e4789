"""What the substitutes of a whole ledger use up: one identity has one name in all documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator
from typing import TypeVar

from nescio.core.identity import Kept, KeptThing
from nescio.text.folding import key_of

Used = TypeVar("Used")


class Taken:
    """What substitutes use up, whoever they stand for."""

    def __init__(self, substitutes: Iterable[Kept] = ()) -> None:
        self.uses: Counter[str] = Counter()  # folded word -> how often
        self.pairs: Counter[tuple[str, str]] = Counter()  # a given and a family name of one person
        self.names: Counter[str] = Counter()  # of things
        for item in substitutes:
            self.count(item, 1)

    def count(self, item: Kept, times: int) -> None:
        """Enter a substitute, or strike it out with -1."""
        if isinstance(item, KeptThing):
            name = key_of(item.surrogate.text)
            _count(self.names, [name], times)
            _count(self.uses, [name, *map(key_of, item.names)], times)
            return
        given = {key_of(word) for word in item.given.values()}
        family = {key_of(word) for word in item.family.values()}
        _count(self.uses, [*given, *family], times)
        _count(self.pairs, [(one, other) for one in given for other in family], times)

    def is_pair(self, given: Iterable[str], family: Iterable[str]) -> bool:
        """Whether somebody is called by one of these given and one of these family names."""
        if not self.pairs:
            return False
        others = [key_of(word) for word in family]
        return any((key_of(one), other) in self.pairs for one in given for other in others)


class KeptBook:
    """The substitutes of a ledger as they come and go, with what they use up at this moment."""

    def __init__(self, substitutes: Iterable[Kept] = ()) -> None:
        self._log = [(item, 1) for item in substitutes]
        self._taken = Taken(item for item, _ in self._log)

    def replace(self, old: Collection[Kept], new: Collection[Kept]) -> None:
        """Some substitutes make room for others; what is in both stays."""
        gone, come = ([item for item in one if item not in other] for one, other in ((old, new), (new, old)))
        changes = [*((item, -1) for item in gone), *((item, 1) for item in come)]
        for item, times in changes:
            self._taken.count(item, times)
        self._log += changes

    def view(self) -> KeptView:
        return KeptView(self, len(self._log))

    def taken_at(self, version: int) -> Taken:
        """What was used up then: at hand for the present, counted anew for the past."""
        return self._taken if version == len(self._log) else Taken(self.kept_at(version))

    def kept_at(self, version: int) -> list[Kept]:
        counts: dict[Hashable, tuple[Kept, int]] = {}
        for item, times in self._log[:version]:
            counts[_key(item)] = (item, times + counts.get(_key(item), (item, 0))[1])
        return [item for item, times in counts.values() for _ in range(times)]


class KeptView(Collection[Kept]):
    """The substitutes that a ledger kept at one moment; stays as it is when the ledger goes on."""

    def __init__(self, book: KeptBook, version: int) -> None:
        self._book, self._version = book, version

    @property
    def taken(self) -> Taken:
        return self._book.taken_at(self._version)

    def __iter__(self) -> Iterator[Kept]:
        return iter(self._book.kept_at(self._version))

    def __len__(self) -> int:
        return len(self._book.kept_at(self._version))

    def __contains__(self, item: object) -> bool:
        return item in self._book.kept_at(self._version)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Collection) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # what it equals may have no hash


def taken_by(substitutes: Collection[Kept]) -> Taken:
    """What some substitutes use up; those of a ledger are counted already."""
    return substitutes.taken if isinstance(substitutes, KeptView) else Taken(substitutes)


def _key(item: Kept) -> Hashable:
    if isinstance(item, KeptThing):
        return item
    return item.gender, *item.given.items(), "", *item.family.items()


def _count(counter: Counter[Used], keys: Iterable[Used], times: int) -> None:
    for key in keys:
        counter[key] += times
        if not counter[key]:
            del counter[key]
