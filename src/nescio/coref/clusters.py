"""Clusters of forms that grow together, with the indexes by which they are found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from nescio.coref.forms import Form

MAX_CANDIDATES: Final = 32  # more clusters than this share a key: it says nothing
MAX_NAMES: Final = 64  # nobody has more names than this: further ones of a cluster are not compared


class Cluster:
    """Forms that name one thing."""

    __slots__ = ("_members", "_others", "_plain", "candidates", "forms", "kind", "traits")

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.forms: list[Form] = []
        self.traits: dict[str, str] = {}  # gender, generation, number: what must not conflict
        self.candidates: list[Cluster] = []  # of an ambiguous one
        self._members: set[int] = set()
        self._others: set[int] = set()  # whom the text lists beside a member
        self._plain: set[tuple[str, ...]] = set()  # what members are called that are no "other"

    def add(self, form: Form) -> None:
        self.forms.append(form)
        self._members.add(id(form))
        self._others |= form.others
        if not form.is_other:
            self._plain.add(form.key)

    def is_another(self, form: Form) -> bool:
        """The text says so: "the other Pat" is not Pat, and "Lilly and Lili" are two."""
        return (
            id(form) in self._others
            or not self._members.isdisjoint(form.others)
            or (form.is_other and form.key in self._plain)
        )

    @property
    def is_ambiguous(self) -> bool:
        return bool(self.candidates)

    def agrees(self, traits: dict[str, str]) -> bool:
        """No trait of the two contradicts the other."""
        return all(self.traits.get(name, value) == value for name, value in traits.items())


class Groups:
    """Forms that a text says to be one, by the number of each."""

    def __init__(self) -> None:
        self._leader: dict[int, int] = {}

    def of(self, member: int) -> int:
        """The one that stands for the group; whoever is in none stands for itself."""
        found = member
        while (leader := self._leader.get(found, found)) != found:
            self._leader[found] = found = self._leader.get(leader, leader)
        return found

    def join(self, one: int, other: int) -> None:
        self._leader[self.of(one)] = self.of(other)


class Index:
    """Keys to clusters; of those that share a key with very many, only the first are found by it."""

    def __init__(self) -> None:
        self._clusters: dict[object, list[Cluster]] = {}

    def add(self, keys: Iterable[object], cluster: Cluster) -> None:
        for key in keys:
            found = self._clusters.setdefault(key, [])
            if len(found) <= MAX_CANDIDATES and (not found or found[-1] is not cluster):
                found.append(cluster)

    def telling(self, keys: Iterable[object]) -> list[object]:
        """The keys that so few share that they say something."""
        return [key for key in keys if len(self._clusters.get(key, ())) <= MAX_CANDIDATES]

    def find(self, keys: Iterable[object]) -> Iterator[Cluster]:
        """The clusters under any of the keys, each once."""
        seen: set[int] = set()
        for key in keys:
            for cluster in self._clusters.get(key, ()):
                if id(cluster) not in seen:
                    seen.add(id(cluster))
                    yield cluster
