"""The line protocol: one JSON object per line in, one per line out, in the same order."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from nescio.cli.console import fail, print_json
from nescio.core.codec import spans_from_json
from nescio.core.errors import InputError, JobError, known
from nescio.core.model import Document, Job, Note

if TYPE_CHECKING:
    from nescio.api import Anonymizer

_BATCH = 64
_KEYS = ("id", "text", "language", "spans")


def anonymize_lines(path: Path, anonymizer: Anonymizer, *, solutions: Path | None, dry_run: bool) -> int:
    """Prints `{"id","language","text"}` per line; the exit code says whether one failed."""
    from nescio.cli.files import write_whole
    from nescio.solutions.table import make_table, table_to_json

    tables: list[bytes] = []

    def answer(job: Job) -> dict[str, Any]:
        if job.solution is None:
            raise JobError("The job has no solution.")
        if solutions is not None:
            tables.append(json.dumps(table_to_json(make_table(job))).encode() + b"\n")
        return {"id": _given_id(job), "language": job.document.language, "text": job.solution.text}

    code = _each_line(path, anonymizer, "replace", answer, silent=dry_run)
    if solutions is not None and not dry_run:
        write_whole(solutions, b"".join(tables), private=True)
    return code


def detect_lines(path: Path, anonymizer: Anonymizer) -> int:
    """Prints `{"id","language","spans":[[start,end,label,score],…]}` per line."""

    def answer(job: Job) -> dict[str, Any]:
        spans = [[span.start, span.end, span.label, round(span.score, 4)] for span in job.spans or ()]
        return {"id": _given_id(job), "language": job.document.language, "spans": spans}

    return _each_line(path, anonymizer, "second_pass", answer)


def _each_line(
    path: Path,
    anonymizer: Anonymizer,
    stop: str,
    answer: Callable[[Job], dict[str, Any]],
    *,
    silent: bool = False,
) -> int:
    code = 0
    with open_lines(path) as file:
        numbered = ((number, line) for number, line in enumerate(file, 1) if line.strip())
        while batch := list(islice(numbered, _BATCH)):
            jobs = anonymizer.run([_read_line(line) for _, line in batch], stop=stop)
            for (number, _), job in zip(batch, jobs, strict=True):
                if job.failure is not None:
                    code = 1
                    reason = job.failure.code.removeprefix("failed: ")
                    fail(f"line {number}: {reason}")
                    print_json({"id": _given_id(job), "error": reason})
                elif not silent:
                    print_json(answer(job))
            sys.stdout.flush()
    return code


def open_lines(path: Path) -> IO[bytes]:
    if str(path) == "-":
        return sys.stdin.buffer
    try:
        return path.open("rb")
    except OSError as error:
        raise InputError(f"{str(path)!r} cannot be read: {error.strerror}.") from error


def _given_id(job: Job) -> Any:
    return job.document.meta.get("id")


def _read_line(line: bytes) -> Job:
    """The job of a line; a bad line becomes a failed job, so that the others go on."""
    try:
        return _job(_need_text(_parse(line)))
    except JobError as error:
        return Job(Document("", ""), notes=(Note("read", f"failed: {error}"),))


def _parse(line: bytes) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise JobError("The line is not JSON in UTF-8.") from error
    if not isinstance(data, dict):
        raise JobError("A line is a JSON object.")
    return data


def _need_text(data: dict[str, Any]) -> dict[str, Any]:
    if not isinstance(data.get("text"), str):
        raise JobError('A line is a JSON object with the key "text", a string.')
    return data


def _job(data: dict[str, Any]) -> Job:
    text, language = data["text"], data.get("language") or "xx"
    job = Job(Document(str(data.get("id", "")), text, "xx", {"id": data.get("id")}))
    try:
        for key in data:
            if key not in _KEYS:
                raise JobError(f"The line has the key {key!r}. {known(key, _KEYS)}")
        if not isinstance(language, str):
            raise JobError("'language' must be a string.")
        job = replace(job, document=replace(job.document, language=language))
        if data.get("spans") is not None:
            job = replace(job, spans=spans_from_json(data["spans"], len(text)))
    except JobError as error:
        job = replace(job, notes=(Note("read", f"failed: {error}"),))
    return job


def read_json_lines(path: Path, *, need_text: bool = True) -> Iterator[tuple[int, dict[str, Any]]]:
    """Numbered objects of a JSON lines file; blank lines are passed over."""
    with open_lines(path) as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                try:
                    data = _parse(line)
                    yield number, _need_text(data) if need_text else data
                except JobError as error:
                    raise JobError(f"Line {number}: {error}") from error
