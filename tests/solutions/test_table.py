"""The table of solutions."""

from __future__ import annotations

from typing import Any

import pytest

from nescio.core.errors import JobError
from nescio.core.model import Document, Job
from nescio.solutions.table import TableEntry, fingerprint, make_table, table_from_json, table_to_json
from tests.helpers import SUPPRESS, job_with, make_kit, solve

TEXT = "[...] Ida met Otto."


def test_a_table_holds_what_leads_back() -> None:
    done = solve(job_with(TEXT, "Ida", "Otto"), make_kit(methods={"default": SUPPRESS}))
    table = make_table(done)
    assert table.entries == (
        TableEntry(6, 9, "PER", 0, "Ida", "[...]", "suppress", 6, 11, 1),
        TableEntry(14, 18, "PER", 1, "Otto", "[...]", "suppress", 16, 21, 2),
    )
    assert table.totals == {"[...]": 3}
    assert table.output_sha256 == fingerprint("[...] [...] met [...].")


def test_a_job_without_a_solution_has_no_table() -> None:
    with pytest.raises(JobError, match="without a solution"):
        make_table(Job(Document("d", TEXT)))


def broken(**changes: Any) -> dict[str, Any]:
    return {**table_to_json(make_table(solve(job_with(TEXT, "Ida")))), **changes}


def broken_entry(**changes: Any) -> dict[str, Any]:
    [entry] = broken()["entries"]
    return broken(entries=[{**entry, **changes}])


MALFORMED: dict[str, object] = {
    "a list": [],
    "nothing": None,
    "no schema": {"entries": []},
    "another schema": broken(schema=2),
    "no entries": {"schema": 1, "id": "", "language": "", "output_sha256": "", "totals": {}},
    "entries of another kind": broken(entries=5),
    "an entry of another kind": broken(entries=["Ida"]),
    "an unknown key": broken_entry(colour="red"),
    "a place that is a word": broken_entry(start="6"),
    "a place that is a truth": broken_entry(start=True),
    "no original": broken_entry(original=None),
    "totals of another kind": broken(totals=[1]),
    "totals that are words": broken(totals={"[...]": "many"}),
}


@pytest.mark.parametrize("kind", MALFORMED)
def test_a_malformed_table_is_refused(kind: str) -> None:
    with pytest.raises(JobError, match="table of solutions") as caught:
        table_from_json(MALFORMED[kind])
    assert "Ida" not in str(caught.value)


def test_what_json_brings_back_is_the_same_table() -> None:
    table = make_table(solve(job_with(TEXT, "Ida")))
    assert table_from_json(broken()) == table
