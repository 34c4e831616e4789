"""A call that overwrites its inputs goes on where one of the same kind was broken off."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from nescio.core.errors import ConfigError, NescioError
from nescio.files.places import shown
from nescio.run.sources import TextSource
from nescio.solutions.reidentify import reidentify
from nescio.solutions.store import TableKeeper
from nescio.solutions.table import Id, Table, fingerprint, id_of

Records = Sequence[tuple[int, Table]]  # each with the number of its line


@dataclass
class Resumed:
    """What an earlier call has done already; its table goes on."""

    done: set[str] = field(default_factory=set)  # inputs that hold their anonymized text: they are left so
    waiting: set[int] = field(default_factory=set)  # records whose texts were not written
    needless: set[int] = field(default_factory=set)  # records of such, although the text was written later

    def is_needless(self, number: int, table: Table, keeper: TableKeeper) -> bool:
        return number in self.needless or (number in self.waiting and keeper.has_written(table))


def resume(tables: Path | None, sources: Sequence[TextSource], keeper: TableKeeper) -> Resumed:
    """What is done already, by the table that the call goes on with.

    A table that speaks of none of the inputs is of another call: it may be the only way back there,
    and nothing is added to it.
    """
    found = Resumed()
    records: dict[Id, list[tuple[int, Table]]] = {}
    for number, record in enumerate(keeper.records()):
        records.setdefault(record.id, []).append((number, record))
    if not records:
        return found
    for source in sources:
        _look(source, records, found)
    if not found.done and not found.waiting:
        raise ConfigError(
            f"--solutions {shown(str(tables))} exists and may be the only way back of an earlier run; "
            "with --in-place name a new file."
        )
    keeper.drop_only(lambda number, table: found.is_needless(number, table, keeper))
    return found


def _look(source: TextSource, records: Mapping[Id, Records], found: Resumed) -> None:
    """Whether the records of a source were followed by its text."""
    for id, text in _texts(source):
        own = records.get(id, [])
        print_of_text = fingerprint(text)
        # A job holds its original also when it is done: it can always be taken again.
        like = [] if source.holds_jobs else own
        written = next((item for item in like if item[1].output_sha256 == print_of_text), None)
        if written is None:
            found.waiting |= _of_original(text, own)
        else:
            found.done.add(source.name)
            original = reidentify(text, written[1], by="position").text
            found.needless |= _of_original(original, [item for item in own if item is not written])


def _texts(source: TextSource) -> list[tuple[Id, str]]:
    """Names and texts in a source; none if it cannot be read, which is said later."""
    try:
        return [(id_of(job), job.document.text) for job in source.jobs(source.read())]
    except NescioError:
        return []


def _of_original(text: str, records: Records) -> set[int]:
    print_of_text = fingerprint(text)
    return {number for number, table in records if table.input_sha256 == print_of_text}
