"""Where the command line writes: data on stdout, everything else on stderr."""

from __future__ import annotations

import json
import os
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from rich.console import Console
from rich.text import Text

from nescio.core.errors import InputError, NescioError

T = TypeVar("T")

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)


def fail(message: str) -> None:
    """One sentence about what went wrong; the text of documents is never in it."""
    _say(message, "bold red")


def warn(message: str) -> None:
    _say(message, "yellow")


def tell(message: str) -> None:
    _say(message, "green")


def _say(message: str, style: str) -> None:
    # File names and keys come from outside: no markup in them, and nothing that moves a cursor.
    err.print(Text.assemble(("nescio:", style), " ", printable(message)), soft_wrap=not err.is_terminal)


def printable(text: str) -> str:
    """The text on one line, with a mark for what a terminal would obey instead of show."""
    return "".join(char if char.isprintable() else "\ufffd" for char in " ".join(text.split()))


def count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def reason(error: Exception) -> str:
    """nescio's own errors carry no source text; of any other only kind and place are told."""
    if isinstance(error, NescioError):
        return str(error)
    frame = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{type(error).__name__} at {Path(frame.filename).name}:{frame.lineno}"
    return f"This is a bug in nescio or in a plug-in ({place}); please report it."


def emit(data: bytes) -> None:
    """Bytes to standard output, now: a reader that has gone away is noticed at once."""
    if sys.stdout is None:
        raise InputError("Standard output is closed; name a file with --output.")
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        _forget_stdout()
        raise
    except OSError as error:
        _forget_stdout()
        raise InputError(f"Standard output cannot be written: {error.strerror}.") from error


def _forget_stdout() -> None:
    """What is still in the buffer goes nowhere, or Python would complain about it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def print_json(value: Any) -> None:
    """One line of JSON; lone surrogates, which UTF-8 cannot write, stay escaped."""
    line = json.dumps(value, ensure_ascii=False)
    try:
        data = line.encode()
    except UnicodeEncodeError:
        data = json.dumps(value).encode()
    emit(data + b"\n")


def stdout_is_terminal() -> bool:
    """Asked of the system, not of rich: FORCE_COLOR must not change the format of data."""
    return sys.stdout is not None and sys.stdout.isatty()


@contextmanager
def progress(items: Sequence[T], what: str) -> Iterator[Iterator[T]]:
    """The items, counted by a bar on stderr when that is a terminal and there is more than one."""
    if len(items) < 2 or sys.stderr is None or not sys.stderr.isatty():
        yield iter(items)
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True) as bar:
        yield iter(bar.track(items, description=what, total=len(items)))
