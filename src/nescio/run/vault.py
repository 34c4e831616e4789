"""Calls on vaults: an edited table goes back into its vault, and its texts follow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from nescio.core.errors import ConfigError, JobError
from nescio.core.model import Solution
from nescio.files.keys import FoundKey
from nescio.files.places import content_of
from nescio.packs import UNIVERSAL, Packs
from nescio.registry import Registry
from nescio.run.claims import Claims
from nescio.run.formats import Formats
from nescio.run.restore import EncodedReader, names_of
from nescio.run.sources import TextSource, find_sources
from nescio.run.targets import Target, choose_target
from nescio.solutions.edited import Plan, plan_import, read_rows, resurrogate
from nescio.solutions.table import Table, fingerprint
from nescio.solutions.tables import Tables
from nescio.solutions.vault import VaultContent, end_record, table_record
from nescio.solutions.vault_book import VaultBook, opened_vault


@dataclass
class EditedImport:
    """What an edited table has changed; with a clash nothing was."""

    clashes: list[str] = field(default_factory=list)
    texts: int = 0
    checked: int = 0


class _NewText(NamedTuple):
    record: int
    source: TextSource
    content: bytes
    table: Table


def import_edited(
    vault: Path, edited: Path, key: FoundKey, *, paths: Sequence[str] = (), output: str | None = None
) -> EditedImport:
    """All changes of an edited table, or none: first everything is made, then kept, then written."""
    claims = Claims()
    for what, path in (("the edited table", edited), ("the key file", key.file), ("the vault", vault)):
        claims.reads(what, path)
    formats = Formats(Registry.installed(), Packs.installed().load(UNIVERSAL))
    sources = find_sources(list(paths), formats, skip=(vault, edited, key.file)).sources if paths else []
    target = choose_target(list(paths), sources, output, claims=claims) if paths else None
    if paths and output is None:
        raise ConfigError("Name a place for the changed texts with --output.")
    with opened_vault(vault, key.key) as book:
        plan = plan_import(book.content, read_rows(content_of(edited)))
        texts = [] if plan.clashes else _changed(book.content, plan, sources)
        if plan.clashes:
            return EditedImport(clashes=plan.clashes)
        _carry_out(book, plan, texts, target)
    return EditedImport([], len(texts), len(plan.checked))


def _changed(content: VaultContent, plan: Plan, sources: Sequence[TextSource]) -> list[_NewText]:
    """The texts anew; what cannot be made is a clash."""
    wanted = {content.tables[number].output_sha256: number for number in plan.surrogates}
    reader = EncodedReader(Tables.of_vault(content))
    found: dict[int, _NewText] = {}
    for source in sources:
        data = source.read()
        own, job = reader.read(source, data, names_of(source))
        number = wanted.get(fingerprint(job.document.text))
        if number is None:
            continue
        try:
            text, table = resurrogate(job.document.text, content.tables[number], plan.surrogates[number])
        except JobError as error:
            plan.clashes.append(f"record {number}: {error}")
            continue
        written = own.written([replace(job, solution=Solution(text))], data)
        found[number] = _NewText(number, source, written, table)
    missing = [number for number in plan.surrogates if number not in found]
    if not plan.clashes:
        plan.clashes += [f"record {number}: give its anonymized text as it was written" for number in missing]
    return list(found.values())


def _carry_out(book: VaultBook, plan: Plan, texts: Sequence[_NewText], target: Target | None) -> None:
    """First the way back, then the texts; the former tables stay for the former texts."""
    if texts and target is not None:
        book.add(table_record(item.table) for item in texts)
        for item in texts:
            target.put(item.content, item.source, suffix="", widest=item.source.mode, show=lambda _: None)
    if plan.checked:
        book.mark_checked(_renumbered(book.content, plan.checked, texts))
    if texts or plan.checked:
        book.add([end_record(item.record for item in texts)])


def _renumbered(
    content: VaultContent, checked: set[tuple[int, int]], texts: Sequence[_NewText]
) -> set[tuple[int, int]]:
    """What was checked holds for the new table of a text."""
    new = {item.record: len(content.tables) + place for place, item in enumerate(texts)}
    return {(new.get(record, record), entity) for record, entity in checked}
