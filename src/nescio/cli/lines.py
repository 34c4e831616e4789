"""The line protocol: one JSON object per line in, one per line out, in the same order."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from nescio.cli.console import fail, print_json
from nescio.core.codec import spans_from_json
from nescio.core.errors import InputError, JobError, known
from nescio.core.model import Document, Job

if TYPE_CHECKING:
    from nescio.api import Anonymizer
    from nescio.cli.ledger_file import Run

_CHUNK = 1 << 20
_KEYS = ("id", "text", "language", "spans")


def anonymize_lines(path: Path, run: Run, *, solutions: Path | None, labels: Counter[str] | None) -> int:
    """Prints `{"id","language","text"}` per line; the exit code says whether one failed.

    With `labels` nothing is printed or written: what would be replaced is counted there.
    """
    from nescio.cli.tables import keep_tables

    with keep_tables(solutions) as keep:

        def answer(job: Job) -> dict[str, Any] | None:
            if job.solution is None:
                raise JobError("The job has no solution.")
            if labels is not None:
                labels.update(item.label for item in job.solution.replacements)
                return None
            keep(job)
            return {"id": _given_id(job), "language": job.document.language, "text": job.solution.text}

        return _each_line(path, run, answer, silent=labels is not None)


def detect_lines(path: Path, anonymizer: Anonymizer, *, by_policy: bool = False) -> int:
    """Prints `{"id","language","spans":[[start,end,label,score],…]}` per line."""
    from nescio.explain import policy_spans

    def answer(job: Job) -> dict[str, Any]:
        found = policy_spans(job) if by_policy else job.spans or ()
        spans = [[span.start, span.end, span.label, round(span.score, 4)] for span in found]
        return {"id": _given_id(job), "language": job.document.language, "spans": spans}

    stop = "decide" if by_policy else "second_pass"
    return _each_line(path, partial(anonymizer.run, stop=stop), answer)


def _each_line(
    path: Path,
    run: Run,
    answer: Callable[[Job], dict[str, Any] | None],
    *,
    silent: bool = False,
) -> int:
    code = 0
    for batch in read_lines(path):
        jobs = run([_read_line(line) for _, line in batch])
        for (number, _), job in zip(batch, jobs, strict=True):
            if job.failure is not None:
                code = 1
                fail_line(number, _given_id(job), job.failure.reason, silent=silent)
            elif (line := answer(job)) is not None:
                print_json(line)
    return code


def fail_line(number: int, id: Any, reason: str, *, silent: bool = False) -> None:
    """A bad line is said on stderr, and keeps its place in the output."""
    fail(f"line {number}: {reason}")
    if not silent:
        print_json({"id": id, "error": reason})


def read_lines(path: Path) -> Iterator[list[tuple[int, bytes]]]:
    """Numbered lines as they arrive, blank ones left out.

    A program that writes a line and waits for the answer gets it: no batch is waited for.
    """
    number = 0
    with _open(path) as file:
        pieces: list[bytes] = []
        while chunk := _read_some(file, path):
            if b"\n" not in chunk:
                pieces.append(chunk)
                continue
            *lines, rest = b"".join((*pieces, chunk)).split(b"\n")
            pieces = [rest]
            yield [(number + place, line) for place, line in enumerate(lines, 1) if line.strip()]
            number += len(lines)
        if last := b"".join(pieces).strip():
            yield [(number + 1, last)]


def _open(path: Path) -> Any:
    from nescio.cli.files import STDIN, open_stdin

    if str(path) == STDIN:
        return nullcontext(open_stdin())
    try:
        return path.open("rb")
    except OSError as error:
        raise _unreadable(path, error) from error


def _read_some(file: IO[bytes], path: Path) -> bytes:
    try:
        data: bytes = file.read1(_CHUNK)  # type: ignore[attr-defined]  # every buffered reader has it
        return data
    except OSError as error:
        raise _unreadable(path, error) from error


def _unreadable(path: Path, error: OSError) -> InputError:
    return InputError(f"{str(path)!r} cannot be read: {error.strerror}.")


def _given_id(job: Job) -> Any:
    return job.document.meta.get("id")


def table_name(id: Any) -> str:
    """What the table of a line is called; a line without an id has the empty name."""
    return "" if id is None else str(id)


def parse_line(line: bytes) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):  # ValueError is also a number of 5000 digits
        raise JobError("The line is not JSON in UTF-8.") from None  # the cause holds the text
    if not isinstance(data, dict):
        raise JobError("A line is a JSON object.")
    return data


def text_of(data: dict[str, Any]) -> str:
    text = data.get("text")
    if not isinstance(text, str):
        raise JobError('A line is a JSON object with the key "text", a string.')
    if not text.strip():
        raise JobError("The text is empty.")
    return text


def _read_line(line: bytes) -> Job:
    """The job of a line; a bad line becomes a failed job, so that the others go on."""
    job = Job(Document("", ""))
    try:
        data = parse_line(line)
        id = data.get("id")
        job = Job(Document(table_name(id), "", meta={"id": id}))
        return _job(data, job.document)
    except JobError as error:
        return job.failed("read", str(error))


def _job(data: dict[str, Any], document: Document) -> Job:
    text, language = text_of(data), data.get("language") or "xx"
    for key in data:
        if key not in _KEYS:
            raise JobError(f"The line has the key {key!r}. {known(key, _KEYS)}")
    if not isinstance(language, str):
        raise JobError("'language' must be a string.")
    spans = None if data.get("spans") is None else spans_from_json(data["spans"], len(text))
    return Job(replace(document, text=text, language=language), voted=spans)
