"""The inputs of a call: which files, what they are called, and the documents in them."""

from __future__ import annotations

import os
import stat
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from nescio.core.errors import ConfigError, InputError
from nescio.core.model import Job
from nescio.core.protocols import Format, Settling
from nescio.files.lines import STDIN, Opener, open_stdin
from nescio.files.places import PRIVATE, is_folder, keys_of, mode_of_stream, resolved, shown, status_of
from nescio.formats.job import JobFormat
from nescio.run.claims import Claims
from nescio.run.formats import Formats
from nescio.run.walking import PassedOver, walk

INPUT: Final = "an input"


def refuse_empty(text: str) -> None:
    """A text without a word is nobody's wish: it is refused, from files and lines alike."""
    if not text.strip():
        raise InputError("The text is empty.")


@dataclass(frozen=True)
class TextSource:
    """One input: where it is, and what it is called in tables and messages."""

    path: Path | None  # None is standard input
    name: str
    formats: Formats
    stdin: Opener = open_stdin

    @property
    def format(self) -> Format:
        return self.formats.find(self.path)

    @property
    def holds_jobs(self) -> bool:
        """Whether what is written in its format holds the original."""
        return isinstance(self.format, JobFormat)

    def claim(self, claims: Claims) -> None:
        """The call reads it, so it writes nothing there."""
        claims.reads(INPUT, self.path)
        if self.path is None:
            claims.reads_stream(INPUT, self.stdin())

    def read(self) -> bytes:
        if self.path is None:
            return self.stdin().read()
        try:
            return self.path.read_bytes()
        except OSError as error:
            raise InputError(f"It cannot be read: {error.strerror}.") from error

    @property
    def mode(self) -> int:
        """Who may read the input; what holds its words may not be read by more."""
        if self.path is not None:
            status = status_of(self.path)
            return PRIVATE if status is None else stat.S_IMODE(status.st_mode)
        return mode_of_stream(self.stdin())

    def jobs(self, data: bytes) -> list[Job]:
        """The documents of the input; one without text is refused."""
        jobs = self.formats.read(self.path, data, name=self.name)
        has_parts = isinstance(self.formats.find(self.path, data), Settling)
        for job in jobs if not has_parts else ():  # a document without a word may still hold pictures
            refuse_empty(job.document.text)
        return jobs

    def settled(self, jobs: Sequence[Job], data: bytes) -> list[Job]:
        """The jobs as the input can take them."""
        return self.formats.settled(self.path, jobs, data=data)

    def written(self, jobs: Sequence[Job], data: bytes) -> bytes:
        """The finished file, made of its jobs and of what was there."""
        return self.formats.write(self.path, jobs, data=data)


class Inputs(NamedTuple):
    """The inputs that arguments name, and what lies among them and is none."""

    sources: list[TextSource]
    left_out: int  # files of other formats
    suffixes: list[str]  # of the formats that are known
    passed_over: list[PassedOver]  # what may be a text and is not read: said, and no success
    names_elsewhere: dict[str, int]  # of inputs that are overwritten: such a name keeps the original


def find_sources(
    paths: Sequence[str] | None,
    formats: Formats,
    *,
    skip: Iterable[Path | None] = (),
    in_place: bool = False,
    stdin: Opener = open_stdin,
) -> Inputs:
    """The inputs that the arguments name; folders are searched for every known format.

    What lies at or below a place in `skip`, where this or an earlier run writes, is no input.
    """
    if not paths or list(paths) == [STDIN]:
        return Inputs([TextSource(None, STDIN, formats, stdin)], 0, formats.suffixes, [], {})
    found = _Found(formats, [resolved(place) for place in skip if place is not None], in_place=in_place)
    for given in paths:
        path = Path(given)
        if is_folder(path):
            found.add_folder(path)
        elif status_of(path) is not None:
            found.add(path, path.name)
        elif given == STDIN:
            raise ConfigError("Standard input (-) cannot be mixed with files; give one or the other.")
        else:
            raise InputError(f"There is no file or folder {shown(given)}.")
    return Inputs(found.once(), found.left_out, formats.suffixes, found.passed_over, found.names_elsewhere())


class _Found:
    """Collects the inputs of a call; each file counts once, by whatever name."""

    def __init__(self, formats: Formats, skip: Sequence[Path], *, in_place: bool) -> None:
        self._formats, self._skip, self._in_place = formats, skip, in_place
        self._paths: list[Path] = []
        self._names: list[str] = []
        self.left_out = 0
        self.passed_over: list[PassedOver] = []

    def add(self, path: Path, name: str) -> None:
        self._paths.append(path)
        self._names.append(name)

    def add_folder(self, folder: Path) -> None:
        walked = walk(folder, in_place=self._in_place, is_text=self._formats.__contains__)
        files = [path for path in walked.files if not self._is_skipped(path, folder)]
        over = [item for item in walked.passed_over if not self._is_skipped(Path(item.name), folder)]
        texts = [path for path in files if path in self._formats]
        if not texts and not over:
            formats = ", ".join(self._formats.suffixes)
            raise InputError(f"The folder {shown(folder)} has no texts; formats: {formats}.")
        for path in texts:
            self.add(path, path.relative_to(folder).as_posix())
        self.left_out += len(files) - len(texts)
        self.passed_over += over

    def _is_skipped(self, path: Path, folder: Path) -> bool:
        place = Path(os.path.realpath(path))  # which also leads somewhere if a link leads to itself
        # The folder itself as output is refused later, with a better message than "no texts".
        return any(place.is_relative_to(other) for other in self._skip if other != resolved(folder))

    def once(self) -> list[TextSource]:
        """The sources without second names of one file, which are passed over; links come last."""
        first: dict[Hashable, Path] = {}
        kept: set[int] = set()
        for number, path in sorted(enumerate(self._paths), key=lambda item: item[1].is_symlink()):
            keys = keys_of(path)
            twin = next((first[key] for key in keys if key in first), None)
            if twin is None:
                first |= dict.fromkeys(keys, path)
                kept.add(number)
            elif _entry_of(twin) != _entry_of(path):
                self.passed_over.append(PassedOver(str(path), f"it is a second name of {shown(twin)}"))
        return [self._source(number) for number in sorted(kept)]

    def names_elsewhere(self) -> dict[str, int]:
        """By input how many further names its file has on the disk, if inputs are overwritten.

        A file is overwritten by another one that takes its name; under its other names it stays.
        """
        if not self._in_place:
            return {}
        named: dict[Hashable, set[Path]] = {}
        links: dict[Hashable, int] = {}
        for path in self._paths:
            status = status_of(path)
            if status is not None:
                key = (status.st_dev, status.st_ino)
                named.setdefault(key, set()).add(resolved(path))
                links[key] = status.st_nlink
        more = {min(places): links[key] - len(places) for key, places in named.items()}
        return {str(place): number for place, number in sorted(more.items()) if number > 0}

    def _source(self, number: int) -> TextSource:
        return TextSource(self._paths[number], self._names[number], self._formats)


def _entry_of(path: Path) -> Path:
    """The name itself, in whatever way its folder was written."""
    return resolved(path.parent) / path.name
