"""The command line as tests call it: in this process, or as the real program."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final, NamedTuple

from typer.testing import CliRunner

from nescio.cli.app import app

# A word of the source that nescio keeps: it may stand in results, and never on stderr.
MARKER: Final = "Zeugenwort"
TEXT: Final = f"Please write {MARKER} to anna@example.org or to ben@example.org before dusk, thank you.\n"
HIDDEN: Final = f"Please write {MARKER} to [EMAIL1] or to [EMAIL2] before dusk, thank you.\n"

CONFIG: Final = str(Path(__file__).with_name("patterns.toml"))
FAST: Final = ("-l", "en", "-c", CONFIG)
EXAMPLES: Final = Path(__file__).parents[2] / "examples"


class Outcome(NamedTuple):
    code: int
    out: bytes
    err: str

    @property
    def text(self) -> str:
        return self.out.decode()


def call(*args: object, stdin: bytes = b"") -> Outcome:
    """Run a command in this process; stderr never quotes a text or shows a traceback."""
    result = CliRunner().invoke(app, [str(arg) for arg in args], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return _decent(Outcome(result.exit_code, result.stdout_bytes, result.stderr))


def spawn(*args: object, stdin: bytes = b"", cwd: Path | None = None) -> Outcome:
    """Run the real program, for exit codes, streams and bytes as a shell sees them."""
    command = [sys.executable, "-m", "nescio", *(str(arg) for arg in args)]
    done = subprocess.run(command, input=stdin, capture_output=True, cwd=cwd, env=plain_env(), check=False)
    return _decent(Outcome(done.returncode, done.stdout, done.stderr.decode()))


def plain_env() -> dict[str, str]:
    """The environment without what would colour or reshape the output."""
    return {key: value for key, value in os.environ.items() if key not in ("FORCE_COLOR", "COLUMNS")}


def _decent(outcome: Outcome) -> Outcome:
    assert MARKER not in outcome.err
    assert "Traceback" not in outcome.err
    assert "example.org" not in outcome.err
    assert "bug in nescio" not in outcome.err
    return outcome


def refused(*args: object, code: int, saying: str, stdin: bytes = b"") -> Outcome:
    """Run a command that must be refused: no data, one sentence, this exit code."""
    outcome = call(*args, stdin=stdin)
    assert (outcome.code, outcome.out) == (code, b""), outcome
    assert saying in outcome.err
    assert outcome.err.startswith("nescio: ")
    assert len(outcome.err.splitlines()) == 1, outcome.err
    return outcome


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below a folder with its bytes."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }
