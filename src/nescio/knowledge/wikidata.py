"""Importer for Wikidata JSON dumps: streamed, filtered, resumable."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final

from nescio.core.errors import ConfigError, InputError, known
from nescio.knowledge.base import Record
from nescio.knowledge.sql import SqlStore
from nescio.knowledge.streams import lines

PROPERTIES: Final = {"P279": "subclass_of", "P31": "instance_of", "P463": "member_of", "P361": "part_of"}
_CHUNK: Final = 5000  # entries that are kept together


def check_properties(names: Sequence[str]) -> dict[str, str]:
    """Properties by name ("part_of") or number ("P361")."""
    by_name = {name: number for number, name in PROPERTIES.items()}
    chosen = {}
    for name in names:
        number = by_name.get(name, name)
        if number not in PROPERTIES:
            raise ConfigError(f"There is no property {name!r} to import. {known(name, by_name)}")
        chosen[number] = PROPERTIES[number]
    return chosen


def import_dump(
    path: Path, store: SqlStore, *, languages: Sequence[str], properties: Sequence[str] = tuple(PROPERTIES)
) -> int:
    """Add the entries of a dump, chunk by chunk; begun again, it goes on where it stopped.

    Each chunk is kept whole with the position it ends at. A dump that breaks off is an error,
    and what came before stays.
    """
    chosen = check_properties(properties)
    job = path.name
    done = int(store.cursor(job) or 0)
    count = 0
    entries = _entries(path, after=done)
    while True:
        chunk: list[tuple[int, Record]] = []
        failure: InputError | None = None
        try:
            for number, entity in islice(entries, _CHUNK):
                record = to_record(entity, languages, chosen)
                chunk.append((number, record))
        except InputError as error:
            failure = error
        if chunk:
            position = str(chunk[-1][0])
            count += store.add([r for _, r in chunk if r.name], job=job, position=position)
        if failure is not None:
            raise failure
        if len(chunk) < _CHUNK:
            return count


def _entries(path: Path, *, after: int) -> Iterator[tuple[int, Mapping[str, Any]]]:
    for number, line in lines(path, "Wikidata dumps"):
        content = line.strip().rstrip(",")
        if number <= after or content in ("[", "]", ""):
            continue
        try:
            entity = json.loads(content)
        except json.JSONDecodeError as error:
            raise InputError(
                f"{path.name!r} breaks off or is no Wikidata dump (line {number}); what came before is kept."
            ) from error
        if not isinstance(entity, dict) or "id" not in entity:
            raise InputError(f"{path.name!r}, line {number}, is no entry of a Wikidata dump.")
        yield number, entity


def to_record(
    entity: Mapping[str, Any], languages: Sequence[str], properties: Mapping[str, str] = PROPERTIES
) -> Record:
    """One item as a record; a record without a name says nothing in the languages asked for."""
    labels: dict[str, list[str]] = {}
    for code in languages:
        names = [_value(entity.get("labels", {}).get(code))]
        names += [_value(alias) for alias in entity.get("aliases", {}).get(code, ())]
        if kept := [name for name in dict.fromkeys(names) if name]:
            labels[code] = kept
    claims = entity.get("claims", {}) or {}
    statements = {
        name: [uid for claim in claims.get(number, ()) if (uid := _target(claim))]
        for number, name in properties.items()
        if number in claims
    }
    size = next((amount for claim in claims.get("P1082", ()) if (amount := _amount(claim))), 0)
    name = next((names[0] for names in labels.values()), "")
    return Record(str(entity["id"]), name, size=size, labels=labels, statements=statements)


def _value(item: Any) -> str:
    return str(item.get("value", "")) if isinstance(item, Mapping) else ""


def _snak(claim: Any) -> Any:
    if not isinstance(claim, Mapping) or claim.get("rank") == "deprecated":
        return {}
    snak = claim.get("mainsnak", {})
    value = snak.get("datavalue", {}) if isinstance(snak, Mapping) else {}
    return value.get("value", {}) if isinstance(value, Mapping) else {}


def _target(claim: Any) -> str:
    value = _snak(claim)
    return str(value.get("id", "")) if isinstance(value, Mapping) else ""


def _amount(claim: Any) -> int:
    value = _snak(claim)
    try:
        return min(int(float(value.get("amount", 0))), 2_000_000_000) if isinstance(value, Mapping) else 0
    except ValueError:
        return 0
