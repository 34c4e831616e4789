"""Files that only grow: each record is whole and safe on the disk before anybody relies on it."""

from __future__ import annotations

import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from nescio.core.errors import InputError
from nescio.files import system
from nescio.files.places import PRIVATE, is_folder, is_special, resolved, shown, status_of
from nescio.files.whole import confirm, make_folders, writing

_TAIL: Final = 1 << 16
IsWhole = Callable[[bytes], bool]


class GrowingFile:
    """A file of lines, for its owner alone, that one process at a time adds to."""

    def __init__(self, path: Path, handle: int, *, special: bool = False) -> None:
        self._path, self._handle, self._special = path, handle, special
        self._size = 0 if special else system.seek_end(handle)
        self.torn = False  # whether a broken-off run had left half a record, which is gone now
        self.begun_at = self._size
        self._broken = False

    @property
    def has_grown(self) -> bool:
        return self._size > self.begun_at

    def append(self, lines: bytes) -> None:
        """Whole lines to the end; when this returns they are on the disk, and if it fails none of them is."""
        if self._broken:
            raise InputError(f"{shown(self._path)} could not be repaired after it could not be written.")
        try:
            with writing(self._path):
                system.write(self._handle, lines)
                if not self._special:
                    system.sync(self._handle)
        except BaseException:
            self._take_back()
            raise
        self._size += len(lines)

    def _take_back(self) -> None:
        if self._special:
            return
        self._broken = True  # nothing may follow half a record
        with suppress(OSError):
            system.cut(self._handle, self._size)
            self._broken = False

    def repair(self, is_whole: IsWhole) -> None:
        """A last line without its end is completed if it is a whole record, and else taken away."""
        if self._special or not self._size:
            return
        tail = self._last_line()
        if not tail:
            return
        if is_whole(tail):
            self.append(b"\n")
        else:
            self.torn = True
            self._size -= len(tail)
            with writing(self._path):
                system.cut(self._handle, self._size)
                system.sync(self._handle)
        self.begun_at = self._size

    def empty(self) -> None:
        """Nothing of it is needed any more."""
        with writing(self._path):
            system.cut(self._handle, 0)
            system.sync(self._handle)
        self._size = self.begun_at = 0

    def _last_line(self) -> bytes:
        """What stands behind the last line end."""
        pieces: list[bytes] = []
        end = self._size
        while end:
            start = max(0, end - _TAIL)
            piece = system.read(self._handle, end - start, at=start)
            _, newline, rest = piece.rpartition(b"\n")
            pieces.append(rest if newline else piece)
            if newline:
                break
            end = start
        return b"".join(reversed(pieces))


@contextmanager
def growing(path: Path, *, busy: str) -> Iterator[GrowingFile]:
    """The file, made if there is none and gone again if nothing is in it; `busy` says that another has it."""
    if is_folder(path):
        raise InputError(f"{shown(path)} is a folder; name a file.")
    special = is_special(path)
    place = path if special else resolved(path)
    with writing(path):
        if not special:
            make_folders(place.parent)
        handle = system.open_special(path) if special else open_locked(place, busy=busy)
    try:
        yield GrowingFile(path, handle, special=special)
    finally:
        if not special:
            with suppress(OSError):
                if system.seek_end(handle) == 0:
                    system.remove(place)
        system.close(handle)


def open_locked(place: Path, *, busy: str) -> int:
    """A handle on a file that is nobody else's now; it is made if there is none."""
    while True:
        handle = _open_or_create(place)
        try:
            if not system.lock(handle):
                raise InputError(busy)
            now = status_of(place)
            # The one who had it may have replaced or removed it while we waited at the door.
            if now is not None and now.st_ino == system.number_of(handle):
                system.set_mode(handle, PRIVATE & stat.S_IMODE(now.st_mode) or PRIVATE)
                return handle
        except BaseException:
            system.close(handle)
            raise
        system.close(handle)


def _open_or_create(place: Path) -> int:
    try:
        return system.open_old(place)
    except FileNotFoundError:
        handle = system.create(place)
        try:
            confirm(place)
        except BaseException:
            with suppress(OSError):
                system.remove(place)
            system.close(handle)
            raise
        return handle
