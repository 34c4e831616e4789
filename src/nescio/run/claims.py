"""Which files a call reads and writes: a file that is written is nobody else's, by whatever name."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from pathlib import Path
from typing import IO

from nescio.core.errors import ConfigError
from nescio.files.leftovers import Leftover, clear_leftovers
from nescio.files.places import is_folder, is_special, keys_of, keys_of_stream, resolved
from nescio.solutions.store import holds_records


class Claims:
    """The files of a call; a place that would destroy one of them is refused before it is written."""

    def __init__(self) -> None:
        self._used: dict[Hashable, str] = {}
        self._folders: dict[Path, None] = {}

    def reads(self, what: str, path: Path | None) -> None:
        """The call reads this file; `what` says so, as in "an input"."""
        for key in keys_of(path) if path is not None else ():
            self._used.setdefault(key, what)

    def reads_stream(self, what: str, stream: IO[bytes]) -> None:
        """The call reads this stream, behind which a file may lie."""
        for key in keys_of_stream(stream):
            self._used.setdefault(key, what)

    def shows(self, stream: IO[bytes] | None) -> None:
        """The call writes to standard output, behind which a file may lie that nothing else uses."""
        keys = keys_of_stream(stream)
        user = next((self._used[key] for key in keys if key in self._used), None)
        if user is not None:
            raise ConfigError(f"Standard output goes to a file that is {user}; give it a place of its own.")
        self._used |= dict.fromkeys(keys, "standard output")

    def user_of(self, place: Path) -> str | None:
        """What a place is used for already, or None."""
        return next((self._used[key] for key in keys_of(place) if key in self._used), None)

    def writes(self, option: str, place: Path | None, *, what: str) -> None:
        """The call writes this file, and nothing else uses it."""
        if place is None:
            return
        user = self.user_of(place)
        if user is not None:
            raise ConfigError(f"{option} names a file that is {user}; give it a place of its own.")
        self.reads(what, place)
        if not is_special(place):
            self._folders[resolved(place).parent] = None

    def looks_below(self, folder: Path) -> None:
        """Earlier calls may have written into folders below, which this one passes by."""
        for below in folder.rglob("*/") if is_folder(folder) else ():
            self._folders[resolved(below)] = None

    def clear_leftovers(self) -> list[Leftover]:
        """What killed runs have left where this call writes: cleared away, and told to the user."""
        return clear_leftovers(self._folders, is_precious=holds_records)


def claim_files(reads: Iterable[Path | None], writes: Mapping[str, Path | None]) -> list[Leftover]:
    """For calls that know all their files at once, by option: refuses clashes, and clears leftovers."""
    return claim({"an input": reads}, writes).clear_leftovers()


def claim(reads: Mapping[str, Iterable[Path | None]], writes: Mapping[str, Path | None]) -> Claims:
    """For calls that know all their files at once: what is read by kind, what is written by option."""
    claims = Claims()
    for what, paths in reads.items():
        for path in paths:
            claims.reads(what, path)
    for option, place in writes.items():
        claims.writes(option, place, what=f"written by {option}")
    return claims
