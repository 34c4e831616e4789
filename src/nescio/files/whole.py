"""Files that are written whole or not at all."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from nescio.core.errors import InputError
from nescio.files import system
from nescio.files.places import PRIVATE, is_folder, is_special, mode_for, resolved, shown, status_of

TEMPORARY: Final = ".nescio-"  # how the name of a file begins until the file is whole
DIGITS: Final = 12  # random ones, behind it
_BUFFER: Final = 1 << 20
_TRIES: Final = 100


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """What the system refuses is said in nescio's words."""
    try:
        yield
    except OSError as error:
        raise InputError(f"{shown(path)} cannot be written: {error.strerror}.") from error


class Draft:
    """The bytes of a file that is not whole yet."""

    def __init__(self, path: Path, handle: int) -> None:
        self._path, self._handle = path, handle
        self._pieces: list[bytes] = []
        self._size = 0

    def write(self, data: bytes) -> None:
        self._pieces.append(data)
        self._size += len(data)
        if self._size >= _BUFFER:
            self.flush()

    def flush(self) -> None:
        pieces, self._pieces, self._size = self._pieces, [], 0
        with writing(self._path):
            system.write(self._handle, b"".join(pieces))


def write_whole(path: Path, data: bytes, *, widest: int = 0o777) -> None:
    """The file has all of the data, safe on the disk, or is as it was before."""
    with open_whole(path, widest=widest) as file:
        file.write(data)


@contextmanager
def open_whole(path: Path, *, widest: int = 0o777) -> Iterator[Draft]:
    """A temporary file beside the place, which takes its name when all went well.

    Who may read it: whoever might before, or else may read new files, and never more than `widest`.
    """
    if is_folder(path):
        raise InputError(f"{shown(path)} is a folder; name a file.")
    kind = _special if is_special(path) else _replaced
    with kind(path, widest) as draft:
        yield draft


@contextmanager
def _special(path: Path, widest: int) -> Iterator[Draft]:
    with writing(path):
        handle = system.open_special(path)
    try:
        draft = Draft(path, handle)
        yield draft
        draft.flush()
    finally:
        system.close(handle)


@contextmanager
def _replaced(path: Path, widest: int) -> Iterator[Draft]:
    place = resolved(path)  # a link stays a link
    with writing(path):
        make_folders(place.parent)
        temporary, handle = make_temporary(place.parent)
    try:
        draft = Draft(path, handle)
        yield draft
        draft.flush()
        with writing(path):
            _dress(handle, place, widest=widest)
            system.sync(handle)
            system.rename(temporary, place)
    except BaseException:
        with suppress(OSError):
            system.remove(temporary)
        raise
    finally:
        system.close(handle)  # last: as long as it is open, its lock says that somebody writes it
    confirm(place)


def make_folders(folder: Path) -> None:
    """The folder and those above it, each safe on the disk before something lies in it."""
    missing = []
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    for new in reversed(missing):
        system.make_folder(new)
        system.sync_folder(new.parent)


def keep_private(path: Path) -> None:
    """A file that somebody else will fill is its owner's alone from the beginning."""
    place = resolved(path)
    with writing(path):
        make_folders(place.parent)
        try:
            handle = system.open_old(place)
        except FileNotFoundError:
            handle = system.create(place)
        try:
            system.set_mode(handle, mode_for(place, widest=PRIVATE))
        finally:
            system.close(handle)


def _dress(handle: int, place: Path, *, widest: int) -> None:
    """Owner and rights, before the file has its name."""
    before = status_of(place)
    if before is not None:
        system.give(handle, before.st_uid, before.st_gid)
    system.set_mode(handle, mode_for(place, widest=widest))


def confirm(place: Path) -> None:
    """The file's name is on the disk as well."""
    try:
        system.sync_folder(place.parent)
    except OSError as error:
        raise InputError(
            f"{shown(place)} was written, but the disk does not confirm it: {error.strerror}."
        ) from error


def make_temporary(folder: Path) -> tuple[Path, int]:
    """A new file for its owner alone, locked, so that others see that somebody is at work on it."""
    for _ in range(_TRIES):
        path = folder / f"{TEMPORARY}{secrets.token_hex(DIGITS // 2)}"
        handle = system.create(path)
        try:
            # Whoever clears up may have come between; then the file is gone, or theirs.
            if system.lock(handle) and path.exists():
                return path, handle
        except BaseException:
            with suppress(OSError):
                system.remove(path)
            system.close(handle)
            raise
        system.close(handle)
    raise InputError(f"No temporary file can be made in {shown(folder)}.")
