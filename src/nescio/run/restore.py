"""Puts the originals back into files with their tables of solutions."""

from __future__ import annotations

import stat
from collections.abc import Generator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import IO, Final, NamedTuple

from nescio.core.errors import ConfigError, JobError, NescioError, known, shown
from nescio.core.keys import Key
from nescio.core.model import Job, Replacement, Solution
from nescio.files.keys import FoundKey
from nescio.files.lines import Opener, open_stdin
from nescio.files.places import PRIVATE, resolved, status_of
from nescio.packs import UNIVERSAL, Packs
from nescio.registry import Registry
from nescio.replace.encrypt import find_tokens, open_tokens
from nescio.run.claims import Claims
from nescio.run.formats import Formats
from nescio.run.renaming import former_name
from nescio.run.reports import reason
from nescio.run.sources import TextSource, find_sources
from nescio.run.targets import Show, choose_target
from nescio.solutions.reidentify import EVERYTHING, WAYS, Only, Restored
from nescio.solutions.tables import Tables, lead_back

_DEEPEST: Final = 64  # folders above a text that are looked at


class Returned(NamedTuple):
    """What came back of one source, or why nothing did."""

    name: str
    restored: Restored | None
    failure: str | None = None


def check_way(by: str) -> None:
    if by not in WAYS:
        raise ConfigError(f"--by cannot be {shown(by)}. {known(by, WAYS)}")


def choose_only(labels: Sequence[str], entities: Sequence[int]) -> Only:
    """What may come back; a label stands for all below it."""
    if not labels:  # and no pack is read for nothing
        return Only(frozenset(), frozenset(entities))
    known_labels = Packs.installed().load(UNIVERSAL).labels
    named = {known_labels.find(label) for label in labels}
    below = {item.name for item in known_labels if named & set(known_labels.lineage(item.name))}
    return Only(frozenset(below), frozenset(entities))


class RestoreRun:
    """One call over files; a bad file never stops the others."""

    def __init__(
        self,
        paths: Sequence[str] | None,
        solutions: Path | None,
        *,
        key: FoundKey | None = None,
        by: str = "auto",
        only: Only = EVERYTHING,
        output: str | None = None,
        encoding: str | None = None,
        show: Show,
        stdin: Opener = open_stdin,
        stdout: IO[bytes] | None = None,
    ) -> None:
        secret = None if key is None else key.key
        self._tables = Tables(()) if solutions is None else Tables.read(solutions, key=secret, stdin=stdin)
        self._key = secret if solutions is None else None
        self._restorer = SourceRestorer(self._tables, by=by, only=only, encoding=encoding)
        self._show = show
        formats = Formats(Registry.installed(), Packs.installed().load(UNIVERSAL), encoding=encoding)
        skip = (None if output is None else Path(output), solutions, None if key is None else key.file)
        self.found = find_sources(paths, formats, skip=skip, stdin=stdin)
        claims = Claims()
        claims.reads("the table of solutions", solutions)
        claims.reads("the key file", None if key is None else key.file)
        self._target = choose_target(paths, self.found.sources, output, claims=claims)
        if not self._target.is_on_disk:
            claims.shows(stdout)
        self.leftovers = claims.clear_leftovers()
        status = None if solutions is None else status_of(solutions)
        self._widest = PRIVATE if status is None else stat.S_IMODE(status.st_mode)

    @property
    def torn(self) -> bool:
        """Whether the tables end in half a record."""
        return self._tables.torn

    def outcomes(self) -> Generator[Returned, None, None]:
        """Works through the sources; each is written, or shown, when its outcome comes."""
        for source in self.found.sources:
            yield self._take(source)

    def _take(self, source: TextSource) -> Returned:
        try:
            data, restored, name = self._restore(source)
            # It holds the originals again: nobody may read it who may not read the table or the text.
            widest = source.mode & self._widest
            self._target.put_renamed(data, source, name, widest=widest, show=self._show)
        except BrokenPipeError:
            raise
        except Exception as error:
            return Returned(source.name, None, reason(error))
        return Returned(source.name, restored)

    def _restore(self, source: TextSource) -> tuple[bytes, Restored, str | None]:
        """The file, what came back, and what it was called, if it was renamed."""
        refuse_job(source)
        data = source.read()
        if self._key is not None:
            return *self._open(source, data, self._key), None
        return self._restorer.restore(source, data, names_of(source), alone=len(self.found.sources) == 1)

    def _open(self, source: TextSource, data: bytes, key: Key) -> tuple[bytes, Restored]:
        """A file whose tokens the key opens; no table is needed."""
        jobs = source.jobs(data)
        found = [open_by_key(job.document.text, key) for job in jobs]
        done = [solved(job, restored) for job, restored in zip(jobs, found, strict=True)]
        return source.written(done, data), _together(found)


