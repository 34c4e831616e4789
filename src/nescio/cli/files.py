"""Files in and out: which ones, in which format, written whole or not at all."""

from __future__ import annotations

import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from nescio.cli.console import count, tell, warn
from nescio.core.errors import ConfigError, InputError
from nescio.core.model import Job
from nescio.core.protocols import Format
from nescio.packs import UNIVERSAL, load_pack
from nescio.registry import Registry

STDIN = "-"


@dataclass(frozen=True)
class Source:
    """One input: where it is, and what it is called in tables and messages."""

    path: Path | None  # None is standard input
    name: str
    format: Format

    def read(self) -> bytes:
        if self.path is None:
            return open_stdin().read()
        try:
            return self.path.read_bytes()
        except OSError as error:
            raise InputError(f"It cannot be read: {error.strerror}.") from error

    def jobs(self, data: bytes) -> list[Job]:
        """The documents of the input; one without text is refused."""
        jobs = self.format.read(data, name=self.name)
        if not all(job.document.text.strip() for job in jobs):
            raise InputError("The text is empty.")
        return jobs


def open_stdin() -> IO[bytes]:
    if sys.stdin is None:
        raise InputError("Standard input is closed; name a file or a folder.")
    if sys.stdin.isatty():
        tell("reading from the terminal; end with Ctrl-D on an empty line.")
    return sys.stdin.buffer


class Formats:
    """The installed formats by file suffix."""

    def __init__(self, *, encoding: str | None = None, fallback: str = "cp1252") -> None:
        registry = Registry.installed()
        options = {"encoding": encoding, "fallback": fallback, "dialects": registry.dialects}
        pack = load_pack(UNIVERSAL)
        parts = [
            registry.find("nescio.formats", name)(pack, options) for name in registry.names("nescio.formats")
        ]
        self._by_suffix: dict[str, Format] = {suffix: part for part in parts for suffix in part.suffixes}

    def __contains__(self, path: Path) -> bool:
        return path.suffix.lower() in self._by_suffix

    def of(self, path: Path) -> Format:
        """The format of a file; a file without a known suffix is taken for plain text."""
        return self._by_suffix.get(path.suffix.lower(), self.plain)

    @property
    def plain(self) -> Format:
        return self._by_suffix[".txt"]

    @property
    def suffixes(self) -> list[str]:
        return sorted(self._by_suffix)


def find_sources(
    paths: Sequence[str] | None, formats: Formats, *, skip: Iterable[Path | None] = ()
) -> tuple[list[Source], int]:
    """The inputs that the arguments name, and how many files of other formats were left out.

    Folders are searched for every known format. What lies at or below a place in `skip`, where
    this or an earlier run writes, is no input.
    """
    if not paths or list(paths) == [STDIN]:
        return [Source(None, STDIN, formats.plain)], 0
    sources: list[Source] = []
    left_out = 0
    places = [place.resolve() for place in skip if place is not None]
    for given in paths:
        path = Path(given)
        if path.is_dir():
            found, others = _in_folder(path, formats, places)
            sources += found
            left_out += others
        elif path.exists():
            sources.append(Source(path, path.name, formats.of(path)))
        elif given == STDIN:
            raise ConfigError("Standard input (-) cannot be mixed with files; give one or the other.")
        else:
            raise InputError(f"There is no file or folder {given!r}.")
    return list({source.path.resolve(): source for source in sources if source.path}.values()), left_out


def warn_left_out(number: int, formats: Formats) -> None:
    if number:
        other = "another format was" if number == 1 else "other formats were"
        warn(f"{count(number, 'file')} of {other} left out; formats: {', '.join(formats.suffixes)}.")


def _in_folder(folder: Path, formats: Formats, skip: Sequence[Path]) -> tuple[list[Source], int]:
    """The texts of a folder, and how many files of other formats lie there."""
    files = [
        path
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not _is_hidden(path, folder) and not _is_skipped(path, folder, skip)
    ]
    texts = [path for path in files if path in formats]
    if not texts:
        raise InputError(f"The folder {str(folder)!r} has no texts; formats: {', '.join(formats.suffixes)}.")
    sources = [Source(path, path.relative_to(folder).as_posix(), formats.of(path)) for path in texts]
    return sources, len(files) - len(texts)


