"""Asks all stores and a remote about one name: what `kb find` prints."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import NamedTuple

from nescio.core.errors import ConfigError
from nescio.core.protocols import Entry
from nescio.knowledge.base import PROPERTIES, JoinedBase
from nescio.knowledge.loading import load_base, open_remote
from nescio.packs import UNIVERSAL, load_pack


class FoundEntries(NamedTuple):
    """The entries of a name, their statements, and what went wrong on the way."""

    base: JoinedBase
    entries: list[Entry]
    statements: list[dict[str, list[str]]]
    problems: tuple[str, ...]


def find_entries(
    term: str,
    language: str,
    *,
    parent: str | None = None,
    properties: Collection[str] = (),
    stores: Sequence[str] = (),
    remote: str | None = None,
    cache: Path | None = None,
) -> FoundEntries:
    """Every entry of a name; with `properties` only those that have one of these statements."""
    if strange := sorted(set(properties) - set(PROPERTIES)):
        raise ConfigError(f"There is no property {strange[0]!r}. Possible: {', '.join(PROPERTIES)}.")
    if (remote is None) != (cache is None):
        raise ConfigError("A remote needs a file that keeps its answers: --remote and --cache go together.")
    pack = load_pack(language or UNIVERSAL)
    far = open_remote(remote, cache, pack) if remote is not None and cache is not None else None
    base = load_base(load_pack(UNIVERSAL), stores, further=[far] if far else [])
    entries = base.find(term, language, parent=parent)
    wanted = tuple(properties) or PROPERTIES
    told = [base.statements(entry, wanted) for entry in entries]
    pairs = [(entry, said) for entry, said in zip(entries, told, strict=True) if said or not properties]
    problems = tuple(far.problems) if far else ()
    return FoundEntries(base, [entry for entry, _ in pairs], [said for _, said in pairs], problems)
