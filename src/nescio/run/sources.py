"""The inputs of a call: which files, what they are called, and the documents in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from nescio.core.errors import ConfigError, InputError
from nescio.core.model import Job
from nescio.core.protocols import Format
from nescio.files import STDIN, Opener, open_stdin
from nescio.run.formats import Formats


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

    def read(self) -> bytes:
        if self.path is None:
            return self.stdin().read()
        try:
            return self.path.read_bytes()
        except OSError as error:
            raise InputError(f"It cannot be read: {error.strerror}.") from error

    def jobs(self, data: bytes) -> list[Job]:
        """The documents of the input; one without text is refused."""
        jobs = self.formats.read(self.path, data, name=self.name)
        for job in jobs:
            refuse_empty(job.document.text)
        return jobs

    def written(self, jobs: Sequence[Job], data: bytes) -> bytes:
        """The finished file, made of its jobs and of what was there."""
        return self.formats.write(self.path, jobs, data=data)


class Inputs(NamedTuple):
    """The inputs that arguments name, and how many files of other formats lie among them."""

    sources: list[TextSource]
    left_out: int
    suffixes: list[str]  # of the formats that are known


def find_sources(
    paths: Sequence[str] | None,
    formats: Formats,
    *,
    skip: Iterable[Path | None] = (),
    stdin: Opener = open_stdin,
) -> Inputs:
    """The inputs that the arguments name; folders are searched for every known format.

    What lies at or below a place in `skip`, where this or an earlier run writes, is no input.
    """
    if not paths or list(paths) == [STDIN]:
        return Inputs([TextSource(None, STDIN, formats, stdin)], 0, formats.suffixes)
    sources: list[TextSource] = []
    left_out = 0
    places = [place.resolve() for place in skip if place is not None]
    for given in paths:
        path = Path(given)
        if path.is_dir():
            found, others = _in_folder(path, formats, places)
            sources += found
            left_out += others
        elif path.exists():
            sources.append(TextSource(path, path.name, formats))
        elif given == STDIN:
            raise ConfigError("Standard input (-) cannot be mixed with files; give one or the other.")
        else:
            raise InputError(f"There is no file or folder {given!r}.")
    once = {source.path.resolve(): source for source in sources if source.path}
    return Inputs(list(once.values()), left_out, formats.suffixes)


def _in_folder(folder: Path, formats: Formats, skip: Sequence[Path]) -> tuple[list[TextSource], int]:
    """The texts of a folder, and how many files of other formats lie there."""
    files = [
        path
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not _is_hidden(path, folder) and not _is_skipped(path, folder, skip)
    ]
    texts = [path for path in files if path in formats]
    if not texts:
        raise InputError(f"The folder {str(folder)!r} has no texts; formats: {', '.join(formats.suffixes)}.")
    sources = [TextSource(path, path.relative_to(folder).as_posix(), formats) for path in texts]
    return sources, len(files) - len(texts)


def _is_hidden(path: Path, folder: Path) -> bool:
    return any(part.startswith(".") for part in path.relative_to(folder).parts)


def _is_skipped(path: Path, folder: Path, skip: Sequence[Path]) -> bool:
    place = path.resolve()
    # The folder itself as output is refused later, with a better message than "no texts".
    return any(place.is_relative_to(other) for other in skip if other != folder.resolve())
