"""The journal of a ledger: what a run has changed so far, step by step, until the ledger is written."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from nescio.core.errors import JobError
from nescio.core.plain_json import PlainJsonError, read_json
from nescio.coref.ledger import Ledger
from nescio.coref.ledger_checks import SCHEMA as LEDGER_SCHEMA
from nescio.coref.ledger_checks import is_standing
from nescio.files.growing import GrowingFile
from nescio.files.places import content_of, resolved, shown, status_of
from nescio.run.claims import Claims

SCHEMA: Final = 1
_KEYS: Final = {
    "schema": int, "ledger": str, "language": str, "last": dict, "standing": dict, "identities": list
}  # fmt: skip
_MAY_LACK: Final = frozenset({"standing"})
Step = Mapping[str, Any]


def journal_of(ledger: Path) -> Path:
    place = resolved(ledger)
    return place.with_name(f"{place.name}.journal")


def claim_ledger(option: str, ledger: Path, claims: Claims) -> None:
    claims.writes(option, ledger, what="the ledger")
    claims.writes(option, journal_of(ledger), what="the journal of the ledger")


class Journal:
    """Notes the changes of a ledger; when `note` returns they are safe."""

    def __init__(self, file: GrowingFile, ledger: Path) -> None:
        self._file, self._ledger = file, ledger
        self._state = state_of(ledger)
        if file.begun_at:
            file.repair(_is_step)

    @property
    def is_begun(self) -> bool:
        """Whether a run that was broken off has left something in it."""
        return self._file.begun_at > 0

    @property
    def has_grown(self) -> bool:
        return self._file.has_grown

    def note(self, book: Ledger) -> None:
        changes = book.changes()
        if changes:
            step = {"schema": SCHEMA, "ledger": self._state, **changes}
            self._file.append(json.dumps(step).encode() + b"\n")
            book.forget_changes()

    def settle(self) -> None:
        """The ledger has it all: the journal begins anew."""
        self._file.empty()
        self._state = state_of(self._ledger)


def state_of(ledger: Path) -> str:
    """What tells one state of a ledger's file from another; empty if there is no file."""
    return "" if status_of(ledger) is None else hashlib.sha256(content_of(ledger)).hexdigest()


def read_journal(ledger: Path) -> list[Step]:
    """The steps of a run that was broken off, or goes on; half a step at the end was never relied on."""
    path = journal_of(ledger)
    if status_of(path) is None:
        return []
    steps = []
    for number, line in enumerate(content_of(path).split(b"\n")[:-1], 1):
        if not _is_step(line):
            raise JobError(f"{shown(path)}, line {number}, is no step of a ledger; nescio left it alone.")
        steps.append(read_json(line))
    return steps


def with_steps(content: Mapping[str, Any] | None, steps: Sequence[Step], ledger: Path) -> dict[str, Any]:
    """What a ledger holds after the steps: each brings identities as they then were."""
    data = dict(content or {"schema": LEDGER_SCHEMA, "language": steps[-1]["language"], "decided": []})
    before = {item["id"]: item for item in data.get("identities", ()) if isinstance(item, Mapping)}
    after = {item["id"]: item for step in steps for item in step["identities"]}
    if {step["ledger"] for step in steps} != {state_of(ledger)}:
        if all(before.get(id) == item for id, item in after.items()):
            return data  # the ledger was written, and only the journal had no time to go
        raise JobError(
            f"{shown(journal_of(ledger))} was written for another state of the ledger; "
            "put that ledger back, or take the journal away if its texts are not needed."
        )
    last = dict(data.get("last", {}))
    for step in steps:
        last |= {kind: max(number, last.get(kind, 0)) for kind, number in step["last"].items()}
    return {
        **data,
        "last": last,
        "standing": _standing(data, *steps),
        "identities": list({**before, **after}.values()),
    }


def _standing(*states: Mapping[str, Any]) -> dict[str, list[int]]:
    """The numbers that stand in texts, from the ledger and all steps together."""
    found: dict[str, set[int]] = {}
    for state in states:
        for kind, numbers in state.get("standing", {}).items():
            found.setdefault(kind, set()).update(numbers)
    return {kind: sorted(numbers) for kind, numbers in found.items()}


def _is_step(line: bytes) -> bool:
    try:
        data = read_json(line)
    except PlainJsonError:
        return False
    return (
        isinstance(data, Mapping)
        and _KEYS.keys() - _MAY_LACK <= data.keys() <= _KEYS.keys()
        and all(isinstance(data[key], kind) for key, kind in _KEYS.items() if key in data)
        and is_standing(data.get("standing", {}))
        and data["schema"] == SCHEMA
        and all(type(number) is int for number in data["last"].values())
        and all(isinstance(item, Mapping) and isinstance(item.get("id"), str) for item in data["identities"])
    )
