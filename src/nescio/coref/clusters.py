"""Clusters of forms that grow together, with the indexes by which they are found."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from nescio.core.model import Span
from nescio.coref.forms import Form

MAX_CANDIDATES: Final = 32  # more clusters than this share a key: it says nothing
MAX_TELLING: Final = 10  # the same for a mere piece of a name
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


def foremost(clusters: Sequence[Cluster], form: Form) -> Cluster | None:
    """Of several whom a form may name the one whom the text is about so far, or none.

    Named before all others, at least as often as each of them, and last before the form. Of people of one
    family name that was right in six of seven cases of `corpus/train`; any of the three alone in five to
    seven of ten.
    """
    places = [_Places.of(cluster, form.start) for cluster in clusters]
    if not places:
        return None
    best = min(range(len(places)), key=lambda number: places[number].first)
    chosen = places[best]
    is_foremost = all(chosen.mentions >= other.mentions and chosen.last >= other.last for other in places)
    return clusters[best] if is_foremost and chosen.last >= 0 else None


class _Places(NamedTuple):
    """Where and how often a cluster is named."""

    first: int
    last: int  # before a form, or -1
    mentions: int

    @classmethod
    def of(cls, cluster: Cluster, before: int) -> _Places:
        forms = cluster.forms[:MAX_NAMES]
        last = -1
        for form in forms:
            place = bisect_left(form.spans, before, key=_start)
            last = max(last, form.spans[place - 1].start if place else -1)
        return cls(min(form.start for form in forms), last, sum(len(form.spans) for form in forms))


def _start(span: Span) -> int:
    return span.start


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
        return [key for key in keys if len(self._clusters.get(key, ())) <= MAX_TELLING]

    def find(self, keys: Iterable[object]) -> Iterator[Cluster]:
        """The clusters under any of the keys, each once."""
        seen: set[int] = set()
        for key in keys:
            for cluster in self._clusters.get(key, ()):
                if id(cluster) not in seen:
                    seen.add(id(cluster))
                    yield cluster
