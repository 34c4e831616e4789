"""A ledger as a file: read when a run begins, made if there is none, written whole when it ends."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from nescio.api import Anonymizer
from nescio.core.errors import ConfigError, JobError
from nescio.core.model import Job
from nescio.core.plain_json import read_json
from nescio.coref.ledger import Ledger
from nescio.files import Opener, open_stdin, write_whole
from nescio.packs import UNIVERSAL, Packs
from nescio.replace.stage import ANOTHER
from nescio.run.formats import Formats
from nescio.run.reports import Tally
from nescio.run.sources import find_sources

Run = Callable[[Iterable[Job]], list[Job]]


@contextmanager
def identifying(
    anonymizer: Anonymizer, path: Path | None, *, write: bool = True, tally: Tally | None = None
) -> Iterator[Run]:
    """What takes jobs through the whole pipeline; with a ledger, entities get its identities.

    The ledger is written when the run ends, also when it is broken off: texts that are out
    already use its numbers and substitutes.
    """
    if path is None:
        yield anonymizer.run
        return
    run = _LedgerRun(anonymizer, read_ledger(path, anonymizer.packs) if path.exists() else None)
    try:
        yield run.run
    finally:
        if write and run.book is not None:
            write_ledger(path, run.book)
        if tally is not None:
            tally.other_substitutes += run.others


class _LedgerRun:
    """Takes jobs through the whole pipeline with one ledger for all of them."""

    def __init__(self, anonymizer: Anonymizer, book: Ledger | None) -> None:
        self._anonymizer = anonymizer
        self.book = book
        self.others = 0

    def run(self, jobs: Iterable[Job]) -> list[Job]:
        found = self._anonymizer.run(jobs, stop="coref")
        if self.book is None:
            # A new ledger follows the rules of the first text's language.
            known = [job.document.language for job in found if job.failure is None]
            self.book = Ledger(self._anonymizer.packs.load(known[0])) if known else None
        if self.book is None:
            return self._anonymizer.run(found)
        done = [_finish(self._anonymizer, self.book, job) for job in found]
        self.others += sum(note.count for job in done for note in job.notes if note.code == ANOTHER)
        return done


def _finish(anonymizer: Anonymizer, book: Ledger, job: Job) -> Job:
    """One job after the other: each must see what was drawn for those before."""
    if job.decisions is not None:  # a person has decided, and names the entities by number
        [done] = anonymizer.run([job])
    else:
        [done] = book.keep(anonymizer.run(book.apply([job])))
    return done


def read_ledger(path: Path, packs: Packs | None = None) -> Ledger:
    try:
        data = read_json(path.read_bytes())
        language = data.get("language", UNIVERSAL)
    except (OSError, ValueError, AttributeError) as error:
        raise JobError(f"{path.name!r} cannot be read as a ledger.") from error
    try:
        pack = (packs or Packs.installed()).load(str(language))
    except ConfigError as error:
        raise JobError(f"{path.name!r} is a ledger for a language that is not installed.") from error
    return Ledger.from_json(pack, data)


def write_ledger(path: Path, ledger: Ledger) -> None:
    data = json.dumps(ledger.to_json(), ensure_ascii=False, indent=1).encode("utf-8", "surrogatepass")
    write_whole(path, data + b"\n", private=True)


def add_texts(
    path: Path, texts: Sequence[str] | None, *, anonymizer: Anonymizer, stdin: Opener = open_stdin
) -> int:
    """Enters the entities of texts; the number of identities that the ledger then holds."""
    formats = Formats(anonymizer.registry, anonymizer.pack)
    found = find_sources(texts, formats, skip=(path,), stdin=stdin)
    with identifying(anonymizer, path) as run:
        for source in found.sources:
            run(source.jobs(source.read()))
    return len(read_ledger(path, anonymizer.packs).identities) if path.exists() else 0
