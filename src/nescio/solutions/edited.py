"""The tables of a vault as rows for a person, and what that person's changes make of tables and texts."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from dataclasses import replace as with_changes
from typing import Any, Final, NamedTuple

from nescio.core.errors import JobError
from nescio.core.model import Replacement, Solution
from nescio.core.plain_json import PlainJsonError, read_json
from nescio.solutions.checks import check_table
from nescio.solutions.reidentify import reidentify
from nescio.solutions.table import Table, TableEntry, fingerprint, id_key
from nescio.solutions.vault import VaultContent
from nescio.text.folding import fold_entry
from nescio.text.occurrences import occurrences

FORMS: Final = ("csv", "json")
COLUMNS: Final = (
    "record", "document", "entity", "label", "original", "replacement", "surrogate", "checked",
)  # fmt: skip
_YES, _NO = "yes", "no"
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet would compute instead of show
_QUOTE: Final = "'"


class Row(NamedTuple):
    """One form of one entity; only `surrogate` and `checked` are there to be changed."""

    record: int
    document: str
    entity: int
    label: str
    original: str
    replacement: str
    surrogate: str
    checked: str

    @property
    def key(self) -> tuple[int, int, str, str]:
        return self.record, self.entity, self.original, self.replacement


def rows_of(content: VaultContent) -> list[Row]:
    """Every form of every entity in the tables that count, once."""
    found: dict[Row, None] = {}
    for number in content.live:
        table = content.tables[number]
        for item in table.entries:
            checked = _YES if (number, item.entity) in content.checked else _NO
            row = Row(
                number, id_key(table.id), item.entity, item.label, item.original,
                item.replacement, item.replacement, checked,
            )  # fmt: skip
            found[row] = None
    return list(found)


def write_rows(rows: Iterable[Row], form: str) -> bytes:
    if form == "json":
        return (json.dumps([row._asdict() for row in rows], indent=1) + "\n").encode()
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows([_as_cell(value) for value in row] for row in rows)
    return table.getvalue().encode("utf-8", "surrogatepass")


def read_rows(data: bytes) -> list[Row]:
    """What `write_rows` wrote, in either form, after a person had it."""
    text = data.decode("utf-8-sig", "surrogatepass")
    try:
        found = read_json(text) if text.lstrip().startswith("[") else list(_read_csv(text))
        return [_row(item) for item in found]
    except (PlainJsonError, ValueError, TypeError, KeyError, csv.Error):
        raise JobError(
            f"The edited table cannot be read: it has other columns than {', '.join(COLUMNS)}."
        ) from None


def _read_csv(text: str) -> Iterable[dict[str, str]]:
    sample = text.partition("\n")[0]
    delimiter = max(",;\t", key=sample.count)  # spreadsheets of some countries write others
    for row in csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True):
        yield {key: _from_cell(value) for key, value in row.items()}


def _row(item: Any) -> Row:
    if set(item) != set(COLUMNS) or any(value is None for value in item.values()):
        raise ValueError
    values = {name: str(item[name]) for name in COLUMNS}
    return Row(**{**values, "record": int(item["record"]), "entity": int(item["entity"])})  # type: ignore[arg-type]  # by name


def _as_cell(value: object) -> object:
    """A cell that a spreadsheet takes for text, whatever it begins with."""
    risky = isinstance(value, str) and value.lstrip(_QUOTE).startswith(_FORMULA)
    return f"{_QUOTE}{value}" if risky else value


def _from_cell(value: str) -> str:
    risky = value.startswith(_QUOTE) and value.lstrip(_QUOTE).startswith(_FORMULA)
    return value.removeprefix(_QUOTE) if risky else value


@dataclass
class Plan:
    """What an edited table changes, or why it cannot; rows are told by their number."""

    clashes: list[str] = field(default_factory=list)
    surrogates: dict[int, dict[tuple[int, str, str], str]] = field(default_factory=dict)  # by record
    checked: set[tuple[int, int]] = field(default_factory=set)


def plan_import(content: VaultContent, rows: Sequence[Row]) -> Plan:
    """All changes; where one clashes, it is said, and none should be made."""
    known = {row.key: row for row in rows_of(content)}
    plan, seen = Plan(), dict[tuple[int, int, str, str], int]()
    for number, row in enumerate(rows, 1):
        said = _fault(row, known, seen)
        seen.setdefault(row.key, number)
        if said:
            plan.clashes.append(f"row {number}: {said}")
            continue
        if row.surrogate != row.replacement:
            changes = plan.surrogates.setdefault(row.record, {})
            changes[row.entity, row.original, row.replacement] = row.surrogate
        if row.checked == _YES and known[row.key].checked == _NO:
            plan.checked.add((row.record, row.entity))
    plan.clashes += _shared(content, plan, rows)
    return plan


def _fault(row: Row, known: Mapping[Any, Row], seen: Mapping[Any, int]) -> str:
    """What is wrong with a row by itself."""
    before = known.get(row.key)
    if before is None or (before.document, before.label) != (row.document, row.label):
        return "the vault has no such row; only surrogate and checked may be changed"
    if row.key in seen:
        return f"it is the same as row {seen[row.key]}"
    if not row.surrogate.strip() or row.surrogate != row.surrogate.strip():
        return "its surrogate is empty, or begins or ends with a space"
    if row.checked not in (_YES, _NO):
        return f"'checked' is {_YES} or {_NO}"
    return ""


def _shared(content: VaultContent, plan: Plan, rows: Sequence[Row]) -> list[str]:
    """Surrogates that another entity of the document has, or that are a hidden name of it."""
    said = []
    for number, row in enumerate(rows, 1):
        changes = plan.surrogates.get(row.record, {})
        if changes.get((row.entity, row.original, row.replacement)) != row.surrogate:
            continue
        surrogate = fold_entry(row.surrogate)
        for item in content.tables[row.record].entries:
            now = changes.get((item.entity, item.original, item.replacement), item.replacement)
            if item.entity != row.entity and fold_entry(now) == surrogate:
                said.append(f"row {number}: another entity of the document has this surrogate")
                break
            if fold_entry(item.original) == surrogate:
                said.append(f"row {number}: its surrogate is a name that is hidden in the document")
                break
    return said


def resurrogate(text: str, table: Table, changes: Mapping[tuple[int, str, str], str]) -> tuple[str, Table]:
    """The text with other surrogates, and its table, which leads back to the same original."""
    pieces: list[str] = []
    rows: list[Replacement] = []
    read = written = 0
    for item in table.entries:
        now = changes.get((item.entity, item.original, item.replacement), item.replacement)
        pieces += [text[read : item.out_start], now]
        written += item.out_start - read
        rows.append(Replacement(item.start, item.end, now, item.entity, item.label, item.method, written))
        read, written = item.out_end, written + len(now)
    new = "".join([*pieces, text[read:]])
    solution = Solution(new, tuple(rows)).counted(occurrences({row.text for row in rows}, new))
    _refuse_strangers(solution, changes)
    return new, _checked_table(table, solution)


def _refuse_strangers(solution: Solution, changes: Mapping[tuple[int, str, str], str]) -> None:
    own: dict[str, int] = {}
    for row in solution.replacements:
        own[row.text] = own.get(row.text, 0) + 1
    if any(solution.totals.get(text, 0) != own.get(text, 0) for text in changes.values()):
        raise JobError("A new surrogate stands in the text already, where it replaces nothing.")


def _checked_table(table: Table, solution: Solution) -> Table:
    entries = tuple(
        TableEntry(
            row.start, row.end, row.label, row.entity, old.original,
            row.text, row.method, row.out_start, row.out_end, row.order,
        )
        for row, old in zip(solution.replacements, table.entries, strict=True)
    )  # fmt: skip
    new = with_changes(
        table, output_sha256=fingerprint(solution.text), totals=solution.totals, entries=entries,
        length=len(solution.text),
    )  # fmt: skip
    check_table(new)
    back = reidentify(solution.text, new, by="position").text
    if table.input_sha256 is not None and fingerprint(back) != table.input_sha256:
        raise JobError("The changed table would not lead back to the original.")
    return new
