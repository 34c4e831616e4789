"""The journal of a ledger: steps are safe before a text relies on them, and belong to one state."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from nescio.core.errors import JobError
from nescio.run.journal import journal_of, read_journal, state_of, with_steps


def entry(number: int, *names: str) -> dict[str, Any]:
    return {"id": f"PER-{number}", "kind": "PER", "names": dict.fromkeys(names, 1), "surrogates": []}


def step(ledger: Path, *entries: dict[str, Any], last: int) -> dict[str, Any]:
    return {
        "schema": 1, "ledger": state_of(ledger), "language": "en", "last": {"PER": last},
        "identities": list(entries),
    }  # fmt: skip


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    return tmp_path / "who.json"


def write(ledger: Path, *steps: dict[str, Any], tail: str = "") -> None:
    journal_of(ledger).write_text("".join(json.dumps(item) + "\n" for item in steps) + tail)


def test_a_ledger_that_was_never_written_is_in_its_journal(ledger: Path) -> None:
    write(
        ledger,
        step(ledger, entry(1, "Ada Quirk"), last=1),
        step(ledger, entry(1, "Ada Quirk", "A. Quirk"), entry(2, "Bea Lund"), last=2),
        tail='{"schema": 1, "led',
    )
    data = with_steps(None, read_journal(ledger), ledger)
    assert data["last"] == {"PER": 2}
    assert [item["names"] for item in data["identities"]] == [
        {"Ada Quirk": 1, "A. Quirk": 1},
        {"Bea Lund": 1},
    ]


def test_a_number_that_was_given_is_never_given_again(ledger: Path) -> None:
    content = {"schema": 2, "language": "en", "last": {"PER": 7}, "identities": [], "decided": []}
    ledger.write_text(json.dumps(content))
    write(ledger, step(ledger, entry(3, "Ada Quirk"), last=3))
    assert with_steps(content, read_journal(ledger), ledger)["last"] == {"PER": 7}


def test_numbers_that_stand_in_texts_come_from_the_ledger_and_from_every_step(ledger: Path) -> None:
    content = {"schema": 3, "language": "en", "last": {}, "standing": {"PER": [9]}, "identities": []}
    ledger.write_text(json.dumps(content))
    first = {**step(ledger, entry(1, "Ada Quirk"), last=1), "standing": {"PER": [4, 12], "LOC": [2]}}
    write(ledger, first, step(ledger, entry(2, "Bea Lund"), last=2))
    standing = with_steps(content, read_journal(ledger), ledger)["standing"]
    assert standing == {"PER": [4, 9, 12], "LOC": [2]}


def test_a_journal_whose_ledger_was_written_adds_nothing(ledger: Path) -> None:
    first = step(ledger, entry(1, "Ada Quirk"), last=1)
    content = with_steps(None, [first], ledger)
    ledger.write_text(json.dumps(content))
    assert with_steps(content, [first], ledger) == content


def test_a_journal_of_another_ledger_is_refused(ledger: Path) -> None:
    first = step(ledger, entry(1, "Ada Quirk"), last=1)
    content = {"schema": 2, "language": "en", "last": {}, "identities": [], "decided": []}
    ledger.write_text(json.dumps(content))
    with pytest.raises(JobError, match="another state of the ledger"):
        with_steps(content, [first], ledger)


@pytest.mark.parametrize("line", ["{}", "x", '{"schema": 1}', "[]", ""])
def test_a_line_that_is_no_step_is_refused(ledger: Path, line: str) -> None:
    write(ledger, tail=f"{line}\n")
    with pytest.raises(JobError, match="line 1, is no step"):
        read_journal(ledger)