class SourceRestorer:
    """Leads one file after the other back by their tables: bytes in, bytes out."""

    def __init__(
        self, tables: Tables, *, by: str = "auto", only: Only = EVERYTHING, encoding: str | None = None
    ) -> None:
        self._tables, self._by, self._only = tables, by, only
        self._reader = EncodedReader(tables, encoding)

    def restore(
        self, source: TextSource, data: bytes, names: Sequence[str], *, alone: bool
    ) -> tuple[bytes, Restored, str | None]:
        """The file, what came back, and what it was called, if it was renamed.

        `names` are what it may be called in a table; `alone`: a single table is its own by any name.
        """
        if len(source.jobs(data)) > 1:
            return self._restore_several(source, data, names)
        source, job = self._reader.read(source, data, names)
        table = self._tables.find(job.document.text, *names, alone=alone)
        source, job = self._reader.read_in(source, data, table.encoding)
        restored = lead_back(job.document.text, table, by=self._by, only=self._only)
        name = former_name(table.id, table.written_as, names)
        return source.written([solved(job, restored)], data), restored, name

    def _restore_several(
        self, source: TextSource, data: bytes, names: Sequence[str]
    ) -> tuple[bytes, Restored, str | None]:
        """A file with several texts, each with a table of its own."""
        jobs = source.jobs(data)
        found: list[Restored] = []
        former: str | None = None
        for job in jobs:
            suffix = job.document.id.removeprefix(source.name)
            table = self._tables.find(job.document.text, *(name + suffix for name in names), alone=False)
            former = former or former_name(table.id, table.written_as, names)
            found.append(lead_back(job.document.text, table, by=self._by, only=self._only))
        done = [solved(job, restored) for job, restored in zip(jobs, found, strict=True)]
        return source.written(done, data), _together(found), former


def refuse_job(source: TextSource) -> None:
    if source.holds_jobs:
        raise JobError("A job holds its original already; give the anonymized text.")


def open_by_key(text: str, key: Key) -> Restored:
    """The surfaces of tokens that `encrypt` wrote; those of another key, or changed ones, are told."""
    tokens = list(find_tokens(text, key))
    patches = tuple((start, end, surface) for start, end, surface in tokens if surface is not None)
    foreign = dict.fromkeys(text[start:end] for start, end, surface in tokens if surface is None)
    return Restored(open_tokens(text, key).text, len(patches), foreign=tuple(foreign), patches=patches)


def solved(job: Job, restored: Restored) -> Job:
    """The job with what came back as its solution; a document needs to know where it goes."""
    rows, length, position = [], 0, 0
    for start, end, original in restored.patches:
        length += start - position
        rows.append(Replacement(start, end, original, 0, "", "", length))
        length, position = length + len(original), end
    return replace(job, solution=Solution(restored.text, tuple(rows)))


def _together(found: Sequence[Restored]) -> Restored:
    """What came back of several texts, as one report."""
    return Restored(
        "",
        sum(item.restored for item in found),
        lost=tuple(text for item in found for text in item.lost),
        duplicated=tuple(text for item in found for text in item.duplicated),
        altered=tuple(text for item in found for text in item.altered),
        unresolved=tuple(text for item in found for text in item.unresolved),
        foreign=tuple(text for item in found for text in item.foreign),
        left=sum(item.left for item in found),
    )


class EncodedReader:
    """Reads anonymized texts by what their tables know of them."""

    def __init__(self, tables: Tables, encoding: str | None = None) -> None:
        self._tables, self._encoding = tables, encoding

    def read(self, source: TextSource, data: bytes, names: Sequence[str]) -> tuple[TextSource, Job]:
        """The text as it was written, in whatever encoding; an edited one in that of its table."""
        first = self.read_in(source, data, None)
        if self._tables.holds(first[1].document.text):
            return first
        for encoding in self._tables.encodings:
            with suppress(NescioError):
                found = self.read_in(source, data, encoding)
                if self._tables.holds(found[1].document.text):
                    return found
        table = self._tables.named(*names)
        return first if table is None else self.read_in(source, data, table.encoding)

    def read_in(self, source: TextSource, data: bytes, encoding: str | None) -> tuple[TextSource, Job]:
        """A text loses its umlauts with its names, and then tells nothing of its encoding."""
        if self._encoding is None and encoding is not None:
            source = replace(source, formats=source.formats.in_encoding(encoding))
        [job] = source.jobs(data)
        return source, job


def names_of(source: TextSource) -> list[str]:
    """What a text may be called in a table: as in this call, or as in one over a folder farther up."""
    if source.path is None:
        return [source.name]
    parts = resolved(source.path).parts[-_DEEPEST:]
    shortest = source.name.count("/") + 2
    return [source.name, *("/".join(parts[-length:]) for length in range(shortest, len(parts) + 1))]
