"""A ledger as a file: one run at a time writes it, and what a text relies on is safe before the text is."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from nescio.api import Anonymizer
from nescio.core.errors import ConfigError, InputError, JobError
from nescio.core.model import Job
from nescio.core.plain_json import PlainJsonError, read_json
from nescio.coref.ledger import Ledger
from nescio.coref.ledger_checks import check_ledger
from nescio.files.growing import growing
from nescio.files.leftovers import Leftover
from nescio.files.lines import Opener, open_stdin
from nescio.files.places import PRIVATE, is_folder, is_special, shown, status_of
from nescio.files.whole import write_whole
from nescio.packs import UNIVERSAL, Packs
from nescio.replace.stage import ANOTHER
from nescio.run.claims import Claims, claim
from nescio.run.configured import files_of
from nescio.run.formats import Formats
from nescio.run.journal import Journal, claim_ledger, journal_of, read_journal, with_steps
from nescio.run.reports import Tally
from nescio.run.sources import Inputs, find_sources
from nescio.run.workers import Work

Run = Callable[[Iterable[Job]], list[Job]]


@contextmanager
def identifying(
    anonymizer: Anonymizer,
    path: Path | None,
    *,
    write: bool = True,
    tally: Tally | None = None,
    work: Work | None = None,
) -> Iterator[Run]:
    """What takes jobs through the whole pipeline; with a ledger, entities get its identities.

    `work` does what texts need not wait for each other for, if not the anonymizer itself.

    Each change of the ledger is in its journal, on the disk, before jobs come back: texts that use
    its numbers are written after that. At the end, also when the run is broken off, the ledger is
    written whole and the journal goes.
    """
    work = work or anonymizer.run
    if path is None:
        yield work
        return
    if not write:
        yield _LedgerRun(anonymizer, _book_of(path, anonymizer.packs), work=work).run
        return
    with _LedgerFile.open(path, anonymizer.packs) as file:
        run = _LedgerRun(anonymizer, file.book, work=work, save=file.note)
        tally = tally or Tally()
        tally.recovered = file.was_begun
        try:
            yield run.run
        finally:
            tally.other_substitutes += run.others


class LedgerEdit(NamedTuple):
    """A ledger that a person corrects."""

    book: Ledger
    recovered: bool  # it now has what a broken-off run had left in its journal
    leftovers: list[Leftover]


@contextmanager
def editing(path: Path) -> Iterator[LedgerEdit]:
    """A ledger that is changed here and by nobody else, and written at the end."""
    claims = Claims()
    claim_ledger("LEDGER", path, claims)
    with _LedgerFile.open(path, None) as file:
        if file.book is None:
            raise JobError(f"There is no ledger {shown(path)}.")
        yield LedgerEdit(file.book, file.was_begun, claims.clear_leftovers())
        write_ledger(path, file.book)


class _LedgerFile:
    """A ledger and its journal, which no other run can open now."""

    def __init__(self, path: Path, journal: Journal, packs: Packs | None) -> None:
        self._path, self._journal = path, journal
        self.was_begun = journal.is_begun  # a broken-off run had left changes, which are in the ledger now
        self.book = _book_of(path, packs)
        if self.was_begun:
            self._settle()

    @classmethod
    @contextmanager
    def open(cls, path: Path, packs: Packs | None) -> Iterator[_LedgerFile]:
        if is_special(path) or is_folder(path):
            raise InputError(f"{shown(path)} is no file that could hold a ledger.")
        busy = f"Another run of nescio is using the ledger {shown(path)}; wait for its end."
        with growing(journal_of(path), busy=busy) as lines:
            journal = Journal(lines, path)
            file = cls(path, journal, packs)
            try:
                yield file
            finally:
                if journal.has_grown:
                    file._settle()

    def note(self, book: Ledger) -> None:
        self.book = book
        self._journal.note(book)

    def _settle(self) -> None:
        """First the ledger with everything in it, then an empty journal."""
        if self.book is not None:
            write_ledger(self._path, self.book)
            self._journal.settle()


class _LedgerRun:
    """Takes jobs through the whole pipeline with one ledger for all of them."""

    def __init__(
        self,
        anonymizer: Anonymizer,
        book: Ledger | None,
        *,
        work: Work,
        save: Callable[[Ledger], None] | None = None,
    ) -> None:
        self._anonymizer, self._work = anonymizer, work
        self._book, self._save = book, save
        self.others = 0

    def run(self, jobs: Iterable[Job]) -> list[Job]:
        found = self._work(jobs, stop="coref")
        if self._book is None:
            # A new ledger follows the rules of the first text's language.
            known = [job.document.language for job in found if job.failure is None]
            self._book = Ledger(self._anonymizer.packs.load(known[0])) if known else None
        if self._book is None:
            return self._work(found)
        done = [_finish(self._anonymizer, self._book, job) for job in found]
        self.others += sum(note.count for job in done for note in job.notes if note.code == ANOTHER)
        if self._save is not None:
            self._save(self._book)
        return done


def _finish(anonymizer: Anonymizer, book: Ledger, job: Job) -> Job:
    """One job after the other: each must see what was drawn for those before."""
    if job.decisions is not None:  # a person has decided, and names the entities by number
        [done] = anonymizer.run([job])
    else:
        [done] = book.keep(anonymizer.run(book.apply([job])))
    return done


def _exists(path: Path) -> bool:
    return status_of(path) is not None


def _book_of(path: Path, packs: Packs | None) -> Ledger | None:
    """The ledger, if there is one or at least the journal of one."""
    return read_ledger(path, packs) if _exists(path) or read_journal(path) else None


def read_ledger(path: Path, packs: Packs | None = None) -> Ledger:
    """The ledger, with what a broken-off run had noted in the journal."""
    content, steps = _content(path), read_journal(path)
    if content is None and not steps:
        raise JobError(f"There is no ledger {shown(path)}.")
    if content is not None:
        check_ledger(content)  # before steps are laid over it, and hide what is wrong
    data = with_steps(content, steps, path) if steps else dict(content or {})
    try:
        pack = (packs or Packs.installed()).load(str(data.get("language", UNIVERSAL)))
    except ConfigError as error:
        raise JobError(f"{path.name!r} is a ledger for a language that is not installed.") from error
    return Ledger.from_json(pack, data)


def _content(path: Path) -> Mapping[str, Any] | None:
    """What a ledger's file holds; None if there is no file."""
    if not _exists(path):
        return None
    try:
        data = read_json(path.read_bytes())
    except OSError as error:
        raise JobError(f"{path.name!r} cannot be read as a ledger.") from error
    except PlainJsonError as error:
        raise JobError(f"{path.name!r} cannot be read as a ledger: {error}.") from None
    if not isinstance(data, Mapping):
        raise JobError(f"{path.name!r} cannot be read as a ledger.")
    return data


def write_ledger(path: Path, ledger: Ledger) -> None:
    data = json.dumps(ledger.to_json(), ensure_ascii=False, indent=1).encode("utf-8", "surrogatepass")
    write_whole(path, data + b"\n", widest=PRIVATE)


class Added(NamedTuple):
    """What came of entering texts."""

    identities: int
    found: Inputs
    tally: Tally
    leftovers: list[Leftover]


def add_texts(
    path: Path, texts: Sequence[str] | None, *, anonymizer: Anonymizer, stdin: Opener = open_stdin
) -> Added:
    """Enters the entities of texts into the ledger."""
    formats = Formats(anonymizer.registry, anonymizer.pack)
    found = find_sources(texts, formats, skip=(path, journal_of(path)), stdin=stdin)
    claims = claim({"a file of the configuration": files_of(anonymizer)}, {})
    for source in found.sources:
        source.claim(claims)
    claim_ledger("LEDGER", path, claims)
    leftovers, tally = claims.clear_leftovers(), Tally()
    with identifying(anonymizer, path, tally=tally) as run:
        for source in found.sources:
            run(source.jobs(source.read()))
    number = len(read_ledger(path, anonymizer.packs).identities) if _exists(path) else 0
    return Added(number, found, tally, leftovers)
