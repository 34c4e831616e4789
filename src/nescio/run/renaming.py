"""New names for files and folders that tell nothing: a number each, and none that is there already."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Final

from nescio.core.errors import ConfigError
from nescio.core.model import Job
from nescio.files.places import status_of
from nescio.run.sources import TextSource
from nescio.solutions.table import WRITTEN_AS

_FILE: Final = "document-{:04}"
_FOLDER: Final = "folder-{:03}"
_PLAIN: Final = ".txt"


def new_names(sources: Sequence[TextSource], output: Path | None, *, to_folder: bool) -> dict[str, str]:
    """The new name of each source by its name; the folders of the sources have new names too."""
    if output is None or not to_folder:
        raise ConfigError("--rename gives files new names in a folder; name one with --output FOLDER/.")
    namer = _Namer(output)
    return {source.name: namer.name(source) for source in sources}


class _Namer:
    """Counts on, past whatever is there: nothing is overwritten."""

    def __init__(self, output: Path) -> None:
        self._output = output
        self._folders: dict[PurePosixPath, PurePosixPath] = {PurePosixPath(): PurePosixPath()}
        self._numbers = {_FILE: 0, _FOLDER: 0}

    def name(self, source: TextSource) -> str:
        if source.path is None:
            raise ConfigError("--rename needs files; standard input has no name.")
        # A suffix that is none of a format may be a name, too.
        suffix = source.path.suffix.lower() if source.path in source.formats else _PLAIN
        folder = self._folder(PurePosixPath(source.name).parent)
        return str(self._fresh(folder, _FILE, suffix))

    def _folder(self, old: PurePosixPath) -> PurePosixPath:
        if old not in self._folders:
            self._folders[old] = self._fresh(self._folder(old.parent), _FOLDER, "")
        return self._folders[old]

    def _fresh(self, folder: PurePosixPath, form: str, suffix: str) -> PurePosixPath:
        while True:
            self._numbers[form] += 1
            found = folder / (form.format(self._numbers[form]) + suffix)
            if status_of(self._output / found) is None:
                return found


def with_name(job: Job, old: str, new: str) -> Job:
    """The job with the new name of its file, for the table; one of several in a file keeps its number."""
    meta = {**job.document.meta, WRITTEN_AS: new + job.document.id.removeprefix(old)}
    return replace(job, document=replace(job.document, meta=meta))


def former_name(original: object, written_as: str | None, names: Sequence[str]) -> str | None:
    """What a file was called before it was renamed; None if it was not, or if that leads elsewhere."""
    if written_as is None or written_as.partition("#")[0] not in names or not isinstance(original, str):
        return None
    path = PurePosixPath(original.partition("#")[0] if "#" in written_as else original)
    return None if path.is_absolute() or ".." in path.parts or not path.name else str(path)
