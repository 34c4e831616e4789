"""Temporary files of runs that were killed: found, and cleared away or saved by the next run."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from nescio.files import system
from nescio.files.places import status_of
from nescio.files.whole import DIGITS, TEMPORARY

SAVED: Final = "nescio-recovered-"
IsPrecious = Callable[[bytes], bool]  # by the bytes of a file
_OWN: Final = re.compile(re.escape(TEMPORARY) + rf"[0-9a-f]{{{DIGITS}}}")
# Earlier versions kept in such a file what was nowhere else until the end of a run.
_FORMER: Final = re.compile(re.escape(TEMPORARY) + r"[a-z0-9_]{8}")


class Leftover(NamedTuple):
    """A file that a killed run has left, and where it is now; None if it was removed."""

    path: Path
    saved_as: Path | None


def clear_leftovers(folders: Iterable[Path], *, is_precious: IsPrecious) -> list[Leftover]:
    """Removes what no living run holds: the files that it was to become are as they were before.

    What an earlier version has left and is precious, such as the only way back of an overwritten
    text, gets a name of its own instead.
    """
    found = []
    for folder in dict.fromkeys(folders):
        for path in _candidates(folder):
            with suppress(OSError):  # what cannot be touched stays, and stands in nobody's way
                leftover = _clear(path, is_precious)
                if leftover is not None:
                    found.append(leftover)
    return found


def _candidates(folder: Path) -> Iterator[Path]:
    try:
        with os.scandir(folder) as entries:
            names = [item.name for item in entries if item.is_file(follow_symlinks=False)]
    except OSError:
        return
    yield from (folder / name for name in sorted(names) if _OWN.fullmatch(name) or _FORMER.fullmatch(name))


def _clear(path: Path, is_precious: IsPrecious) -> Leftover | None:
    handle = system.open_old(path)
    try:
        now = status_of(path) if system.lock(handle) else None
        if now is None or now.st_ino != system.number_of(handle):
            return None  # somebody is writing it, or has just finished
        if _OWN.fullmatch(path.name):
            system.remove(path)
            return Leftover(path, None)
        return _save(path) if is_precious(path.read_bytes()) else None
    finally:
        system.close(handle)


def _save(path: Path) -> Leftover:
    saved = path.with_name(f"{SAVED}{path.name.removeprefix(TEMPORARY)}.jsonl")
    system.rename(path, saved)
    system.sync_folder(saved.parent)
    return Leftover(path, saved)
