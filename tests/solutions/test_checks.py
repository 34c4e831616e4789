"""A table that contradicts itself is refused, by the number of the entry and without its words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from nescio.core.errors import JobError
from nescio.core.model import Document, Job, Replacement, Solution
from nescio.solutions.checks import check_table, is_encoding
from nescio.solutions.table import Table, make_table


@pytest.fixture
def table() -> Table:
    """Of a text about two people."""
    rows = (
        Replacement(0, 3, "[PERSON1]", 0, "PER", "tag", 0),
        Replacement(8, 10, "[PERSON2]", 1, "PER", "tag", 14),
    )
    text = "[PERSON1] met [PERSON2]"
    return make_table(Job(Document("d", "Ida met Bo", "en"), solution=Solution(text, rows)))


def changed(table: Table, number: int, **values: Any) -> Table:
    entries = list(table.entries)
    entries[number] = replace(entries[number], **values)
    return replace(table, entries=tuple(entries))


def test_a_table_of_nescio_is_sound(table: Table) -> None:
    check_table(table)


@pytest.mark.parametrize(
    ("number", "values", "wrong"),
    [
        (1, {"start": 2, "end": 4}, "entry 2 overlaps another"),
        (0, {"end": 0}, "entry 1 overlaps another or lies nowhere"),
        (1, {"entity": -1}, "entry 2 overlaps another or lies nowhere"),
        (1, {"original": "Bob"}, "the original of entry 2 is not as long"),
        (1, {"out_start": 13, "out_end": 22}, "entry 2 cannot stand where it says"),
        (0, {"replacement": "[PERSON11]"}, "entry 1 cannot stand where it says"),
        (1, {"order": 1}, "the order of entry 2 does not fit"),
        (1, {"order": -1}, "the order of entry 2 does not fit"),
    ],
)
def test_an_entry_that_cannot_be_is_told_by_its_number(
    table: Table, number: int, values: dict[str, Any], wrong: str
) -> None:
    with pytest.raises(JobError, match=wrong) as caught:
        check_table(changed(table, number, **values))
    assert not {"Ida", "Bo", "Bob"} & set(str(caught.value).replace(".", " ").split())


@pytest.mark.parametrize(
    ("values", "wrong"),
    [
        ({"output_sha256": "0" * 63}, "a fingerprint is none"),
        ({"input_sha256": "Z" * 64}, "a fingerprint is none"),
        ({"encoding": "klingon"}, "its encoding is unknown"),
        ({"encoding": "rot13"}, "its encoding is unknown"),
        ({"length": 3}, "reach beyond the text"),
        ({"totals": {"[PERSON1]": 0}}, "no counts"),
        ({"totals": {"[PERSON1]": True}}, "no counts"),
        ({"totals": {"[PERSON9]": 1}}, "it counts what it did not write"),
    ],
)
def test_a_table_that_cannot_be_is_refused(table: Table, values: dict[str, Any], wrong: str) -> None:
    with pytest.raises(JobError, match=wrong):
        check_table(replace(table, **values))


def test_an_occurrence_is_counted_once(table: Table) -> None:
    twice = replace(table, totals={"[PERSON1]": 2, "[PERSON2]": 1})
    again = replace(twice.entries[0], start=8, end=11, original="Bob", out_start=14, out_end=23)
    with pytest.raises(JobError, match="the order of entry 2"):
        check_table(replace(twice, entries=(twice.entries[0], again), totals={"[PERSON1]": 2}, length=23))


@pytest.mark.parametrize(
    ("name", "known"), [("utf-8", True), ("cp1252", True), ("hex", False), ("\0", False)]
)
def test_an_encoding_leads_from_bytes_to_text(name: str, known: bool) -> None:
    assert is_encoding(name) is known
