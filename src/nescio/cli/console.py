"""Where the command line writes: data on stdout, everything else on stderr."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from rich.console import Console

T = TypeVar("T")

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)


def fail(message: str) -> None:
    """One sentence about what went wrong; the text of documents is never in it."""
    err.print(f"[bold red]nescio:[/] {_plain(message)}", soft_wrap=True)


def warn(message: str) -> None:
    err.print(f"[yellow]nescio:[/] {_plain(message)}", soft_wrap=True)


def tell(message: str) -> None:
    err.print(f"[green]nescio:[/] {_plain(message)}", soft_wrap=True)


def _plain(message: str) -> str:
    return message.replace("[", r"\[")


def print_json(value: Any) -> None:
    """One line of JSON; lone surrogates, which UTF-8 cannot write, stay escaped."""
    line = json.dumps(value, ensure_ascii=False)
    try:
        data = line.encode()
    except UnicodeEncodeError:
        data = json.dumps(value).encode()
    sys.stdout.buffer.write(data + b"\n")


@contextmanager
def progress(
    items: Sequence[T] | Iterable[T], what: str, *, total: int | None = None
) -> Iterator[Iterator[T]]:
    """The items, counted by a bar on stderr when that is a terminal."""
    if not err.is_terminal:
        yield iter(items)
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True) as bar:
        yield iter(bar.track(items, description=what, total=total))
