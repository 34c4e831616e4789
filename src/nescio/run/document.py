"""One document in memory, there and back: the bytes of a file in, the bytes of the finished file out."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from nescio.api import Anonymizer
from nescio.core.contents import Contents
from nescio.core.errors import InputError
from nescio.core.model import Job
from nescio.run.formats import PLAIN, Formats
from nescio.run.reports import why_failed
from nescio.run.restore import SourceRestorer, refuse_job
from nescio.run.sources import TextSource
from nescio.solutions.reidentify import EVERYTHING, Only, Restored
from nescio.solutions.table import Table
from nescio.solutions.tables import Tables

_NUMBER: Final = re.compile(r"#[0-9]+\Z")  # of a text in a file with several


@dataclass(frozen=True)
class WrittenDocument:
    """A finished file, what became of its parts, and the jobs that made it."""

    format: str
    content: bytes = field(repr=False)
    contents: Contents | None  # None: a text without parts, all of which goes through the pipeline
    jobs: Sequence[Job] = field(repr=False)


@dataclass(frozen=True)
class ReturnedDocument:
    """A file with its originals, and what came back."""

    format: str
    content: bytes = field(repr=False)
    restored: Restored = field(repr=False)


def anonymize_document(
    anonymizer: Anonymizer,
    data: bytes,
    *,
    suffix: str,
    id: str,
    language: str | None = None,
    options: Mapping[str, Any] | None = None,
    documents: Mapping[str, Any] | None = None,
) -> WrittenDocument:
    """The document with its names gone; a document of which one text fails is not written.

    `suffix` says what it is where its bytes do not; `options` are those of a job.
    """
    formats = Formats.of_anonymizer(anonymizer, documents=documents)
    source = TextSource(Path(f"document.{suffix or PLAIN}"), id, formats)
    jobs = [_with_wishes(job, language, options or {}) for job in source.jobs(data)]
    done = anonymizer.run(jobs)
    for job in done:
        failure = why_failed(job)
        if failure is not None:
            raise InputError(failure)
    done = source.settled(done, data)
    name = formats.name_of(source.path, data)
    return WrittenDocument(name, source.written(done, data), formats.inspect(source.path, data=data), done)


def restore_document(
    formats: Formats,
    data: bytes,
    tables: Sequence[Table],
    *,
    suffix: str,
    name: str = "",
    by: str = "auto",
    only: Only = EVERYTHING,
) -> ReturnedDocument:
    """An anonymized document, perhaps edited since, with the originals of its tables.

    `name` is what it was called when it was anonymized, for tables of several files; those of one need none.
    """
    source = TextSource(Path(f"document.{suffix or PLAIN}"), "", formats)
    refuse_job(source)
    restorer = SourceRestorer(Tables(tables), by=by, only=only)
    content, restored, _ = restorer.restore(source, data, _names(tables, name), alone=True)
    return ReturnedDocument(formats.name_of(source.path, data), content, restored)


def _names(tables: Sequence[Table], name: str) -> list[str]:
    """What the document may be called in its tables; if these are of one file, as that was called."""
    files = {_NUMBER.sub("", str(table.id)) for table in tables if table.id is not None}
    return [name, *(files - {name})] if len(files) == 1 else [name]


def _with_wishes(job: Job, language: str | None, options: Mapping[str, Any]) -> Job:
    if language is not None:
        job = replace(job, document=replace(job.document, language=language))
    # A file of the caller's that is a job brings options of its own; those of the call go before them.
    return replace(job, options={**job.options, **options}) if options else job
