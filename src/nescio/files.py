"""Files written whole or not at all, and files of lines read as their lines arrive."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import IO, Any, Final

from nescio.core.errors import InputError, JobError

STDIN: Final = "-"
Opener = Callable[[], IO[bytes]]  # how a face opens its standard input
_CHUNK = 1 << 20


def open_stdin() -> IO[bytes]:
    if sys.stdin is None:
        raise InputError("Standard input is closed; name a file or a folder.")
    return sys.stdin.buffer


def write_whole(path: Path, data: bytes, *, private: bool = False) -> None:
    """The file has all of the data or is as it was before; a private one is for its owner alone."""
    with open_whole(path, private=private) as file, writing(path):
        file.write(data)


@contextmanager
def open_whole(path: Path, *, private: bool = False) -> Iterator[IO[bytes]]:
    """A temporary file beside the place, which takes its name when all went well.

    A private file in which nothing was written does not appear.
    """
    with writing(path):
        if path.is_dir():
            raise InputError(f"{str(path)!r} is a folder; name a file.")
        if path.exists() and not path.is_file():  # /dev/null or a pipe: it must not be replaced
            file, temporary = path.open("wb"), None
        else:
            path = path.resolve()  # a link stays a link
            path.parent.mkdir(parents=True, exist_ok=True)
            mode = 0o600 if private else _mode_of(path)
            handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".nescio-")
            file = os.fdopen(handle, "wb")
    try:
        yield file
        with writing(path):
            size = file.tell() if temporary is not None else 0
            file.close()
            if temporary is not None and (size or not private):
                Path(temporary).chmod(mode)
                Path(temporary).replace(path)
    except BaseException:
        with writing(path):
            file.close()
        raise
    finally:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """What the system refuses is said in nescio's words."""
    try:
        yield
    except OSError as error:
        raise InputError(f"{str(path)!r} cannot be written: {error.strerror}.") from error


def _mode_of(path: Path) -> int:
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def read_lines(path: Path, *, stdin: Opener = open_stdin) -> Iterator[list[tuple[int, bytes]]]:
    """Numbered lines as they arrive, blank ones left out.

    A program that writes a line and waits for the answer gets it: no batch is waited for.
    """
    number = 0
    with _open(path, stdin) as file:
        pieces: list[bytes] = []
        while chunk := _read_some(file, path):
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


def _read_some(file: IO[bytes], path: Path) -> bytes:
    try:
        data: bytes = file.read1(_CHUNK)  # type: ignore[attr-defined]  # every buffered reader has it
        return data
    except OSError as error:
        raise _unreadable(path, error) from error


def _unreadable(path: Path, error: OSError) -> InputError:
    return InputError(f"{str(path)!r} cannot be read: {error.strerror}.")


def parse_line(line: bytes) -> dict[str, Any]:
    """The JSON object of a line."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):  # ValueError is also a number of 5000 digits
        raise JobError("The line is not JSON in UTF-8.") from None  # the cause holds the text
    if not isinstance(data, dict):
        raise JobError("A line is a JSON object.")
    return data