def _is_hidden(path: Path, folder: Path) -> bool:
    return any(part.startswith(".") for part in path.relative_to(folder).parts)


def _is_skipped(path: Path, folder: Path, skip: Sequence[Path]) -> bool:
    place = path.resolve()
    # The folder itself as output is refused later, with a better message than "no texts".
    return any(place.is_relative_to(other) for other in skip if other != folder.resolve())


@dataclass(frozen=True)
class Target:
    """Where results go: standard output, a file, a folder, or back into the inputs."""

    output: Path | None
    in_place: bool
    to_folder: bool

    def place(self, source: Source, *, suffix: str = "") -> Path | None:
        """The file for a source; None is standard output."""
        if self.in_place:
            return source.path
        if self.output is None:
            return None
        if not self.to_folder:
            return self.output
        name = "stdin.txt" if source.path is None else source.name
        return self.output / (name if name.endswith(suffix) else name + suffix)


def choose_target(
    paths: Sequence[str] | None, sources: Sequence[Source], output_name: str | None, *, in_place: bool = False
) -> Target:
    """Refuses what would lose something before anything is read."""
    output = None if output_name in (None, STDIN) else Path(output_name)
    if in_place and output_name is not None:
        raise ConfigError("--in-place and --output exclude each other.")
    if in_place and any(source.path is None for source in sources):
        raise ConfigError("--in-place needs files; standard input has no place.")
    many = len(sources) > 1 or any(Path(given).is_dir() for given in paths or ())
    if many and output is None and not in_place:
        raise ConfigError("For more than one file name a folder with --output, or use --in-place.")
    if many and output is not None and output.exists() and not output.is_dir():
        raise ConfigError(f"--output {str(output)!r} is a file; for more than one input it must be a folder.")
    folder = many or (output is not None and (output.is_dir() or str(output_name).endswith(os.sep)))
    target = Target(output, in_place, folder)
    if not in_place:
        refuse_twins(sources)
        _refuse_overwriting(sources, target)
    return target


def refuse_twins(sources: Sequence[Source]) -> None:
    """The name leads from a text to its result and to its table, so there is one of each."""
    seen: set[str] = set()
    for source in sources:
        if source.name in seen:
            raise ConfigError(f"Two inputs are called {source.name!r}; take them one after the other.")
        seen.add(source.name)


def _refuse_overwriting(sources: Sequence[Source], target: Target) -> None:
    inputs = {source.path.resolve() for source in sources if source.path is not None}
    for source in sources:
        place = target.place(source)
        if place is not None and place.resolve() in inputs:
            raise ConfigError(f"The input {source.name!r} would be overwritten; use --in-place to do so.")


def tell_encodings(jobs: Iterable[Job]) -> None:
    """Say which code page was taken where the bytes themselves did not tell."""
    metas = [job.document.meta for job in jobs]
    guessed = Counter(str(meta["encoding"]) for meta in metas if "encoding" in meta and not meta.get("bom"))
    for encoding, number in sorted(guessed.items()):
        if encoding != "utf-8":
            verb = "was" if number == 1 else "were"
            warn(f"{count(number, 'text')} {verb} read as {encoding}; if that is wrong, use --encoding.")


def write_whole(path: Path, data: bytes) -> None:
    """The file has all of the data or is as it was before."""
    with open_whole(path) as file, _said(path):
        file.write(data)


@contextmanager
def open_whole(path: Path, *, private: bool = False) -> Iterator[IO[bytes]]:
    """A temporary file beside the place, which takes its name when all went well.

    A private file in which nothing was written does not appear.
    """
    with _said(path):
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
        with _said(path):
            size = file.tell() if temporary is not None else 0
            file.close()
            if temporary is not None and (size or not private):
                Path(temporary).chmod(mode)
                Path(temporary).replace(path)
    except BaseException:
        with _said(path):
            file.close()
        raise
    finally:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)


@contextmanager
def _said(path: Path) -> Iterator[None]:
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
