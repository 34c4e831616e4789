"""The line protocol: one JSON object per line in, one per line out, in the same order."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from nescio.api import Anonymizer
from nescio.core.codec import spans_from_json
from nescio.core.errors import JobError, NescioError, known
from nescio.core.keys import Key
from nescio.core.model import Document, Job
from nescio.explain import policy_spans
from nescio.files.lines import Opener, open_stdin, parse_line, read_lines
from nescio.run.configured import files_of
from nescio.run.detect import stop_of
from nescio.run.ledger import Run, identifying
from nescio.run.reports import Tally, why_failed
from nescio.run.restore import open_by_key
from nescio.run.sources import refuse_empty
from nescio.run.wish import Wish, claim_lines
from nescio.run.workers import Workers
from nescio.solutions.reidentify import EVERYTHING, Only, Restored
from nescio.solutions.store import TableKeeper, keep_tables
from nescio.solutions.table import GIVEN_ID, checked_id
from nescio.solutions.tables import Tables, lead_back

_KEYS: Final = ("id", "text", "language", "spans")
_CARRIED: Final = "carried"  # in a document's meta: keys of its line that are passed on as they are


class OtherKeys(NamedTuple):
    """What becomes of the keys of a line that mean nothing here: they may hold names."""

    carry: frozenset[str] = frozenset()  # passed on, unread
    drop: bool = False  # all the rest is left out

    def carried(self, data: dict[str, Any]) -> dict[str, Any]:
        """What is passed on of a line; a key that nobody wished away or on is refused."""
        others = [key for key in data if key not in _KEYS]
        if not self.drop and any(key not in self.carry for key in others):
            raise JobError(
                f"The line has a key besides {', '.join(_KEYS)}; --carry KEY passes one on as it is, "
                "--drop-other-keys leaves the rest out."
            )
        return {key: data[key] for key in others if key in self.carry}


class Answer(NamedTuple):
    """The answer to a line; a bad line keeps its place in the output, with its failure."""

    number: int  # of the line, counted from 1
    content: dict[str, Any]
    failure: str | None = None
    restored: Restored | None = None


def _failed(number: int, id: Any, failure: str) -> Answer:
    return Answer(number, {"id": id, "error": failure}, failure)


class LineRun:
    """Anonymizes lines: `{"id","language","text"}` for each; wrong wishes are refused at once."""

    def __init__(
        self,
        anonymizer: Anonymizer,
        wish: Wish,
        *,
        path: Path,
        others: OtherKeys | None = None,
        stdin: Opener = open_stdin,
        workers: Workers | None = None,
    ) -> None:
        claims = claim_lines(wish, path, stdin=stdin, others=files_of(anonymizer))
        self.leftovers = claims.clear_leftovers()
        self._anonymizer, self._wish, self._path, self._stdin = anonymizer, wish, path, stdin
        self._others = others or OtherKeys()
        self._work = None if workers is None else workers.run
        self.tally = Tally()

    def answers(self) -> Generator[Answer, None, None]:
        """In a dry run the answers are what would be said; nothing is kept."""
        wish, write = self._wish, not self._wish.dry_run
        with (
            identifying(self._anonymizer, wish.ledger, write=write, tally=self.tally, work=self._work) as run,
            keep_tables(wish.tables, wish.secret) as keeper,
        ):
            self.tally.torn = keeper.torn
            keeping = partial(_run_and_keep, run=run, keeper=keeper)
            lines = _each_line(self._path, keeping, self._answer, others=self._others, stdin=self._stdin)
            for item in lines:
                self.tally.bad += item.failure is not None
                yield item

    def _answer(self, job: Job) -> dict[str, Any]:
        if job.solution is None:
            raise JobError("The job has no solution.")
        self.tally.add([job])
        return {**_about(job), "text": job.solution.text}


def _run_and_keep(jobs: Iterable[Job], *, run: Run, keeper: TableKeeper) -> list[Job]:
    """The finished jobs, whose tables are safe before anybody sees an answer."""
    done = run(jobs)
    solved = [job for job in done if job.failure is None and job.solution is not None]
    keeper.keep(solved)
    keeper.written(solved)
    return done


def detect_lines(
    path: Path,
    anonymizer: Anonymizer,
    *,
    by_policy: bool = False,
    others: OtherKeys | None = None,
    stdin: Opener = open_stdin,
) -> Iterator[Answer]:
    """Answers `{"id","language","spans":[[start,end,label,score],…]}`."""

    def answer(job: Job) -> dict[str, Any]:
        found = policy_spans(job) if by_policy else job.spans or ()
        spans = [[span.start, span.end, span.label, round(span.score, 4)] for span in found]
        return {**_about(job), "spans": spans}

    run = partial(anonymizer.run, stop=stop_of(by_policy=by_policy))
    return _each_line(path, run, answer, others=others or OtherKeys(), stdin=stdin)


def scan_lines(path: Path, run: Run, *, stdin: Opener = open_stdin) -> Iterator[Answer]:
    """Runs every line, for whoever looks at the jobs; the answers say which could not be read."""
    return _each_line(path, run, _about, others=OtherKeys(drop=True), stdin=stdin)


def restore_lines(
    path: Path,
    tables: Tables,
    *,
    by: str = "auto",
    only: Only = EVERYTHING,
    stdin: Opener = open_stdin,
) -> Iterator[Answer]:
    """Answers `{"id","text"}` with the originals in place, and what did not come back."""

    def answer(number: int, data: dict[str, Any]) -> Answer:
        id, text = data.get("id"), _text_of(data)
        restored = lead_back(text, tables.find(text, id, alone=False), by=by, only=only)
        return Answer(number, {"id": id, "text": restored.text}, restored=restored)

    return answer_lines(path, answer, stdin=stdin)


def open_lines(path: Path, key: Key, *, stdin: Opener = open_stdin) -> Iterator[Answer]:
    """Answers `{"id","text"}` with what the key alone opens."""

    def answer(number: int, data: dict[str, Any]) -> Answer:
        restored = open_by_key(_text_of(data), key)
        return Answer(number, {"id": data.get("id"), "text": restored.text}, restored=restored)

    return answer_lines(path, answer, stdin=stdin)


def answer_lines(
    path: Path, answer: Callable[[int, dict[str, Any]], Answer], *, stdin: Opener = open_stdin
) -> Iterator[Answer]:
    """Line after line: number and object to its answer, or what is wrong with it."""
    for batch in read_lines(path, stdin=stdin):
        for number, line in batch:
            id = None
            try:
                data = parse_line(line)
                id = data.get("id")
                result = answer(number, data)
            except NescioError as error:
                result = _failed(number, id, str(error))
            yield result


def _each_line(
    path: Path, run: Run, answer: Callable[[Job], dict[str, Any]], *, others: OtherKeys, stdin: Opener
) -> Iterator[Answer]:
    for batch in read_lines(path, stdin=stdin):
        jobs = run([_read_line(line, others) for _, line in batch])
        for (number, _), job in zip(batch, jobs, strict=True):
            failure = why_failed(job)
            if failure is not None:
                yield _failed(number, _given_id(job), failure)
            else:
                yield Answer(number, answer(job))


def _about(job: Job) -> dict[str, Any]:
    """What every answer begins with: the id, what is carried, the language."""
    carried = job.document.meta.get(_CARRIED, {})
    return {"id": _given_id(job), **carried, "language": job.document.language}


def _given_id(job: Job) -> Any:
    return job.document.meta.get(GIVEN_ID)


def _text_of(data: dict[str, Any]) -> str:
    text = data.get("text")
    if not isinstance(text, str):
        raise JobError('A line is a JSON object with the key "text", a string.')
    refuse_empty(text)
    return text


def refuse_strange_keys(data: dict[str, Any]) -> None:
    for key in data:
        if key not in _KEYS:
            raise JobError(f"The line has an unknown key. {known(key, _KEYS)}")


def _read_line(line: bytes, others: OtherKeys) -> Job:
    """The job of a line; a bad line becomes a failed job, so that the others go on."""
    job = Job(Document("", ""))
    try:
        data = parse_line(line)
        id = data.get("id")
        job = Job(Document("" if id is None else str(id), "", meta={GIVEN_ID: id}))
        return _job(data, job.document, others)
    except NescioError as error:
        return job.failed("read", str(error))


def _job(data: dict[str, Any], document: Document, others: OtherKeys) -> Job:
    text, language = _text_of(data), data.get("language") or "xx"
    checked_id(data.get("id"))
    carried = others.carried(data)
    if not isinstance(language, str):
        raise JobError("'language' must be a string.")
    spans = None if data.get("spans") is None else spans_from_json(data["spans"], len(text))
    meta = {**document.meta, _CARRIED: carried} if carried else document.meta
    return Job(replace(document, text=text, language=language, meta=meta), voted=spans)
