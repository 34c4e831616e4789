"""Whose table a text gets: its own, or none."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nescio.core.errors import JobError
from nescio.core.model import Document, Job, Replacement, Solution
from nescio.solutions.table import GIVEN_ID, Id, Table, fingerprint, make_table, table_to_json
from nescio.solutions.tables import Tables, lead_back

ALIKE = "[PERSON1] called."


def table_of(id: Id, name: str, rest: str = " called.") -> Table:
    row = Replacement(0, len(name), "[PERSON1]", 0, "PER", "tag", 0)
    solution = Solution(f"[PERSON1]{rest}", (row,))
    return make_table(Job(Document("", name + rest, "en", {GIVEN_ID: id}), solution=solution))


def of_the_former_schema(table: Table) -> Table:
    name = "" if table.id is None else str(table.id)
    return replace(table, id=name, input_sha256=None, length=None)


TWO = [table_of("a", "Ida"), table_of("b", "Otto")]
NO_IDS = [table_of(None, "Ida"), table_of(None, "Otto")]
NUMBERS = [table_of(1, "Ida"), table_of("1", "Otto"), table_of(1.0, "Una")]
DOUBLED = [table_of("a", "Ida"), table_of("a", "Otto")]
FOLDERS = [
    table_of("a.txt", "Ida"),
    table_of("sub/a.txt", "Otto", " wrote."),
    table_of("b.txt", "Una", " left."),
]
EDITED = "So [PERSON1] called, they say."
# the tables, the text, what it is called, and whose it is
FOUND: dict[str, tuple[list[Table], str, list[Id], str]] = {
    "alike, told apart by the id": (TWO, ALIKE, ["b"], "Otto"),
    "the number 1": (NUMBERS, ALIKE, [1], "Ida"),
    "the string 1": (NUMBERS, ALIKE, ["1"], "Otto"),
    "the number 1.0": (NUMBERS, ALIKE, [1.0], "Una"),
    "edited, with an id": (TWO, EDITED, ["a"], "Ida"),
    "edited, with the number 1": (NUMBERS, EDITED, [1], "Ida"),
    "without an id, and the only one": ([TWO[0], *FOLDERS[1:]], ALIKE, [None], "Ida"),
    "renamed": (FOLDERS, "[PERSON1] left.", ["c.txt"], "Una"),
    "of a folder farther up": (FOLDERS, "[PERSON1] wrote.", ["a.txt", "sub/a.txt", "out/sub/a.txt"], "Otto"),
    "two records of one line": ([TWO[0], TWO[0]], ALIKE, [None], "Ida"),
    "two records of one line, edited": ([TWO[0], TWO[0]], EDITED, ["a"], "Ida"),
    "two ids, one person": ([table_of("a", "Ida"), table_of("b", "Ida")], ALIKE, [None], "Ida"),
    "the former schema": ([of_the_former_schema(table) for table in TWO], ALIKE, ["b"], "Otto"),
    "the former schema, edited": ([of_the_former_schema(table_of(1, "Ida"))], EDITED, [1], "Ida"),
    "the former schema without ids": ([of_the_former_schema(NO_IDS[0])], ALIKE, [None], "Ida"),
}
REFUSED: dict[str, tuple[list[Table], str, list[Id], str]] = {
    "alike, without ids": (NO_IDS, ALIKE, [None], "2 tables of solutions have this very text"),
    "alike, with an id that nobody has": (TWO, ALIKE, ["c"], "2 tables of solutions have this very text"),
    "alike, with one id": (DOUBLED, ALIKE, ["a"], "2 tables of solutions have this very text"),
    "edited, without an id": (NO_IDS[:1], EDITED, [None], "none is called so (1 in all)"),
    "edited, with an id twice": (DOUBLED, EDITED, ["a"], "2 are called so (2 in all)"),
    "edited, with 2 for \"2\"": ([table_of("2", "Ida")], EDITED, [2], "none is called so"),
    "edited, with true for 1": ([table_of(1, "Ida")], EDITED, [True], "none is called so"),
    "edited, with an empty id for none": (NO_IDS[:1], EDITED, [""], "none is called so"),
    "edited, in a folder that has two of that name": (
        FOLDERS, EDITED, ["a.txt", "sub/a.txt", "out/sub/a.txt"], "2 are called so (3 in all)",
    ),
    "edited into the text of another": (
        [table_of("a", "Ida", " called me."), table_of("b", "Otto")], ALIKE, ["a"], "name that of another",
    ),
    "the former schema, alike without ids": (
        [of_the_former_schema(table) for table in NO_IDS], ALIKE, [None], "2 tables of solutions have this",
    ),
    "the former schema, 1 and \"1\"": (
        [of_the_former_schema(table) for table in NUMBERS[:2]], ALIKE, [1], "2 tables of solutions have this",
    ),
    "the former schema, edited without an id": (
        [of_the_former_schema(NO_IDS[0])], EDITED, [""], "none is called so",
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", FOUND)
def test_a_text_gets_its_own_table(kind: str) -> None:
    tables, text, names, person = FOUND[kind]
    for order in (tables, tables[::-1]):
        table = Tables(order).find(text, *names, alone=False)
        assert lead_back(text, table).text == text.replace("[PERSON1]", person)


@pytest.mark.parametrize("kind", REFUSED)
def test_a_text_that_may_be_of_another_gets_none(kind: str) -> None:
    tables, text, names, said = REFUSED[kind]
    for order in (tables, tables[::-1]):
        with pytest.raises(JobError) as caught:
            Tables(order).find(text, *names, alone=False)
        assert said in str(caught.value)
        assert "Ida" not in str(caught.value)


def test_a_single_table_serves_a_single_text() -> None:
    assert Tables(TWO[:1]).find(EDITED, "c", alone=True) == TWO[0]
    with pytest.raises(JobError):
        Tables(TWO).find(EDITED, "c", alone=True)


IDS: st.SearchStrategy[Id] = st.sampled_from([None, 1, "1", 1.0, 2, "a", ""])
LINES = st.lists(
    st.tuples(IDS, st.sampled_from(["Ida", "Otto", "Una"]), st.sampled_from([" called.", " left."])),
    max_size=8,
)


@given(LINES, st.randoms())
def test_a_line_that_is_dropped_doubled_or_moved_never_becomes_another_person(
    lines: list[tuple[Id, str, str]], chance: Random
) -> None:
    tables = Tables(table_of(*line) for line in lines)
    for id, name, rest in chance.choices(lines, k=12) if lines else ():
        text = f"[PERSON1]{rest}"
        try:
            table = tables.find(text, id, alone=False)
        except JobError:
            same_id = [line for line in lines if repr(line[0]) == repr(id)]
            alike = [line for line in (lines if id is None else same_id) if line[2] == rest]
            assert len({line[1] for line in alike}) > 1
        else:
            assert lead_back(text, table).text == name + rest


# Tables as files


def write(path: Path, *records: object) -> Path:
    path.write_text("".join(item if isinstance(item, str) else json.dumps(item) + "\n" for item in records))
    return path


def test_half_a_record_at_the_end_is_passed_over_and_said(tmp_path: Path) -> None:
    whole = table_to_json(TWO[0])
    last = json.dumps(table_to_json(TWO[1]))
    for end in (1, 12, len(last) // 2, len(last) - 1):
        for tail in ("", "\n", "\0\0\0"):
            tables = Tables.read(write(tmp_path / "keys.jsonl", whole, last[:end] + tail))
            assert tables.torn
            assert tables.named("a") == TWO[0]
            assert tables.named("b") is None
    assert not Tables.read(write(tmp_path / "keys.jsonl", whole, last)).torn


def test_half_a_record_in_the_middle_is_refused(tmp_path: Path) -> None:
    half = json.dumps(table_to_json(TWO[1]))[:90]
    with pytest.raises(JobError, match="line 1: The line is not JSON"):
        Tables.read(write(tmp_path / "keys.jsonl", half + "\n", table_to_json(TWO[0])))


BAD: dict[str, str] = {
    "an altered original": json.dumps(table_to_json(TWO[1])).replace("Otto", "Emil"),
    "a key twice": json.dumps(table_to_json(TWO[1])).replace('"id"', '"id": "a", "id"', 1),
    "no number": json.dumps(table_to_json(TWO[1])).replace('"order": 0', '"order": NaN'),
    "something else": '{"name": "Ida"}',
}


@pytest.mark.parametrize("kind", BAD)
@pytest.mark.parametrize("is_last", [True, False])
def test_a_bad_record_is_named_by_its_line(tmp_path: Path, kind: str, is_last: bool) -> None:
    good = table_to_json(TWO[0])
    records = [good, BAD[kind]] if is_last else [good, BAD[kind] + "\n", good]
    with pytest.raises(JobError, match=r"'keys\.jsonl', line 2: ") as caught:
        Tables.read(write(tmp_path / "keys.jsonl", *records))
    assert not any(name in str(caught.value) for name in ("Ida", "Otto", "Emil"))


def test_what_does_not_lead_back_to_the_original_is_refused() -> None:
    """Whoever alters a record and its digest does not know the original."""
    [entry] = TWO[0].entries
    forged = replace(TWO[0], entries=(replace(entry, original="Una"),))
    with pytest.raises(JobError, match="does not lead back"):
        lead_back(ALIKE, forged)
    assert fingerprint(lead_back(ALIKE, TWO[0]).text) == TWO[0].input_sha256
