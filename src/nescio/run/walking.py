"""Goes through a folder: its files in order, and whatever had to be passed over, with the reason."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from nescio.files.places import resolved


class PassedOver(NamedTuple):
    """Something that may be a text and was not read."""

    name: str
    why: str


class Walked(NamedTuple):
    files: list[Path]
    passed_over: list[PassedOver]


def walk(folder: Path, *, in_place: bool, is_text: Callable[[Path], bool]) -> Walked:
    """All files below a folder but hidden ones, and which folders and texts had to be passed over.

    Links to folders are not followed, and where texts are overwritten no link leads out of the folder.
    """
    files: list[Path] = []
    over: list[PassedOver] = []
    inside = resolved(folder)
    folders = [folder]
    while folders:
        current = folders.pop()
        for entry in _entries(current, over):
            path = Path(entry.path)
            why = _why_not(entry, path, inside, in_place=in_place)
            if why is not None and (is_text(path) or _may_be_folder(entry)):
                over.append(PassedOver(str(path), why))
            elif why is None and entry.is_dir(follow_symlinks=False):
                folders.append(path)
            else:
                files.append(path)
    return Walked(sorted(files), sorted(over))


def _entries(folder: Path, over: list[PassedOver]) -> Iterator[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as found:
            entries = [entry for entry in found if not entry.name.startswith(".")]
    except OSError as error:
        over.append(PassedOver(str(folder), f"the folder cannot be read: {error.strerror}"))
        return
    yield from entries


def _may_be_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return True


def _why_not(entry: os.DirEntry[str], path: Path, inside: Path, *, in_place: bool) -> str | None:
    """Why an entry of a folder is passed over, or None."""
    try:
        if entry.is_symlink():
            return _why_no_link(entry, path, inside, in_place=in_place)
        usual = entry.is_file(follow_symlinks=False) or entry.is_dir(follow_symlinks=False)
    except OSError as error:
        return f"it cannot be read: {error.strerror}"
    return None if usual else "it is neither a file nor a folder"


def _why_no_link(entry: os.DirEntry[str], path: Path, inside: Path, *, in_place: bool) -> str | None:
    if entry.is_dir():
        return "it is a link to a folder; name that folder to have it read"
    if not entry.is_file():
        return "it is a link that leads to no file"
    if in_place and not resolved(path).is_relative_to(inside):
        return "it is a link that leads out of the folder; name its file to have it overwritten"
    return None
