"""Lines of a file or of standard input, read as they arrive."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import IO, Any, Final

from nescio.core.errors import InputError, JobError
from nescio.core.plain_json import NotJsonError, PlainJsonError, read_json

STDIN: Final = "-"
Opener = Callable[[], IO[bytes]]  # how a face opens its standard input
_FIRST_CHUNK: Final = 1 << 13  # the first answers come soon
_CHUNK: Final = 1 << 20  # and many lines together cost less each


def open_stdin() -> IO[bytes]:
    if sys.stdin is None:
        raise InputError("Standard input is closed; name a file or a folder.")
    return sys.stdin.buffer


def read_lines(path: Path, *, stdin: Opener = open_stdin) -> Iterator[list[tuple[int, bytes]]]:
    """Numbered lines as they arrive, blank ones left out.

    A program that writes a line and waits for the answer gets it: no batch is waited for.
    """
    number, size = 0, _FIRST_CHUNK
    with _open(path, stdin) as file:
        pieces: list[bytes] = []
        while chunk := _read_some(file, path, size):
            size = min(2 * size, _CHUNK)
            if b"\n" not in chunk:
                pieces.append(chunk)
                continue
            *lines, rest = b"".join((*pieces, chunk)).split(b"\n")
            pieces = [rest]
            yield [(number + place, line) for place, line in enumerate(lines, 1) if line.strip()]
            number += len(lines)
        if last := b"".join(pieces).strip():
            yield [(number + 1, last)]


def _open(path: Path, stdin: Opener) -> Any:
    if str(path) == STDIN:
        return nullcontext(stdin())
    try:
        return path.open("rb")
    except OSError as error:
        raise _unreadable(path, error) from error


def _read_some(file: IO[bytes], path: Path, size: int) -> bytes:
    try:
        data: bytes = file.read1(size)  # type: ignore[attr-defined]  # every buffered reader has it
        return data
    except OSError as error:
        raise _unreadable(path, error) from error


def _unreadable(path: Path, error: OSError) -> InputError:
    return InputError(f"{str(path)!r} cannot be read: {error.strerror}.")


def parse_line(line: bytes) -> dict[str, Any]:
    """The JSON object of a line."""
    try:
        data = read_json(line)
    except NotJsonError:
        raise JobError("The line is not JSON in UTF-8.") from None
    except PlainJsonError as error:
        raise JobError(f"The line cannot be used: {error}.") from None
    if not isinstance(data, dict):
        raise JobError("A line is a JSON object.")
    return data
