"""Anonymizes files: one call reads, anonymizes, writes and counts."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from nescio.api import Anonymizer
from nescio.core.errors import ConfigError
from nescio.core.groups import in_groups
from nescio.core.model import Job
from nescio.files.lines import Opener, open_stdin
from nescio.formats.job import write_job
from nescio.run.configured import files_of
from nescio.run.formats import Formats
from nescio.run.ledger import Run, identifying
from nescio.run.renaming import with_name
from nescio.run.reports import Tally, reason, why_failed
from nescio.run.resuming import resume
from nescio.run.sources import TextSource, find_sources
from nescio.run.targets import Show, Target
from nescio.run.wish import JSON_SUFFIX, Wish, choose_place
from nescio.run.workers import Workers
from nescio.solutions.store import TableKeeper, keep_tables

_TOGETHER: Final = 60_000  # characters


class Outcome(NamedTuple):
    """What became of one source; None as failure says that all went well."""

    name: str
    failure: str | None
    parts: Mapping[str, int] = MappingProxyType({})  # of a document: how many parts had which outcome
    replaced: Mapping[str, int] = MappingProxyType({})  # by label
    format: str = ""
    written_as: str = ""  # the new name, if files are renamed


class FileRun:
    """One call over files; a bad file never stops the others.

    What the call wishes wrongly is refused when the run is made, before anything is read.
    """

    def __init__(
        self,
        anonymizer: Anonymizer,
        wish: Wish,
        *,
        paths: Sequence[str] | None,
        encoding: str | None = None,
        documents: Mapping[str, Any] | None = None,
        show: Show,
        stdin: Opener = open_stdin,
        workers: Workers | None = None,
    ) -> None:
        self._anonymizer, self._wish, self._show, self._workers = anonymizer, wish, show, workers
        wished = {**(documents or {}), "rename": wish.rename}
        formats = Formats.of_anonymizer(anonymizer, encoding, wished)
        self.found = find_sources(paths, formats, skip=wish.places, in_place=wish.in_place, stdin=stdin)
        sources = self.found.sources
        self._target = choose_place(wish, paths, sources, others=files_of(anonymizer))
        self.leftovers = [] if self._target is None else self._target.claims.clear_leftovers()
        self.tally = Tally()

    @property
    def writes_files(self) -> bool:
        return self._target is not None and self._target.is_on_disk

    def outcomes(self) -> Generator[Outcome, None, None]:
        """Works through the sources; each is written, or shown, when its outcome comes."""
        wish, workers, write = self._wish, self._workers, not self._wish.dry_run
        work, enough = (None, _TOGETHER) if workers is None else (workers.run, workers.enough)
        with (
            identifying(self._anonymizer, wish.ledger, write=write, tally=self.tally, work=work) as run,
            keep_tables(wish.tables, wish.secret) as keeper,
        ):
            self.tally.torn = keeper.torn
            done = self._done_before(keeper)
            due = (source for source in self.found.sources if source.name not in done)
            for group in in_groups(map(_read, due), _size, enough):
                for item in _run_together(group, run):
                    replaced = Counter(self.tally.replaced)
                    failure = item.failure or self._finish(item, keeper)
                    self.tally.bad += failure is not None
                    yield self._outcome(item, failure, self.tally.replaced - replaced)

    def _outcome(self, item: _Item, failure: str | None, replaced: Mapping[str, int]) -> Outcome:
        name = item.source.name
        new = "" if self._target is None else self._target.names.get(name, "")
        if failure:
            return Outcome(name, failure, written_as=new)
        format = item.source.formats.name_of(item.source.path, item.data)
        return Outcome(name, None, _parts(item), dict(replaced), format, new)

    def _done_before(self, keeper: TableKeeper) -> set[str]:
        """The names of inputs that an earlier call has overwritten, before it was broken off."""
        if not self._wish.in_place:
            return set()
        resumed = resume(self._wish.tables, self.found.sources, keeper)
        self.tally.done_before = len(resumed.done)
        return resumed.done

    def _finish(self, item: _Item, keeper: TableKeeper) -> str | None:
        """Why a source could not be written, or None."""
        try:
            failures = [failure for job in item.jobs if (failure := why_failed(job)) is not None]
            if failures:
                return failures[0]
            jobs = item.source.settled(item.jobs, item.data)
            if self._target is not None:
                self._write(jobs, item.source, self._target, data=item.data, keeper=keeper)
            self.tally.add(jobs)
            self.tally.by_content += item.source.formats.is_by_content(item.source.path, item.data)
        except BrokenPipeError:
            raise
        except Exception as error:
            return reason(error)
        return None

    def _write(
        self, jobs: Sequence[Job], source: TextSource, target: Target, *, data: bytes, keeper: TableKeeper
    ) -> None:
        form = self._wish.form or self._anonymizer.settings(jobs[0].document.language).get("output", "format")
        as_json = form != "text"
        content = self._as_json(jobs, form) if as_json else source.written(jobs, data)
        if target.in_place and as_json and source.path and source.path.suffix != JSON_SUFFIX:
            raise ConfigError("The configuration asks for JSON; name a place for it with --output.")
        if target.names:
            jobs = [with_name(job, source.name, target.names[source.name]) for job in jobs]
        keeper.keep(jobs)  # first the way back, then the text
        # What was found may not be all there is: nobody reads the result who may not read the input.
        # What comes through a pipe has no rights of its own, but a job holds the original.
        is_closed = as_json or source.holds_jobs or source.path is not None
        target.put(
            content,
            source,
            suffix=JSON_SUFFIX if as_json else "",
            widest=source.mode if is_closed else 0o777,
            show=self._show,
        )
        keeper.written(jobs)

    def _as_json(self, jobs: Sequence[Job], form: str) -> bytes:
        dialects = self._anonymizer.registry.dialects
        return "".join(json.dumps(write_job(job, dialects, form)) + "\n" for job in jobs).encode()


class _Item(NamedTuple):
    """A source with its jobs, or why it could not be read or run."""

    source: TextSource
    data: bytes = b""
    jobs: Sequence[Job] = ()
    failure: str | None = None


def _parts(item: _Item) -> Mapping[str, int]:
    """What became of the parts of a document; a text has none."""
    contents = item.source.formats.inspect(item.source.path, data=item.data)
    return {} if contents is None else contents.counts


def _size(item: _Item) -> int:
    return sum(len(job.document.text) for job in item.jobs)


def _read(source: TextSource) -> _Item:
    try:
        data = source.read()
        return _Item(source, data, source.jobs(data))
    except Exception as error:
        return _Item(source, failure=reason(error))


def _run_together(items: Sequence[_Item], run: Run) -> Iterator[_Item]:
    """The items with their jobs done; where all together fail, each by itself: the good ones go on."""
    try:
        done = iter(run([job for item in items for job in item.jobs]))
    except Exception as error:
        if len(items) == 1:
            yield items[0]._replace(failure=items[0].failure or reason(error))
            return
        for item in items:
            yield from _run_together([item], run)
        return
    for item in items:
        yield item._replace(jobs=list(islice(done, len(item.jobs))))
