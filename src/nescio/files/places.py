"""Places on the disk: what is there, who may read it, and whether two names mean one file."""

from __future__ import annotations

import os
import stat
from collections.abc import Hashable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from nescio.core.errors import InputError

PRIVATE: Final = 0o600  # for the owner alone
_SHOWN: Final = 110  # characters of a path in a message


def shown(path: Path | str) -> str:
    """A path as messages name it: in quotes, and the end of it if it is very long."""
    name = str(path)
    return repr(name if len(name) <= _SHOWN else "…" + name[-_SHOWN:])


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """A name that no file can have is refused with a sentence."""
    try:
        yield
    except OSError as error:
        raise InputError(f"{shown(path)} cannot be used: {error.strerror}.") from error
    except ValueError as error:
        raise InputError(f"{shown(path)} cannot be the name of a file.") from error
    except RuntimeError as error:
        raise InputError(f"{shown(path)} is a link that leads to itself.") from error


def resolved(path: Path) -> Path:
    """Where a path leads in the end, through all links."""
    with naming(path):
        return path.resolve()


def status_of(path: Path) -> os.stat_result | None:
    """What the system knows about a file; None if there is none."""
    with naming(path):
        try:
            return path.stat()
        except (FileNotFoundError, NotADirectoryError):
            return None


def content_of(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"{shown(path)} cannot be read: {error.strerror}.") from error


def is_folder(path: Path) -> bool:
    status = status_of(path)
    return status is not None and stat.S_ISDIR(status.st_mode)


def is_special(path: Path) -> bool:
    """A device or a pipe: it is written to, and never replaced, synced or locked."""
    status = status_of(path)
    return status is not None and not _is_lasting(status)


def keys_of(path: Path) -> set[Hashable]:
    """What a file is told by: the path behind all links, and its number on the disk if it is there.

    Two names mean one file if they share a key. Devices, such as /dev/null, belong to nobody.
    """
    status = status_of(path)
    if status is None:
        return {resolved(path)}
    return {resolved(path), (status.st_dev, status.st_ino)} if _is_lasting(status) else set()


def keys_of_stream(stream: IO[bytes] | None) -> set[Hashable]:
    """What the file behind a stream is told by; a pipe or a terminal has none."""
    status = _status_of_stream(stream)
    return {(status.st_dev, status.st_ino)} if status is not None and _is_lasting(status) else set()


def mode_of_stream(stream: IO[bytes]) -> int:
    """The rights of the file behind a stream; what comes through a pipe is its owner's alone."""
    status = _status_of_stream(stream)
    lasting = status is not None and _is_lasting(status)
    return stat.S_IMODE(status.st_mode) if status is not None and lasting else PRIVATE


def _status_of_stream(stream: IO[bytes] | None) -> os.stat_result | None:
    try:
        return None if stream is None else os.fstat(stream.fileno())
    except (OSError, ValueError):  # it is closed, or nothing of the system's
        return None


def _is_lasting(status: os.stat_result) -> bool:
    return stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode)


def mode_for(path: Path, *, widest: int) -> int:
    """Who may read a file that is written anew: as before, or as new files, and never more than `widest`."""
    status = status_of(path)
    return (_usual_mode() if status is None else stat.S_IMODE(status.st_mode) & 0o777) & widest


def narrowest(paths: Iterable[Path]) -> int:
    """Who may read all of some files, and all files of some folders."""
    mode = 0o777
    for path in paths:
        below = path.rglob("*") if is_folder(path) else (path,)
        for file in below:
            status = status_of(file)
            if status is not None and stat.S_ISREG(status.st_mode):
                mode &= status.st_mode
    return mode | PRIVATE  # the owner may always write what is theirs


def _usual_mode() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
