"""The table of solutions: what was replaced by what, and where."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Final

from nescio.core.errors import JobError
from nescio.core.model import Job
from nescio.solutions.checks import check_table, is_encoding
from nescio.text.occurrences import occurrences

SCHEMA: Final = 2
OLD_SCHEMA: Final = 1  # ids were strings always; no digest, no length, no fingerprint of the original
WRITTEN_AS: Final = "written as"  # in the meta of a document: the new name of its file, if it was renamed
GIVEN_ID: Final = "given id"  # in the meta of a document: the id of a line as it was given, or null
_DIGEST: Final = "sha256"
Id = str | int | float | None


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
    """All replacements of one document, and fingerprints of the texts they belong to."""

    id: Id  # the name of a file, or the id of a line: 1 is not "1", and null is no id
    language: str
    output_sha256: str
    totals: Mapping[str, int]  # how often each replacement's text stands in the output
    entries: tuple[TableEntry, ...]
    encoding: str | None = None  # of the file, when the text came from one
    input_sha256: str | None = None  # None in a table of the former schema
    length: int | None = None  # of the output
    written_as: str | None = None  # the name of its file, where that was renamed; `id` is the old one


def fingerprint(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def id_of(job: Job) -> Id:
    """What the table of a job is called."""
    return checked_id(job.document.meta.get(GIVEN_ID, job.document.id))


def checked_id(given: object) -> Id:
    if not isinstance(given, Id) or isinstance(given, bool):
        raise JobError("An 'id' is a string or a number.")
    return given


def id_key(id: object) -> str:
    """Tells ids apart that Python takes for equal: 1, 1.0 and true."""
    return json.dumps(id)


def make_table(job: Job) -> Table:
    """The table of a finished job."""
    if job.solution is None:
        raise JobError("A job without a solution has no table of solutions.")
    solution = job.solution
    if not solution.totals:
        solution = solution.counted(occurrences({row.text for row in solution.replacements}, solution.text))
    document = job.document
    entries = tuple(
        TableEntry(
            row.start, row.end, row.label, row.entity, document.text[row.start : row.end],
            row.text, row.method, row.out_start, row.out_end, row.order,
        )
        for row in solution.replacements
    )  # fmt: skip
    encoding, name = document.meta.get("encoding"), document.meta.get(WRITTEN_AS)
    table = Table(
        id_of(job),
        document.language,
        fingerprint(solution.text),
        solution.totals,
        entries,
        encoding=encoding if isinstance(encoding, str) and is_encoding(encoding) else None,
        input_sha256=fingerprint(document.text),
        length=len(solution.text),
        written_as=name if isinstance(name, str) else None,
    )
    check_table(table)  # what could not be read again is refused now, when the original is still there
    return table


def table_to_json(table: Table) -> dict[str, Any]:
    content = {"schema": SCHEMA, **asdict(table)}
    if table.written_as is None:
        del content["written_as"]
    return {**content, _DIGEST: _digest(content)}


def _digest(content: Mapping[str, Any]) -> str:
    return fingerprint(json.dumps(content, sort_keys=True, separators=(",", ":")))


_ENTRY_TYPES: Mapping[str, tuple[type, ...]] = {
    item.name: (str,) if item.type == "str" else (int,) for item in fields(TableEntry)
} | {"order": (int, type(None))}
_TYPES: Mapping[str, tuple[type, ...]] = {
    "schema": (int,), "language": (str,), "output_sha256": (str,), "totals": (dict,), "entries": (list,),
    "encoding": (str, type(None)), "input_sha256": (str,), "length": (int,), _DIGEST: (str,),
    "id": (str, int, float, type(None)),
}  # fmt: skip
_OLD_TYPES: Mapping[str, tuple[type, ...]] = {
    key: _TYPES[key] for key in ("schema", "language", "output_sha256", "totals", "entries")
} | {"id": (str,)}
_MALFORMED: Final = "The table of solutions is malformed: a key is missing, mistyped or unknown."


def table_from_json(data: object) -> Table:
    """The table that `table_to_json` wrote, perhaps of the former schema; anything else is refused."""
    schema = data.get("schema") if isinstance(data, Mapping) else None
    if not isinstance(data, Mapping) or type(schema) is not int or schema not in (OLD_SCHEMA, SCHEMA):
        raise JobError(f"This is not a table of solutions of schema {SCHEMA}, nor of schema {OLD_SCHEMA}.")
    content = dict(data)
    if schema == OLD_SCHEMA:
        encoding = content.pop("encoding", None)
        _need(content, _OLD_TYPES)
        content |= {"encoding": encoding, "input_sha256": None, "length": None}
    else:
        renamed = {"written_as": (str,)} if "written_as" in content else {}
        _need(content, {**_TYPES, **renamed})
        if content.pop(_DIGEST) != _digest(content):
            raise JobError("The table of solutions was altered: its content does not fit its digest.")
    del content["schema"]
    table = Table(**{**content, "entries": tuple(map(_entry, content["entries"]))})
    check_table(table)
    return table


def _need(data: Mapping[str, Any], types: Mapping[str, tuple[type, ...]]) -> None:
    if data.keys() != types.keys():
        raise JobError(_MALFORMED)
    for name, kinds in types.items():
        if type(data[name]) not in kinds:
            raise JobError(_MALFORMED)


def _entry(row: object) -> TableEntry:
    if not isinstance(row, dict):
        raise JobError(_MALFORMED)
    _need(row, _ENTRY_TYPES)
    return TableEntry(**row)
