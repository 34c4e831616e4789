"""Jobs as JSON files: nescio's own form, or that of another system, written as it was read."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final

from nescio.core.codec import job_from_json, job_to_json
from nescio.core.errors import JobError
from nescio.core.model import Job
from nescio.core.plain_json import NotJsonError, PlainJsonError, read_json
from nescio.core.protocols import Dialect
from nescio.packs import Pack

DIALECT: Final = "dialect"  # in the meta of a document: whose form its job came in


class JobFormat:
    """Reads a job at any stage and writes it with the layers it has gained."""

    suffixes: ClassVar[frozenset[str]] = frozenset({".json"})

    def __init__(self, dialects: Mapping[str, Dialect]) -> None:
        self._dialects = dialects

    @classmethod
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> JobFormat:
        return cls(options.get("dialects", {}))

    def read(self, data: bytes, *, name: str) -> list[Job]:
        try:
            content = read_json(data)
        except NotJsonError:
            raise JobError("The job is not JSON in UTF-8.") from None
        except PlainJsonError as error:
            raise JobError(f"The job cannot be used: {error}.") from None
        job = read_job(content, self._dialects)
        return [job if job.document.id else replace(job, document=replace(job.document, id=name))]

    def write(self, jobs: Sequence[Job], data: bytes) -> bytes:
        [job] = jobs
        content = write_job(job, self._dialects)
        try:
            return _dump(content, ensure_ascii=False)
        except UnicodeEncodeError:  # a lone surrogate, which only an escape can carry
            return _dump(content, ensure_ascii=True)


def _dump(content: Mapping[str, Any], *, ensure_ascii: bool) -> bytes:
    return (json.dumps(content, ensure_ascii=ensure_ascii, indent=2) + "\n").encode()


def read_job(content: object, dialects: Mapping[str, Dialect]) -> Job:
    """A job in nescio's keys (`schema` tells), or in those of a dialect, which it remembers."""
    if isinstance(content, Mapping) and "schema" not in content:
        for name, dialect in dialects.items():
            if dialect.reads_job(content):
                job = dialect.job(content)
                meta = {**job.document.meta, DIALECT: name}
                return _unfailed(replace(job, document=replace(job.document, meta=meta)))
    return _unfailed(job_from_json(content))


def _unfailed(job: Job) -> Job:
    """What a job says about an earlier failure came with data: it is not repeated."""
    if job.failure is not None:
        raise JobError("The job says that an earlier run failed; take that note out to run it again.")
    return job


def write_job(job: Job, dialects: Mapping[str, Dialect], form: str = "") -> dict[str, Any]:
    """The job in the form that is asked for, or in the one it came in."""
    dialect = dialects.get(form or str(job.document.meta.get(DIALECT, "")))
    return job_to_json(job) if dialect is None else dialect.write(job)
