"""Importer for Wikidata JSON dumps: streamed, filtered, resumable."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from nescio.core.errors import ConfigError, InputError, known, shown
from nescio.knowledge.base import Record
from nescio.knowledge.sql import SqlStore
from nescio.knowledge.streams import BadEntries, entries, list_of, map_of, text_of

PROPERTIES: Final = {"P279": "subclass_of", "P31": "instance_of", "P463": "member_of", "P361": "part_of"}
_CHUNK: Final = 5000  # entries that are kept together
_LONGEST: Final = 200  # characters of an id
_MANY: Final = 2_000_000_000  # inhabitants; more would not fit in every database


def check_properties(names: Sequence[str]) -> dict[str, str]:
    """Properties by name ("part_of") or number ("P361")."""
    by_name = {name: number for number, name in PROPERTIES.items()}
    chosen = {}
    for name in names:
        number = by_name.get(name, name)
        if number not in PROPERTIES:
            raise ConfigError(f"There is no property {shown(name)} to import. {known(name, by_name)}")
        chosen[number] = PROPERTIES[number]
    return chosen


class Imported(NamedTuple):
    """How many entries came in, and how many could not be read."""

    added: int
    passed_over: int


def import_dump(
    path: Path, store: SqlStore, *, languages: Sequence[str], properties: Sequence[str] = tuple(PROPERTIES)
) -> Imported:
    """Add the entries of a dump, chunk by chunk; begun again, it goes on where it stopped.

    Each chunk is kept whole with the position it ends at. A dump that breaks off is an error,
    and what came before stays; an entry that cannot be read is passed over.
    """
    chosen = check_properties(properties)
    job = path.name
    bad = BadEntries()
    lines = entries(path, "Wikidata dumps", passed_over=bad, after=_position(store.cursor(job)))
    count = 0
    while True:
        chunk: list[tuple[int, Record | None]] = []
        failure: InputError | None = None
        try:
            for number, entity in islice(lines, _CHUNK):
                chunk.append((number, _record_of(entity, languages, chosen, bad)))
        except InputError as error:
            failure = error
        if chunk:
            position = str(chunk[-1][0])
            count += store.add([r for _, r in chunk if r is not None and r.name], job=job, position=position)
        if failure is not None:
            raise InputError(f"{failure} What came before it is kept.") from failure
        if len(chunk) < _CHUNK:
            return Imported(count, bad.number)


def _position(cursor: str) -> int:
    return int(cursor) if cursor.isdecimal() and len(cursor) < 20 else 0


def _record_of(
    entity: Mapping[str, Any], languages: Sequence[str], properties: Mapping[str, str], bad: BadEntries
) -> Record | None:
    try:
        return to_record(entity, languages, properties)
    except ValueError:
        bad.number += 1
        return None


def to_record(
    entity: Mapping[str, Any], languages: Sequence[str], properties: Mapping[str, str] = PROPERTIES
) -> Record:
    """One item as a record; a record without a name says nothing in the languages asked for.

    A ValueError says that it is no item.
    """
    uid = entity.get("id")
    if not isinstance(uid, str) or not 0 < len(uid) <= _LONGEST:
        raise ValueError("an item has an id")
    named, other = map_of(entity.get("labels")), map_of(entity.get("aliases"))
    labels: dict[str, list[str]] = {}
    for code in languages:
        names = [_value(item) for item in (named.get(code), *list_of(other.get(code)))]
        if kept := [name for name in dict.fromkeys(names) if name]:
            labels[code] = kept
    claims = {number: list_of(group) for number, group in map_of(entity.get("claims")).items()}
    statements = {
        name: [target for claim in claims[number] if (target := _target(claim))]
        for number, name in properties.items()
        if number in claims
    }
    size = next((amount for claim in claims.get("P1082", ()) if (amount := _amount(claim))), 0)
    name = next((names[0] for names in labels.values()), "")
    return Record(uid, name, size=size, labels=labels, statements=statements)


def _value(item: Any) -> str:
    return text_of(map_of(item).get("value"))


def _snak(claim: Any) -> Any:
    """What a claim says; nothing if it is withdrawn, or known to be unknown."""
    claim = map_of(claim)
    if claim.get("rank") == "deprecated":
        return {}
    return map_of(map_of(claim.get("mainsnak")).get("datavalue")).get("value")


def _target(claim: Any) -> str:
    return text_of(map_of(_snak(claim)).get("id"))[:_LONGEST]


def _amount(claim: Any) -> int:
    amount = map_of(_snak(claim)).get("amount", 0)
    try:
        number = float(amount)
    except (TypeError, ValueError):
        return 0
    return int(min(number, _MANY)) if number > 0 else 0  # also of infinity; NaN is not above 0
