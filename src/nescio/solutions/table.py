"""The table of solutions: what was replaced by what, and where."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from nescio.core.errors import JobError
from nescio.core.model import Job
from nescio.text.occurrences import occurrences

SCHEMA = 1


@dataclass(frozen=True, slots=True)
class TableEntry:
    """One replacement with its original; the original never shows in a repr."""

    start: int
    end: int
    label: str
    entity: int
    original: str = field(repr=False)
    replacement: str
    method: str
    out_start: int
    out_end: int
    order: int | None  # which occurrence of the replacement's text this is, counted from 0


@dataclass(frozen=True, slots=True)
class Table:
    """All replacements of one document, and a fingerprint of the text they belong to."""

    id: str
    language: str
    output_sha256: str
    totals: Mapping[str, int]  # how often each replacement's text stands in the output
    entries: tuple[TableEntry, ...]
    encoding: str | None = None  # of the file, when the text came from one


def fingerprint(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def make_table(job: Job) -> Table:
    """The table of a finished job."""
    if job.solution is None:
        raise JobError("A job without a solution has no table of solutions.")
    solution = job.solution
    if not solution.totals:
        solution = solution.counted(occurrences({row.text for row in solution.replacements}, solution.text))
    entries = tuple(
        TableEntry(
            row.start, row.end, row.label, row.entity, job.document.text[row.start : row.end],
            row.text, row.method, row.out_start, row.out_end, row.order,
        )
        for row in solution.replacements
    )  # fmt: skip
    document = job.document
    encoding = document.meta.get("encoding")
    return Table(
        document.id, document.language, fingerprint(solution.text), solution.totals, entries,
        encoding if isinstance(encoding, str) else None,
    )  # fmt: skip


def table_to_json(table: Table) -> dict[str, Any]:
    return {"schema": SCHEMA, **asdict(table)}


_ENTRY_TYPES: Mapping[str, tuple[type, ...]] = {
    item.name: (str,) if item.type == "str" else (int,) for item in fields(TableEntry)
} | {"order": (int, type(None))}


def table_from_json(data: object) -> Table:
    """The table that `table_to_json` wrote; anything else is refused."""
    if not isinstance(data, Mapping) or data.get("schema") != SCHEMA:
        raise JobError(f"This is not a table of solutions of schema {SCHEMA}.")
    try:
        entries = tuple(_entry(row) for row in data["entries"])
        totals = {str(text): int(count) for text, count in data["totals"].items()}
        encoding = data.get("encoding")
        return Table(
            str(data["id"]), str(data["language"]), str(data["output_sha256"]), totals, entries,
            None if encoding is None else str(encoding),
        )  # fmt: skip
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise JobError("The table of solutions is malformed: a key is missing or mistyped.") from error


def _entry(row: Mapping[str, Any]) -> TableEntry:
    for name, kinds in _ENTRY_TYPES.items():
        if type(row[name]) not in kinds:
            raise TypeError(name)
    return TableEntry(**row)
