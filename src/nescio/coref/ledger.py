"""The identity ledger: one corpus, one identity per person, organisation and place across documents."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from nescio.core.errors import JobError, shown
from nescio.core.identity import Identity, Kept, kept_from_json, kept_to_json
from nescio.core.labels import PERSON, TOLD_NAMES, LabelSet
from nescio.core.model import Document, Entity, Job, Span
from nescio.coref.clusters import Cluster
from nescio.coref.forms import Form, FormReader
from nescio.coref.ledger_checks import DIGEST, SCHEMA, check_ledger, digest_of
from nescio.coref.linking import Linking
from nescio.coref.organizations import ThingReader
from nescio.coref.persons import PersonReader
from nescio.coref.standing_numbers import StandingNumbers
from nescio.knowledge.taken import KeptBook
from nescio.packs import Pack


def key_of(cluster: Cluster) -> int:
    return id(cluster)


@dataclass(slots=True)
class LedgerEntry:
    """Somebody or something known by names in several documents."""

    number: int
    kind: str
    names: dict[str, int] = field(default_factory=dict, repr=False)  # spelling -> how often
    kept: list[Kept] = field(default_factory=list, repr=False)  # substitutes, the first choice first

    @property
    def id(self) -> str:
        return f"{self.kind}-{self.number}"

    @property
    def substitutes(self) -> list[str]:
        """The names that stand for it in anonymized texts."""
        return [item.text for item in self.kept]

    @property
    def identity(self) -> Identity:
        """What an entity of a job carries of it."""
        return Identity(self.id, tuple(self.kept))


class Ledger:
    """Gives entities of different documents one identity when their names say so.

    The rules are those of coreference within a document. A name of one word is no identity of a
    person beyond its document: it stays apart, and a person merges it. The ledger holds names in
    clear: keep it where the tables of solutions are kept.
    """

    def __init__(self, pack: Pack) -> None:
        self._language = pack.language
        self._labels: LabelSet = pack.labels
        self._reader = FormReader(pack.naming)
        self._persons = PersonReader(pack.naming)
        self._things = ThingReader(pack.naming)
        self._entries: dict[str, LedgerEntry] = {}
        self._last: dict[str, int] = {}
        self._standing = StandingNumbers(pack.labels)
        self._linking = Linking(self._persons, self._things, as_written=True)
        self._identity_of: dict[int, str] = {}  # cluster -> identity
        self._owner_of: dict[tuple[str, str], str] = {}  # kind and spelling a person has decided about
        self._book: KeptBook | None = None  # all that is kept, counted when it is first lent
        self._changed: dict[str, LedgerEntry] = {}  # since somebody last kept the changes

    @property
    def identities(self) -> list[LedgerEntry]:
        return list(self._entries.values())

    def apply(self, jobs: Iterable[Job]) -> list[Job]:
        """The jobs with an identity on every entity; entities of one identity become one.

        Identities bring the substitutes that `keep` has kept for them.
        """
        if self._book is None:
            self._book = KeptBook(item for entry in self._entries.values() for item in entry.kept)
        taken = self._book.view()
        return [job if job.entities is None else self._applied(job, job.entities, taken) for job in jobs]

    def _applied(self, job: Job, entities: Sequence[Entity], taken: Collection[Kept]) -> Job:
        return replace(job, taken=taken, entities=self._identified(job.document, entities))

    def keep(self, jobs: Iterable[Job]) -> list[Job]:
        """The replaced jobs without what the ledger lent them; their substitutes are kept.

        A job sees what was kept before `apply`: to give no name twice, take jobs one after the other.
        """
        return [self._kept(job) for job in jobs]

    def _kept(self, job: Job) -> Job:
        kept = {} if job.solution is None else job.solution.kept
        for entity in job.entities or ():
            entry = None if entity.identity is None else self._entries.get(entity.identity.id)
            if entry is not None and entity.id in kept:
                if self._book is not None:
                    self._book.replace(entry.kept, kept[entity.id])
                entry.kept = list(kept[entity.id])
                self._changed[entry.id] = entry
        return replace(job, taken=())

    def _identified(self, doc: Document, entities: Sequence[Entity]) -> tuple[Entity, ...]:
        known: dict[str, int] = {}  # identity -> its place in the result
        result: list[Entity] = []
        further: dict[int, list[Span]] = {}  # place in the result -> mentions of other entities
        self._standing.note(doc.text, self._last)
        for entity in entities:
            identity = self._assign(doc, entity)
            if identity is not None and identity.id in known:
                further.setdefault(known[identity.id], []).extend(entity.mentions)
                continue
            if identity is not None:
                known[identity.id] = len(result)
                entity = replace(entity, identity=identity.identity)
            result.append(entity)
        for place, more in further.items():
            mentions = tuple(sorted({*result[place].mentions, *more}))
            result[place] = replace(result[place], mentions=mentions)
        return tuple(replace(item, id=number) for number, item in enumerate(result))

    def _assign(self, doc: Document, entity: Entity) -> LedgerEntry | None:
        kind = self._labels.root(entity.label)
        if kind not in TOLD_NAMES:
            return None
        names = [" ".join(doc.text[span.start : span.end].split()) for span in entity.mentions]
        identity = self._decided(kind, names) or self._linked(kind, max(names, key=len))
        for name in names:
            identity.names[name] = identity.names.get(name, 0) + 1
        self._changed[identity.id] = identity
        return identity

    def _decided(self, kind: str, names: Sequence[str]) -> LedgerEntry | None:
        """What a person merged or split counts before any rule."""
        for name in names:
            owner = self._owner_of.get((kind, name))
            if owner is not None:
                return self._entries[owner]
        return None

    def _linked(self, kind: str, name: str) -> LedgerEntry:
        form = self._form(kind, name)
        if kind == PERSON and not self._persons.read(form).is_full:
            return self._new(kind)
        cluster = self._linking.add(form)
        owner = self._identity_of.get(key_of(cluster))
        if owner is None or owner not in self._entries:
            identity = self._new(kind)
            self._identity_of[key_of(cluster)] = identity.id
            return identity
        return self._entries[owner]

    def _form(self, kind: str, name: str) -> Form:
        span = Span(0, len(name), kind, 1.0, "ledger")
        [form] = self._reader.read(name, [(span, kind)])
        return form

    def _new(self, kind: str) -> LedgerEntry:
        number = self._last.get(kind, 0) + 1
        while (kind, number) in self._standing:
            number += 1
        self._last[kind] = number
        identity = LedgerEntry(number, kind)
        self._entries[identity.id] = identity
        return identity

    def merge(self, one: str, *others: str) -> LedgerEntry:
        """Several identities become the first; their names belong to it from now on.

        Its substitute stays; if it has none, it gets that of the next.
        """
        target = self._need(one)
        for other in others:
            source = self._need(other)
            if source.kind != target.kind:
                both = f"{shown(one)} and {shown(other)}"
                raise JobError(f"{both} are of different kinds and cannot be merged.")
            if source is target:
                continue
            for name, count in source.names.items():
                target.names[name] = target.names.get(name, 0) + count
            target.kept += source.kept  # second choice; nobody else may be called so
            del self._entries[other]
            self._identity_of = {
                cluster: one if owner == other else owner for cluster, owner in self._identity_of.items()
            }
        self._owner_of |= {(target.kind, name): one for name in target.names}
        return target

    def split(self, id: str, names: Iterable[str]) -> LedgerEntry:
        """The given spellings of an identity become an identity of their own, without a substitute yet."""
        source = self._need(id)
        moved = {name: source.names[name] for name in names if name in source.names}
        if not moved or len(moved) == len(source.names):
            raise JobError(f"Give some but not all of the names of {shown(id)}.")
        target = self._new(source.kind)
        for name, count in moved.items():
            del source.names[name]
            target.names[name] = count
        self._owner_of |= {(source.kind, name): id for name in source.names}
        self._owner_of |= {(source.kind, name): target.id for name in moved}
        return target

    def _need(self, id: str) -> LedgerEntry:
        if id not in self._entries:
            raise JobError(f"The ledger has no identity {shown(id)}.")
        return self._entries[id]

    def changes(self) -> dict[str, Any]:
        """What jobs have changed, as plain JSON values: identities, numbers that stand in their texts."""
        standing = self._standing.changes(self._last)
        if not self._changed and not standing:
            return {}
        changed = [_entry_out(item) for item in self._changed.values()]
        return {
            "language": self._language, "last": self._last, "standing": standing, "identities": changed
        }  # fmt: skip

    def forget_changes(self) -> None:
        """They are kept elsewhere now."""
        self._changed.clear()
        self._standing.forget_changes()

    def to_json(self) -> dict[str, Any]:
        """Everything, as plain JSON values."""
        return {
            "schema": SCHEMA,
            "language": self._language,
            "last": dict(sorted(self._last.items())),  # a number is never given twice, even after a merge
            "standing": self._standing.to_json(self._last),
            "identities": [_entry_out(item) for item in self._entries.values()],
            "decided": sorted([kind, name, owner] for (kind, name), owner in self._owner_of.items()),
        }

    @classmethod
    def from_json(cls, pack: Pack, data: Mapping[str, Any]) -> Ledger:
        """The ledger that `to_json` wrote, perhaps that of an earlier version; anything else is refused."""
        check_ledger(data)
        ledger = cls(pack)
        for raw in data["identities"]:
            ledger._restore(raw["id"], raw["kind"], dict(raw["names"]))
            ledger._entries[raw["id"]].kept = [kept_from_json(item) for item in raw.get("surrogates", ())]
        for kind, number in data.get("last", {}).items():
            ledger._last[kind] = max(ledger._last.get(kind, 0), number)
        ledger._standing.restore(data.get("standing", {}))
        ledger._owner_of = {(kind, name): owner for kind, name, owner in data["decided"]}
        return ledger

    def _restore(self, id: str, kind: str, names: dict[str, int]) -> None:
        number = int(id.rpartition("-")[2])
        self._entries[id] = LedgerEntry(number, kind, names)
        self._last[kind] = max(self._last.get(kind, 0), number)
        for name in sorted(names, key=len, reverse=True):
            form = self._form(kind, name)
            if kind != PERSON or self._persons.read(form).is_full:
                self._identity_of.setdefault(key_of(self._linking.add(form)), id)


def _entry_out(item: LedgerEntry) -> dict[str, Any]:
    content = {
        "id": item.id,
        "kind": item.kind,
        "names": dict(sorted(item.names.items())),
        "surrogates": [kept_to_json(kept) for kept in item.kept],
    }
    return {**content, DIGEST: digest_of(content)}
