"""One set of tables and statements for SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from itertools import islice
from typing import Any, Final, Protocol

from nescio.core.errors import ConfigError
from nescio.core.plain_json import read_json
from nescio.core.protocols import Entry
from nescio.knowledge.base import PROPERTIES, SCHEMA, Record
from nescio.text.encoding import storable
from nescio.text.folding import key_of

TABLES: Final = (
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL)",
    "CREATE TABLE kind (id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL)",
    """CREATE TABLE entity (id INTEGER PRIMARY KEY, uid TEXT, name TEXT NOT NULL, kind INTEGER NOT NULL,
       country TEXT NOT NULL, size INTEGER NOT NULL)""",
    """CREATE TABLE alias (key TEXT, entity INTEGER, language TEXT, name TEXT,
       PRIMARY KEY (key, entity, language))""",
    """CREATE TABLE statement (entity INTEGER, property TEXT, target TEXT,
       PRIMARY KEY (entity, property, target))""",
)
INDEXES: Final = (
    "CREATE UNIQUE INDEX entity_uid ON entity (uid)",
    "CREATE INDEX alias_entity ON alias (entity)",
)
_BATCH: Final = 1000
_STEPS: Final = 5  # how far classes are followed upwards
_COLUMNS: Final = "entity.id, entity.uid, entity.name, entity.kind, entity.country, entity.size"


class Connection(Protocol):
    """The little of a database that the store needs; parameters are written as `?`."""

    def query(self, sql: str, values: Iterable[Any] = ()) -> list[tuple[Any, ...]]: ...

    def many(self, sql: str, rows: Iterable[tuple[Any, ...]]) -> None: ...

    def transaction(self) -> AbstractContextManager[None]: ...

    def close(self) -> None: ...


class SqlStore:
    """A knowledge store over any connection; everything but the dialect is the same."""

    def __init__(self, connection: Connection, where: str) -> None:
        self._db = connection
        self._where = where
        self._check_schema()
        self._kinds: dict[int, str] = dict(connection.query("SELECT id, name FROM kind"))
        self._number_of = {name: id for id, name in self._kinds.items()}
        self._last_kind = max(self._kinds, default=0)
        self._uids = bool(connection.query("SELECT 1 FROM entity WHERE uid IS NOT NULL LIMIT 1"))

    def _check_schema(self) -> None:
        rows = self._db.query("SELECT value FROM meta WHERE key = 'schema'")
        if not rows or rows[0][0] != str(SCHEMA):
            found = rows[0][0] if rows else "none"
            raise ConfigError(
                f"The knowledge base {self._where!r} has schema {found}; this nescio reads {SCHEMA}. "
                "Import it again with 'nescio kb import'."
            )

    def find(self, term: str, language: str = "") -> list[Entry]:
        """Entries of that name in the language, or in any when their source does not say."""
        sql = (
            f"SELECT DISTINCT {_COLUMNS} FROM alias JOIN entity ON entity.id = alias.entity "  # noqa: S608
            "WHERE alias.key = ? AND (alias.language = ? OR alias.language = '' OR ? = '') ORDER BY entity.id"
        )
        return [self._entry(row) for row in self._db.query(sql, (key_of(term), language, language))]

    def get(self, uid: str) -> Entry | None:
        sql = f"SELECT {_COLUMNS} FROM entity WHERE "  # noqa: S608
        rows = self._db.query(sql + "uid = ?", (uid,)) if self._uids else []
        if not rows and uid.startswith("n") and uid[1:].isdecimal() and len(uid) < 12:
            rows = self._db.query(sql + "id = ? AND uid IS NULL", (int(uid[1:]),))
        return self._entry(rows[0]) if rows else None

    def labels(self, entry: Entry) -> dict[str, list[str]]:
        names: dict[str, list[str]] = {}
        rows = self._db.query(
            "SELECT language, name FROM alias WHERE entity = ? ORDER BY language, name", (entry.id,)
        )
        for language, name in rows:
            if name is not None:  # the shipped store keeps one spelling of each name
                names.setdefault(language, []).append(name)
        return names or {"": [entry.name]}

    def statements(self, entry: Entry, properties: Iterable[str] = PROPERTIES) -> dict[str, list[str]]:
        rows = self._db.query(
            "SELECT property, target FROM statement WHERE entity = ? ORDER BY property, target", (entry.id,)
        )
        found: dict[str, list[str]] = {}
        for name in properties:
            if targets := [target for prop, target in rows if prop == name]:
                found[name] = targets
        return found

    def counts(self) -> Mapping[str, int]:
        rows = self._db.query("SELECT value FROM meta WHERE key = 'counts'")
        if rows:
            return self._counted(rows[0][0])
        rows = self._db.query("SELECT kind, count(*) FROM entity GROUP BY kind")
        return {self._kinds[kind]: count for kind, count in rows if self._kinds.get(kind)}

    def _counted(self, kept: str) -> dict[str, int]:
        """How many there are of each type, as an import has kept it."""
        try:
            return {str(name): int(count) for name, count in read_json(kept).items()}
        except (ValueError, TypeError, AttributeError):
            raise self._damage() from None

    def size(self) -> int:
        return int(self._db.query("SELECT count(*) FROM entity")[0][0])

    def cursor(self, job: str) -> str:
        """How far an import with this name has come; empty if it never began."""
        rows = self._db.query("SELECT value FROM meta WHERE key = ?", (f"import:{job}",))
        return str(rows[0][0]) if rows else ""

    def add(self, records: Iterable[Record], *, job: str = "", position: str = "") -> int:
        """Add entries, all of them or none; an entry that is there already is replaced."""
        count = 0
        with self._db.transaction():
            [(last,)] = self._db.query("SELECT coalesce(max(id), 0) FROM entity")
            for batch in _batches(records, _BATCH):
                last = self._add_batch(batch, int(last))
                count += len(batch)
            self._db.query("DELETE FROM meta WHERE key = 'counts'")
            if job:
                self._db.query("DELETE FROM meta WHERE key = ?", (f"import:{job}",))
                self._db.query("INSERT INTO meta VALUES (?, ?)", (f"import:{job}", position))
        return count

    def resolve_types(self, words: Mapping[str, tuple[str, ...]]) -> int:
        """Give entries without a type the type that the name of a class above them says.

        `words` are the folded words of a language with the types they name; classes are
        followed upwards a few steps, the nearest that has a type of ours counts.
        """
        rows = self._db.query(
            "SELECT statement.entity, statement.target FROM statement WHERE property IN (?, ?)",
            ("instance_of", "subclass_of"),
        )
        above: dict[int, list[str]] = {}
        for entity, target in rows:
            above.setdefault(entity, []).append(target)
        ids = {uid: id for id, uid in self._db.query("SELECT id, uid FROM entity WHERE uid IS NOT NULL")}
        keys: dict[int, list[str]] = {}
        for id, key in self._db.query("SELECT entity, key FROM alias"):
            keys.setdefault(id, []).append(key)
        own = {id: words[key][0] for id, said in keys.items() for key in reversed(said) if key in words}
        up = {entity: [ids[uid] for uid in uids if uid in ids] for entity, uids in above.items()}
        classes = _Classes(own, up)
        found: list[tuple[int, int]] = []
        with self._db.transaction():
            for entity in above:
                if type := classes.type_above(entity):
                    found.append((self._kind(type), entity))
            self._db.many("UPDATE entity SET kind = ? WHERE id = ?", found)
            self._db.query("DELETE FROM meta WHERE key = 'counts'")
        return len(found)

    def _add_batch(self, records: list[Record], last: int) -> int:
        records = list({record.uid or f"\0{i}": record for i, record in enumerate(records)}.values())
        uids = [record.uid for record in records if record.uid]
        self._remove(uids)
        ids = [_numeric(record.uid) or None for record in records]
        taken = {row[0] for row in self._query_in("SELECT id FROM entity WHERE id IN", [i for i in ids if i])}
        numbers: list[int] = []
        for id in ids:
            if id is None or id in taken:
                last += 1
                id = last
            taken.add(id)
            last = max(last, id)
            numbers.append(id)
        self._db.many("INSERT INTO entity VALUES (?, ?, ?, ?, ?, ?)", [
            (id, r.uid or None, r.name, self._kind(r.type), r.country, r.size)
            for id, r in zip(numbers, records, strict=True)
        ])  # fmt: skip
        aliases = {
            (key, id, language): name
            for id, record in zip(numbers, records, strict=True)
            for language, names in {"": [record.name], **record.labels}.items()
            for name in names
            if (key := key_of(name))
        }
        self._db.many(
            "INSERT INTO alias VALUES (?, ?, ?, ?)", [(*key, name) for key, name in aliases.items()]
        )
        statements = {
            (id, name, target)
            for id, record in zip(numbers, records, strict=True)
            for name, targets in record.statements.items()
            for target in targets
        }
        self._db.many("INSERT INTO statement VALUES (?, ?, ?)", sorted(statements))
        self._uids = self._uids or bool(uids)
        return last

    def _remove(self, uids: list[str]) -> None:
        old = [row[0] for row in self._query_in("SELECT id FROM entity WHERE uid IN", uids)]
        for table, column in (("alias", "entity"), ("statement", "entity"), ("entity", "id")):
            self._query_in(f"DELETE FROM {table} WHERE {column} IN", old)  # noqa: S608

    def _query_in(self, sql: str, values: list[Any]) -> list[tuple[Any, ...]]:
        rows: list[tuple[Any, ...]] = []
        for chunk in _batches(values, 500):
            rows += self._db.query(f"{sql} ({','.join('?' * len(chunk))})", chunk)
        return rows

    def _kind(self, name: str) -> int:
        if name not in self._number_of:
            self._last_kind += 1
            self._db.query("INSERT INTO kind VALUES (?, ?)", (self._last_kind, name))
            self._kinds[self._last_kind] = name
            self._number_of[name] = self._last_kind
        return self._number_of[name]

    def _entry(self, row: tuple[Any, ...]) -> Entry:
        id, uid, name, kind, country, size = row
        if (type(id), type(name), type(country), type(size)) != (int, str, str, int):
            raise self._damage()
        return Entry(id, uid or f"n{id}", name, self._kinds.get(kind, ""), country, size)

    def _damage(self) -> ConfigError:
        return ConfigError(f"The knowledge base {self._where!r} is damaged; import it again.")

    def close(self) -> None:
        self._db.close()


class _Classes:
    """What the classes above an entry say; each class is asked once for each distance."""

    def __init__(self, own: Mapping[int, str], above: Mapping[int, list[int]]) -> None:
        self._own, self._above = own, above
        self._known: dict[tuple[int, int], str] = {}

    def type_above(self, entity: int) -> str:
        """The type that the nearest class names which names one; empty if none does."""
        return next((type for steps in range(_STEPS) if (type := self._at(entity, steps))), "")

    def _at(self, entity: int, steps: int) -> str:
        """What the first class says that stands so many steps above those right above the entry."""
        if (entity, steps) not in self._known:
            above = self._above.get(entity, ())
            said = (self._own.get(item, "") if not steps else self._at(item, steps - 1) for item in above)
            self._known[entity, steps] = next(filter(None, said), "")
        return self._known[entity, steps]


def storable_row(values: Iterable[Any]) -> tuple[Any, ...]:
    """Values that a database takes: names come from texts and dumps, and may hold anything."""
    return tuple(storable(value) if isinstance(value, str) else value for value in values)


def _numeric(uid: str) -> int:
    """The number in a Wikidata id, so that "lowest index first" means what it says there."""
    return int(uid[1:]) if uid[:1] == "Q" and uid[1:].isdecimal() and len(uid) < 11 else 0


def create_tables(connection: Connection) -> None:
    """The empty tables of a new store, all of them or none."""
    with connection.transaction():
        for statement in (*TABLES, *INDEXES):
            connection.query(statement)
        connection.query("INSERT INTO meta VALUES ('schema', ?)", (str(SCHEMA),))


def _batches(items: Iterable[Any], size: int) -> Iterator[list[Any]]:
    iterator = iter(items)
    while batch := list(islice(iterator, size)):
        yield batch
