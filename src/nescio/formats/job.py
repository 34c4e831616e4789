"""Jobs as JSON files: nescio's own, which holds all keys of the thesis's job, or the thesis's alone."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from nescio.compat.job import THESIS_KEYS, is_thesis_job, job_from_thesis, job_to_thesis
from nescio.core.codec import job_from_json, job_to_json
from nescio.core.errors import JobError
from nescio.core.model import Job
from nescio.packs import Pack


class JobFormat:
    """Reads a job at any stage and writes it with the layers it has gained."""

    suffixes: ClassVar[frozenset[str]] = frozenset({".json"})

    @classmethod
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> JobFormat:
        return cls()

    def read(self, data: bytes, *, name: str) -> list[Job]:
        try:
            content = json.loads(data)
        except (ValueError, RecursionError) as error:
            raise JobError("The job is not JSON in UTF-8.") from error
        job = job_from_any(content)
        return [job if job.document.id else replace(job, document=replace(job.document, id=name))]

    def write(self, jobs: Sequence[Job], data: bytes) -> bytes:
        [job] = jobs
        content = job_to_any(job)
        try:
            return _dump(content, ensure_ascii=False)
        except UnicodeEncodeError:  # a lone surrogate, which only an escape can carry
            return _dump(content, ensure_ascii=True)


def _dump(content: Mapping[str, Any], *, ensure_ascii: bool) -> bytes:
    return (json.dumps(content, ensure_ascii=ensure_ascii, indent=2) + "\n").encode()


def job_from_any(content: object) -> Job:
    """A job in nescio's keys (`schema` tells) or in the thesis's."""
    if isinstance(content, Mapping) and "schema" in content:
        return job_from_json({key: value for key, value in content.items() if key not in THESIS_KEYS})
    if is_thesis_job(content):
        return job_from_thesis(content)
    return job_from_json(content)


def job_to_any(job: Job) -> dict[str, Any]:
    """Both sets of keys in one object; on the way in nescio's keys win."""
    return {**job_to_json(job), **job_to_thesis(job)}
