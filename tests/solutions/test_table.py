"""The table of solutions."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from nescio.core.errors import JobError
from nescio.core.model import Document, Job, Replacement, Solution
from nescio.solutions.table import (
    GIVEN_ID,
    TableEntry,
    fingerprint,
    make_table,
    table_from_json,
    table_to_json,
)
from tests.helpers import SUPPRESS, job_with, make_kit, solve

TEXT = "[...] Ida met Otto."
Content = dict[str, Any]


def done_job(**meta: object) -> Job:
    done = solve(job_with(TEXT, "Ida", "Otto"), make_kit(methods={"default": SUPPRESS}))
    document = Document("d", TEXT, "xx", meta)
    return Job(document, solution=done.solution)


def test_a_table_holds_what_leads_back() -> None:
    table = make_table(done_job(encoding="cp1252"))
    assert table.entries == (
        TableEntry(6, 9, "PER", 0, "Ida", "[...]", "suppress", 6, 11, 1),
        TableEntry(14, 18, "PER", 1, "Otto", "[...]", "suppress", 16, 21, 2),
    )
    assert table.totals == {"[...]": 3}
    assert table.output_sha256 == fingerprint("[...] [...] met [...].")
    assert (table.input_sha256, table.length) == (fingerprint(TEXT), 22)
    assert (table.id, table.encoding) == ("d", "cp1252")


@pytest.mark.parametrize("id", [1, "1", 1.0, None, ""])
def test_a_table_keeps_the_id_of_a_line_as_it_was_given(id: object) -> None:
    again = table_from_json(json.loads(json.dumps(table_to_json(make_table(done_job(**{GIVEN_ID: id}))))))
    assert (again.id, type(again.id)) == (id, type(id))


@pytest.mark.parametrize("id", [True, [1], {"a": 1}])
def test_an_id_is_a_string_or_a_number(id: object) -> None:
    with pytest.raises(JobError, match="string or a number"):
        make_table(done_job(**{GIVEN_ID: id}))


def test_a_job_without_a_solution_has_no_table() -> None:
    with pytest.raises(JobError, match="without a solution"):
        make_table(Job(Document("d", TEXT)))


def test_what_could_not_be_read_again_is_not_written() -> None:
    row = Replacement(6, 9, "[...]", 0, "PER", "suppress", 4)
    with pytest.raises(JobError, match="contradicts itself: entry 1 cannot stand where it says"):
        make_table(Job(Document("d", TEXT), solution=Solution("[...] [...] met Otto.", (row,))))


def test_what_json_brings_back_is_the_same_table() -> None:
    table = make_table(done_job())
    assert table_from_json(json.loads(json.dumps(table_to_json(table)))) == table


def former(**changes: Any) -> Content:
    """A record as the former version wrote it, which had no digest: what is in it must fit together."""
    content = table_to_json(make_table(done_job()))
    for key in ("sha256", "input_sha256", "length"):
        del content[key]
    content["entries"] = [dict(entry) for entry in content["entries"]]
    return {**content, "schema": 1, **changes}


def entry(number: int, **changes: Any) -> Content:
    content = former()
    content["entries"][number] |= changes
    return content


def test_a_table_of_the_former_schema_is_read() -> None:
    table = table_from_json(former())
    assert table.entries == make_table(done_job()).entries
    assert (table.input_sha256, table.length) == (None, None)


MALFORMED: dict[str, object] = {
    "a list": [],
    "nothing": None,
    "no schema": {"entries": []},
    "another schema": former(schema=3),
    "a schema that is a truth": former(schema=True),
    "no entries": {"schema": 1, "id": "", "language": "", "output_sha256": "", "totals": {}},
    "entries of another kind": former(entries=5),
    "an entry of another kind": former(entries=["Ida"]),
    "an unknown key": former(colour="red"),
    "an unknown key in an entry": entry(0, colour="red"),
    "a place that is a word": entry(0, start="6"),
    "a place that is a truth": entry(0, start=True),
    "no original": entry(0, original=None),
    "totals of another kind": former(totals=[1]),
}
CONTRADICTING: dict[str, tuple[Content, str]] = {
    "totals that are words": (former(totals={"[...]": "many"}), "no counts"),
    "totals below zero": (former(totals={"[...]": -3}), "no counts"),
    "totals that are too few": (former(totals={"[...]": 2}), "the order of entry 2 does not fit"),
    "totals of what is not there": (former(totals={"[...]": 3, "Una": 1}), "counts what it did not write"),
    "no totals": (former(totals={}), "the order of entry 1 does not fit"),
    "an entry twice": (former(entries=[former()["entries"][0]] * 2), "entry 2 overlaps"),
    "entries in another order": (former(entries=former()["entries"][::-1]), "entry 1 cannot stand"),
    "an entry that reaches into the next": (entry(0, end=15, original="Ida met O"), "entry 2"),
    "a place before the text": (entry(0, start=-3, end=0), "entry 1 overlaps another or lies nowhere"),
    "a place of no length": (entry(0, end=6, original=""), "entry 1 overlaps another or lies nowhere"),
    "an entity below zero": (entry(0, entity=-1), "entry 1 overlaps another or lies nowhere"),
    "a longer original": (entry(0, original="Idas"), "the original of entry 1 is not as long"),
    "a longer replacement": (entry(0, replacement="[....]"), "entry 1 cannot stand where it says"),
    "a place far away": (entry(1, out_start=10**15, out_end=10**15 + 5), "entry 2 cannot stand"),
    "one order for two": (entry(1, order=1), "the order of entry 2 does not fit"),
    "an order below zero": (entry(0, order=-1), "the order of entry 1 does not fit"),
    "no fingerprint": (former(output_sha256="Ida"), "a fingerprint is none"),
    "an encoding that nobody knows": (former(encoding="ida"), "its encoding is unknown"),
    "an encoding that makes no text": (former(encoding="zlib"), "its encoding is unknown"),
    "an encoding of another kind": (former(encoding=5), "its encoding is unknown"),
}


@pytest.mark.parametrize("kind", MALFORMED)
def test_a_malformed_table_is_refused(kind: str) -> None:
    with pytest.raises(JobError, match="table of solutions") as caught:
        table_from_json(MALFORMED[kind])
    assert "Ida" not in str(caught.value)


@pytest.mark.parametrize("kind", CONTRADICTING)
def test_a_table_that_contradicts_itself_is_refused(kind: str) -> None:
    content, said = CONTRADICTING[kind]
    with pytest.raises(JobError, match="contradicts itself") as caught:
        table_from_json(content)
    assert said in str(caught.value)
    assert "Ida" not in str(caught.value)


def _other_original(content: Content) -> None:
    content["entries"][0]["original"] = "Una"


def _exchanged(content: Content) -> None:
    one, two = content["entries"]
    one["entity"], two["entity"] = two["entity"], one["entity"]


ALTERED: dict[str, Callable[[Content], object]] = {
    "another original of the same length": _other_original,
    "two people exchanged": _exchanged,
    "another id": lambda content: content.update(id="e"),
    "a number for a string": lambda content: content.update(id=1),
    "another text": lambda content: content.update(output_sha256="0" * 64),
    "another original text": lambda content: content.update(input_sha256="0" * 64),
    "a longer text": lambda content: content.update(length=10**12),
    "another encoding": lambda content: content.update(encoding="utf-16"),
}


@pytest.mark.parametrize("kind", ALTERED)
def test_an_altered_table_is_refused(kind: str) -> None:
    content = json.loads(json.dumps(table_to_json(make_table(done_job()))))
    ALTERED[kind](content)
    with pytest.raises(JobError, match="was altered: its content does not fit its digest"):
        table_from_json(content)


def test_entries_do_not_reach_beyond_the_text() -> None:
    """Also in a record whose digest fits."""
    from dataclasses import replace

    table = replace(make_table(done_job()), length=20)
    with pytest.raises(JobError, match="reach beyond the text"):
        table_from_json(json.loads(json.dumps(table_to_json(table))))
