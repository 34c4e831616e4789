"""Files in and out: which ones, in which format, written whole or not at all."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from nescio.core.errors import ConfigError, InputError
from nescio.core.protocols import Format
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
            return sys.stdin.buffer.read()
        try:
            return self.path.read_bytes()
        except OSError as error:
            raise InputError(f"{self.name!r} cannot be read: {error.strerror}.") from error


class Formats:
    """The installed formats by file suffix."""

    def __init__(self, *, encoding: str | None = None) -> None:
        registry = Registry.installed()
        options = {"encoding": encoding}
        parts = [registry.find("nescio.formats", name)(options) for name in registry.names("nescio.formats")]
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


def find_sources(paths: Sequence[str] | None, formats: Formats, *, skip: Path | None = None) -> list[Source]:
    """The inputs that the arguments name; folders are searched for every known format."""
    if not paths or list(paths) == [STDIN]:
        return [Source(None, STDIN, formats.plain)]
    sources: list[Source] = []
    for given in paths:
        path = Path(given)
        if path.is_dir():
            sources += _in_folder(path, formats, skip)
        elif path.is_file():
            sources.append(Source(path, path.name, formats.of(path)))
        else:
            raise InputError(f"There is no file or folder {given!r}.")
    return sources


def _in_folder(folder: Path, formats: Formats, skip: Path | None) -> Iterator[Source]:
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and not _is_hidden(path, folder)]
    if skip is not None:
        files = [path for path in files if not path.resolve().is_relative_to(skip.resolve())]
    texts = [path for path in files if path in formats]
    if not texts:
        raise InputError(f"The folder {str(folder)!r} has no texts; formats: {', '.join(formats.suffixes)}.")
    for path in texts:
        yield Source(path, path.relative_to(folder).as_posix(), formats.of(path))


def _is_hidden(path: Path, folder: Path) -> bool:
    return any(part.startswith(".") for part in path.relative_to(folder).parts)


def count_skipped(paths: Sequence[str] | None, formats: Formats) -> int:
    """Files in the folders whose format is not known: they are not copied, and that is said."""
    folders = [Path(given) for given in paths or () if Path(given).is_dir()]
    return sum(
        path.is_file() and not _is_hidden(path, folder) and path not in formats
        for folder in folders
        for path in folder.rglob("*")
    )


@dataclass(frozen=True)
class Target:
    """Where results go: standard output, a file, a folder, or back into the inputs."""

    output: Path | None
    in_place: bool
    to_folder: bool

    def place(self, source: Source) -> Path | None:
        """The file for a source; None is standard output."""
        if self.in_place:
            return source.path
        if self.output is None:
            return None
        name = "stdin.txt" if source.path is None else source.name
        place = self.output / name if self.to_folder else self.output
        if source.path is not None and place.exists() and place.samefile(source.path):
            raise ConfigError(f"{source.name!r} would be overwritten; use --in-place if that is meant.")
        return place


def choose_target(
    paths: Sequence[str] | None, sources: Sequence[Source], output: Path | None, *, in_place: bool
) -> Target:
    """Refuses what would lose something before anything is read."""
    if in_place and output is not None:
        raise ConfigError("--in-place and --output exclude each other.")
    if in_place and any(source.path is None for source in sources):
        raise ConfigError("--in-place needs files; standard input has no place.")
    many = len(sources) > 1 or any(Path(given).is_dir() for given in paths or ())
    if many and output is None and not in_place:
        raise ConfigError("For more than one file name a folder with --output, or use --in-place.")
    if many and output is not None and output.is_file():
        raise ConfigError(f"--output {str(output)!r} is a file; for more than one input it must be a folder.")
    _refuse_twins(sources, in_place)
    folder = many or (output is not None and (output.is_dir() or str(output).endswith("/")))
    return Target(output, in_place, folder)


def _refuse_twins(sources: Sequence[Source], in_place: bool) -> None:
    seen: set[str] = set()
    for source in sources:
        if source.name in seen and not in_place:
            raise ConfigError(f"Two inputs are called {source.name!r}; anonymize them one after the other.")
        seen.add(source.name)


def write_whole(path: Path, data: bytes, *, private: bool = False) -> None:
    """Write to a temporary file beside the target and rename: never half a file."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        mode = 0o600 if private else _mode_of(path)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".nescio-", delete=False) as file:
            try:
                file.write(data)
                file.close()
                os.chmod(file.name, mode)  # noqa: PTH101 - the handle has only a name
                os.replace(file.name, path)  # noqa: PTH105
            except BaseException:
                Path(file.name).unlink(missing_ok=True)
                raise
    except OSError as error:
        raise InputError(f"{str(path)!r} cannot be written: {error.strerror}.") from error


def _mode_of(path: Path) -> int:
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
