"""Says of files what is in them: each part with what becomes of it, and what would be refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from nescio.core.contents import Contents
from nescio.core.errors import InputError
from nescio.files.lines import Opener, open_stdin
from nescio.packs import UNIVERSAL, Packs
from nescio.registry import Registry
from nescio.run.formats import Formats
from nescio.run.reports import reason
from nescio.run.sources import Inputs, TextSource, find_sources


class Inspected(NamedTuple):
    """What is known of one file, or why nothing is."""

    name: str
    contents: Contents | None
    failure: str | None = None


class InspectRun:
    """One call over files; it reads and writes nothing."""

    def __init__(
        self, paths: Sequence[str] | None, *, documents: Mapping[str, Any], stdin: Opener = open_stdin
    ) -> None:
        formats = Formats(Registry.installed(), Packs.installed().load(UNIVERSAL), documents=documents)
        self.found: Inputs = find_sources(paths, formats, stdin=stdin)

    def outcomes(self) -> Iterator[Inspected]:
        for source in self.found.sources:
            yield _inspected(source)


def _inspected(source: TextSource) -> Inspected:
    try:
        contents = source.formats.inspect(source.path, data=source.read())
        if contents is None:
            raise InputError("It is a text without parts: all of it goes through the pipeline.")
    except Exception as error:
        return Inspected(source.name, None, reason(error))
    return Inspected(source.name, contents)
