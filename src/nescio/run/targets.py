"""The places of a call's results, and the refusal of places where something would be lost."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from nescio.core.errors import ConfigError
from nescio.files import STDIN, write_whole
from nescio.run.sources import TextSource

Show = Callable[[bytes], None]  # takes a result that has no place of its own


@dataclass(frozen=True)
class Target:
    """Where results go: standard output, a file, a folder, or back into the inputs."""

    output: Path | None
    in_place: bool
    to_folder: bool

    @property
    def is_on_disk(self) -> bool:
        return self.output is not None or self.in_place

    def place(self, source: TextSource, *, suffix: str = "") -> Path | None:
        """The file for a source; None is standard output."""
        if self.in_place:
            return source.path
        if self.output is None:
            return None
        if not self.to_folder:
            return self.output
        name = "stdin.txt" if source.path is None else source.name
        return self.output / (name if name.endswith(suffix) else name + suffix)


def put(content: bytes, place: Path | None, *, show: Show) -> None:
    """A result to its place, whole; without a place it is shown."""
    if place is None:
        show(content)
    else:
        write_whole(place, content)


def choose_target(
    paths: Sequence[str] | None,
    sources: Sequence[TextSource],
    output_name: str | None,
    *,
    in_place: bool = False,
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


def refuse_twins(sources: Sequence[TextSource]) -> None:
    """The name leads from a text to its result and to its table, so there is one of each."""
    seen: set[str] = set()
    for source in sources:
        if source.name in seen:
            raise ConfigError(f"Two inputs are called {source.name!r}; take them one after the other.")
        seen.add(source.name)


def _refuse_overwriting(sources: Sequence[TextSource], target: Target) -> None:
    inputs = {source.path.resolve() for source in sources if source.path is not None}
    for source in sources:
        place = target.place(source)
        if place is not None and place.resolve() in inputs:
            raise ConfigError(f"The input {source.name!r} would be overwritten; use --in-place to do so.")
