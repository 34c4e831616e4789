"""Runs commands on hostile files and looks for what must never happen."""

from __future__ import annotations

import signal
import tempfile
from collections.abc import Iterator
from contextlib import chdir, contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

from typer.testing import CliRunner

from nescio.cli.app import app
from tests.fuzz.mutate import LONG, WORD
from tests.fuzz.subjects import FAST, OWN, SUBJECTS

_LONGEST: Final = 120  # seconds of one command; more is a hang
_TOLD: Final = 20_000  # characters on stderr


def attack(name: str, random: Random) -> int:
    """One round of a subject; the number of commands that were run. Raises AssertionError."""
    with tempfile.TemporaryDirectory() as place:
        root = Path(place)
        folder, outside = root / "work", root / "outside"
        for path in (folder, outside, folder / "out"):
            path.mkdir()
        (outside / "kept").write_text(WORD)
        (folder / "fast.toml").write_text(FAST)
        count = 0
        for command in SUBJECTS[name](folder, random):
            before = _state(root)
            _run(command, folder, is_own=name in OWN)
            if name != "command lines":  # there the user may name any output, which is then the target
                _untouched(before, _state(root), command)
            count += 1
        return count


def _run(command: list[str], folder: Path, *, is_own: bool) -> None:
    with chdir(folder), _limited():
        result = CliRunner().invoke(app, command, input=b"")
    said = f"{command}: {result.stderr[:2000]}"
    assert result.exception is None or isinstance(result.exception, SystemExit), (
        f"{command}: {result.exception!r}"
    )
    assert result.exit_code in (0, 1, 2), f"exit code {result.exit_code}: {said}"
    assert "Traceback" not in result.stderr, said
    assert "bug in nescio" not in result.stderr, said
    assert (LONG if is_own else WORD) not in result.stderr, said
    assert len(result.stderr) < _TOLD, said


def _state(root: Path) -> dict[str, Any]:
    """Every file but those of the target folder, with its bytes."""
    found = (path for path in root.rglob("*") if path.is_file())
    target = root / "work" / "out"
    return {str(path): path.read_bytes() for path in found if not path.is_relative_to(target)}


def _untouched(before: dict[str, Any], after: dict[str, Any], command: list[str]) -> None:
    ledger = "who.json" if "ledger" in " ".join(command) else None  # it is written where it stands
    changed = {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}
    assert not {path for path in changed if ledger is None or ledger not in path}, (
        f"{command} touched {changed}"
    )


@contextmanager
def _limited() -> Iterator[None]:
    def give_up(*_: object) -> None:
        raise AssertionError(f"a command took more than {_LONGEST} seconds")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(_LONGEST)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
