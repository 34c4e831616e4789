"""A ledger as a file: read when a run begins, made if there is none, written whole when it ends."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from nescio.cli.console import count, tell
from nescio.core.errors import JobError

if TYPE_CHECKING:
    from nescio.api import Anonymizer
    from nescio.core.model import Job
    from nescio.coref.ledger import Ledger

Run = Callable[[Iterable["Job"]], list["Job"]]


@contextmanager
def identifying(anonymizer: Anonymizer, path: Path | None, *, write: bool = True) -> Iterator[Run]:
    """What takes jobs through the whole pipeline; with a ledger, entities get its identities.

    The ledger is written when the run ends, also when it is broken off: texts that are out
    already use its numbers and substitutes.
    """
    if path is None:
        yield anonymizer.run
        return
    from nescio.replace.stage import ANOTHER

    book = read_ledger(path) if path.exists() else None
    others = 0

    def run(jobs: Iterable[Job]) -> list[Job]:
        nonlocal book, others
        found = anonymizer.run(jobs, stop="coref")
        if book is None:
            # A new ledger follows the rules of the first text's language.
            known = [job.document.language for job in found if job.failure is None]
            book = new_ledger(known[0]) if known else None
        if book is None:
            return anonymizer.run(found)
        done = [_finish(anonymizer, book, job) for job in found]
        others += sum(note.count for job in done for note in job.notes if note.code == ANOTHER)
        return done

    try:
        yield run
    finally:
        if write and book is not None:
            write_ledger(path, book)
        if others:
            tell(f"{count(others, 'kept substitute')} could not stand in a text; another is kept as well.")


def _finish(anonymizer: Anonymizer, book: Ledger, job: Job) -> Job:
    """One job after the other: each must see what was drawn for those before."""
    if job.decisions is not None:  # a person has decided, and names the entities by number
        [done] = anonymizer.run([job])
    else:
        [done] = book.keep(anonymizer.run(book.apply([job])))
    return done


def new_ledger(language: str = "xx") -> Ledger:
    from nescio.coref.ledger import Ledger
    from nescio.packs import load_pack

    return Ledger(load_pack(language))


def read_ledger(path: Path) -> Ledger:
    from nescio.coref.ledger import Ledger
    from nescio.packs import languages, load_pack

    try:
        data = json.loads(path.read_bytes())
        language = data.get("language", "xx")
    except (OSError, ValueError, AttributeError) as error:
        raise JobError(f"{path.name!r} cannot be read as a ledger.") from error
    if language not in (*languages(), "xx"):
        raise JobError(f"{path.name!r} is a ledger for a language that is not installed.")
    return Ledger.from_json(load_pack(language), data)


def write_ledger(path: Path, ledger: Ledger) -> None:
    from nescio.cli.files import open_whole

    data = json.dumps(ledger.to_json(), ensure_ascii=False, indent=1).encode("utf-8", "surrogatepass")
    with open_whole(path, private=True) as file:
        file.write(data + b"\n")
