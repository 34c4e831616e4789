"""Where the results of an anonymization are to go, and which wishes are refused."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from nescio.core.errors import ConfigError, known, shown
from nescio.core.keys import Key
from nescio.files.keys import FoundKey
from nescio.files.lines import STDIN, Opener
from nescio.run.claims import Claims
from nescio.run.journal import claim_ledger, journal_of
from nescio.run.sources import INPUT, TextSource
from nescio.run.targets import Target, choose_target, refuse_twins

JSON_SUFFIX = ".json"


@dataclass(frozen=True)
class Wish:
    """Where the results of a call go, and in which shape."""

    output: str | None = None
    in_place: bool = False
    solutions: Path | None = None
    ledger: Path | None = None
    form: str = ""  # "text", "json" or a dialect; empty: as the configuration says
    dry_run: bool = False
    stdout: IO[bytes] | None = None  # where results without a place are shown
    lists: tuple[Path, ...] = ()  # files of words that the call reads
    key: FoundKey | None = None
    rename: bool = False  # results have names that tell nothing
    report: Path | None = None

    @property
    def places(self) -> tuple[Path | None, ...]:
        """What the call writes is no input of it; a report is none of them, for any file could be one."""
        journal = None if self.ledger is None else journal_of(self.ledger)
        output = None if self.output is None else Path(self.output)
        return (output, self.tables, self.ledger, journal)

    @property
    def tables(self) -> Path | None:
        """Where the tables of solutions go; a dry run keeps none."""
        return None if self.dry_run else self.solutions

    @property
    def secret(self) -> Key | None:
        """With it the tables go into a vault."""
        return None if self.key is None else self.key.key


def choose_form(name: str | None, *, as_json: bool, dialects: Collection[str]) -> str:
    """The form that a call asks for; empty if it leaves that to the configuration."""
    forms = ("text", "json", *dialects)
    if name is not None and name not in forms:
        raise ConfigError(f"--output-format cannot be {shown(name)}. {known(name, forms)}")
    return name or ("json" if as_json else "")


def choose_place(
    wish: Wish, paths: Sequence[str] | None, sources: Sequence[TextSource], *, others: Iterable[Path]
) -> Target | None:
    """The target of a call over files, None if nothing is to be written; `others` are read beside them."""
    if wish.dry_run and wish.output is None:
        return None
    if wish.in_place and wish.form not in ("", "text"):
        option = "--json" if wish.form == "json" else "--output-format"
        raise ConfigError(f"{option} makes another file of a text; name a place for it with --output.")
    if wish.in_place and wish.tables is not None:
        refuse_twins(sources)
    claims = _claims((*others, *wish.lists), key=wish.key)
    suffix = "" if wish.form in ("", "text") else JSON_SUFFIX
    target = choose_target(
        paths, sources, wish.output, claims=claims, in_place=wish.in_place, suffix=suffix, rename=wish.rename
    )
    _claim_side_files(wish, claims, shows=not target.is_on_disk)
    return None if wish.dry_run else target


def claim_lines(wish: Wish, path: Path, *, stdin: Opener, others: Iterable[Path]) -> Claims:
    """The file of lines that a call reads is none that it writes."""
    claims = _claims((*others, *wish.lists), key=wish.key)
    if str(path) == STDIN:
        claims.reads_stream(INPUT, stdin())
    else:
        claims.reads(INPUT, path)
    _claim_side_files(wish, claims, shows=True)
    return claims


def _claims(others: Iterable[Path], *, key: FoundKey | None) -> Claims:
    claims = Claims()
    claims.reads("the key file", None if key is None else key.file)
    for path in others:
        claims.reads("a file of the configuration", path)
    return claims


def _claim_side_files(wish: Wish, claims: Claims, *, shows: bool) -> None:
    if shows:
        claims.shows(wish.stdout)
    if wish.ledger is not None and not wish.dry_run:
        claim_ledger("--ledger", wish.ledger, claims)
    claims.writes("--solutions", wish.tables, what="the table of solutions")
    claims.writes("--report", None if wish.dry_run else wish.report, what="the report")
