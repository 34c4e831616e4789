"""The places of a call's results, and the refusal of places where something would be lost."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from nescio.core.errors import ConfigError
from nescio.files.lines import STDIN
from nescio.files.places import is_folder, shown, status_of
from nescio.files.whole import write_whole
from nescio.run.claims import Claims
from nescio.run.renaming import new_names
from nescio.run.sources import INPUT, TextSource

Show = Callable[[bytes], None]  # takes a result that has no place of its own
OUTPUT = "an output"


@dataclass(frozen=True)
class Target:
    """Where results go: standard output, a file, a folder, or back into the inputs."""

    output: Path | None
    in_place: bool
    to_folder: bool
    suffix: str = ""  # of all results, as far as that is known before they are made
    claims: Claims = field(default_factory=Claims)
    names: Mapping[str, str] = field(default_factory=dict)  # of results that are renamed

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
        name = "stdin.txt" if source.path is None else self.names.get(source.name, source.name)
        return self.output / (name if name.endswith(suffix) else name + suffix)

    def claim(self, sources: Sequence[TextSource]) -> None:
        """Takes the places of all results, or refuses one that is used for something else."""
        for source in sources:
            if self.in_place:
                self.claims.writes("--in-place", source.path, what=INPUT)
            else:
                source.claim(self.claims)
        for source in sources if not self.in_place else ():
            place = self.place(source, suffix=self.suffix)
            if place is not None and self.claims.user_of(place) == INPUT:
                raise ConfigError(f"The input {source.name!r} would be overwritten; use --in-place to do so.")
            self.claims.writes("--output", place, what=OUTPUT)

    def put(self, content: bytes, source: TextSource, *, suffix: str, widest: int, show: Show) -> None:
        """A result to its place, whole; without a place it is shown."""
        place = self.place(source, suffix=suffix)
        if place is None:
            show(content)
            return
        if place != self.place(source, suffix=self.suffix):
            self.claims.writes("--output", place, what=OUTPUT)
        write_whole(place, content, widest=widest)

    def put_renamed(
        self, content: bytes, source: TextSource, name: str | None, *, widest: int, show: Show
    ) -> None:
        """A result under the name that its file had before, if there is one; what is there stays."""
        if name is None or not self.to_folder or self.output is None:
            self.put(content, source, suffix="", widest=widest, show=show)
            return
        place = self.output / name
        if status_of(place) is not None:
            raise ConfigError(
                "The folder of the output has a file of its former name already; name another folder."
            )
        self.claims.writes("--output", place, what=OUTPUT)
        write_whole(place, content, widest=widest)


def choose_target(
    paths: Sequence[str] | None,
    sources: Sequence[TextSource],
    output_name: str | None,
    *,
    claims: Claims,
    in_place: bool = False,
    suffix: str = "",
    rename: bool = False,
) -> Target:
    """Refuses what would lose something before anything is read."""
    output = None if output_name in (None, STDIN) else Path(output_name)
    if in_place and output_name is not None:
        raise ConfigError("--in-place and --output exclude each other.")
    if in_place and any(source.path is None for source in sources):
        raise ConfigError("--in-place needs files; standard input has no place.")
    many = len(sources) > 1 or any(is_folder(Path(given)) for given in paths or ())
    if many and output is None and not in_place:
        raise ConfigError("For more than one file name a folder with --output, or use --in-place.")
    if many and output is not None and status_of(output) is not None and not is_folder(output):
        raise ConfigError(f"--output {shown(output)} is a file; for more than one input it must be a folder.")
    folder = many or (output is not None and (is_folder(output) or str(output_name).endswith(os.sep)))
    names = new_names(sources, output, to_folder=folder and not in_place) if rename else {}
    target = Target(output, in_place, folder, suffix, claims, names)
    if not in_place:
        refuse_twins(sources)
    target.claim(sources)
    if rename and output is not None:
        claims.looks_below(output)
    return target


def refuse_twins(sources: Sequence[TextSource]) -> None:
    """The name leads from a text to its result and to its table, so there is one of each."""
    seen: set[str] = set()
    for source in sources:
        if source.name in seen:
            raise ConfigError(f"Two inputs are called {source.name!r}; take them one after the other.")
        seen.add(source.name)
