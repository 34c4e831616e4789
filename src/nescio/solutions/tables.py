"""The tables of solutions of a file, found again for each text."""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from nescio.core.errors import ConfigError, JobError
from nescio.core.keys import Key
from nescio.core.plain_json import NotJsonError, PlainJsonError, read_json
from nescio.files.lines import STDIN, Opener, open_stdin, parse_line, read_lines
from nescio.solutions.reidentify import EVERYTHING, Only, Restored, reidentify
from nescio.solutions.table import Table, fingerprint, id_key, table_from_json
from nescio.solutions.vault import VaultContent, is_vault
from nescio.solutions.vault_book import load_vault, parse_vault

_BEGINNING: Final = b'{"schema": '  # of every record


class _Group:
    """Tables that share something, and whether they all lead one text back to one original."""

    def __init__(self) -> None:
        self.tables: list[Table] = []
        self._ways: set[tuple[str, str]] = set()

    def add(self, table: Table) -> None:
        self.tables.append(table)
        self._ways.add((table.output_sha256, table.input_sha256 or _fingerprint_of_patches(table)))

    @property
    def only(self) -> Table | None:
        return self.tables[0] if len(self._ways) == 1 else None


class Tables:
    """The tables of a file; a text finds its own by being as it was written, or by its name.

    Where a text stands among others says nothing: lines are dropped, doubled and sorted.
    """

    def __init__(self, tables: Iterable[Table], *, former: Iterable[Table] = (), torn: bool = False) -> None:
        self.all = list(tables)
        self.torn = torn  # whether half a record stands at the end, of a run that was broken off
        self._groups: dict[Hashable, _Group] = {}
        for table in self.all:
            self._add(table, by_name=True)
        for table in former:  # of texts that were written anew: only what looks like them is theirs
            self._add(table, by_name=False)

    def _add(self, table: Table, *, by_name: bool) -> None:
        print_of_text = table.output_sha256
        keys = _own_keys(table)
        named = keys if by_name else []
        for key in ((print_of_text,), *named, *((print_of_text, *key) for key in keys)):
            self._groups.setdefault(key, _Group()).add(table)

    @classmethod
    def read(cls, path: Path, *, key: Key | None = None, stdin: Opener = open_stdin) -> Tables:
        """All tables of a file or vault; one bad record and none is trusted, but for half a last one."""
        if key is not None:
            return cls.of_vault(_vault(path, key, stdin))
        found = list(_records(path, stdin))
        torn = bool(found) and found[-1] is None
        tables = [table for table in found if table is not None]
        if not tables:
            raise JobError(f"{path.name!r} holds no whole table of solutions.")
        return cls(tables, torn=torn)

    @classmethod
    def of_vault(cls, content: VaultContent) -> Tables:
        live = [content.tables[number] for number in content.live]
        former = [content.tables[number] for number in sorted(content.outdated)]
        return cls(live, former=former, torn=content.torn)

    @property
    def encodings(self) -> list[str]:
        """Those that the files of the texts had."""
        return sorted({table.encoding for table in self.all if table.encoding is not None})

    def holds(self, text: str) -> bool:
        """Whether a text is one of these as it was written."""
        return (fingerprint(text),) in self._groups

    def named(self, *names: object) -> Table | None:
        """The only table of such a name, if there is exactly one."""
        found = self._called(names)
        return found[0].only if len(found) == 1 else None

    def find(self, text: str, *names: object, alone: bool) -> Table:
        """The table of a text that is called so; a single table serves a single text of any name.

        A text belongs to its table by its fingerprint. The name decides between texts that look
        alike once their people are out, and for a text that was edited; where the two disagree, or
        say nothing, any answer might be another person.
        """
        print_of_text = fingerprint(text)
        like, called = self._groups.get((print_of_text,)), self._called(names)
        if like is not None:
            both = self._called(names, print_of_text)
            return _only_one(both if called else [like])
        if (table := self.named(*names)) is not None:
            return table
        if alone and len(self.all) == 1:
            return self.all[0]
        twins = sum(len(group.tables) for group in called)
        said = f"{twins} are called so" if twins else "none is called so"
        raise JobError(
            f"There is no table of solutions for it: none is of this text as it stands, and {said} "
            f"({len(self.all)} in all)."
        )

    def _called(self, names: Sequence[object], *print_of_text: str) -> list[_Group]:
        keys = dict.fromkeys((*print_of_text, *key) for name in names for key in _keys(name))
        return [self._groups[key] for key in keys if key in self._groups]


def _records(path: Path, stdin: Opener) -> Iterator[Table | None]:
    """The tables of a file; None for half a record, which may only be the last."""
    torn = ""
    for batch in read_lines(path, stdin=stdin):
        for number, line in batch:
            if torn:
                raise JobError(torn)
            try:
                yield table_from_json(parse_line(line))
            except JobError as error:
                if number == 1 and is_vault(line):
                    raise ConfigError(f"{path.name!r} is a vault; name its key with --key.") from None
                torn = f"{path.name!r}, line {number}: {error}"
                if not _is_half(line):
                    raise JobError(torn) from error
    if torn:
        yield None


def _vault(path: Path, key: Key, stdin: Opener) -> VaultContent:
    if str(path) == STDIN:
        return parse_vault(stdin().read(), key, name=path.name)
    return load_vault(path, key)


def _is_half(line: bytes) -> bool:
    """Whether a line is the beginning of a record, whose end was never written."""
    begun = line.rstrip(b"\0")  # which some disks leave after a power failure
    if not (begun.startswith(_BEGINNING) or _BEGINNING.startswith(begun)):
        return False
    try:
        read_json(begun)
    except PlainJsonError as error:
        return isinstance(error, NotJsonError)
    return False


def _only_one(groups: Sequence[_Group]) -> Table:
    """The table of a text as it was written, out of those to which its name does not object."""
    if not groups:
        raise JobError(
            "Its text is that of one table of solutions and its name that of another; "
            "nothing was restored, for either may be wrong."
        )
    table = groups[0].only if len(groups) == 1 else None
    if table is None:
        count = sum(len(group.tables) for group in groups)
        raise JobError(
            f"{count} tables of solutions have this very text with other people in it, "
            "and no name tells which is its own; nothing was restored."
        )
    return table


def _fingerprint_of_patches(table: Table) -> str:
    """Tells what goes where, for a table that has no fingerprint of its original."""
    return fingerprint(json.dumps([(item.out_start, item.out_end, item.original) for item in table.entries]))


def _own_keys(table: Table) -> list[tuple[str, str]]:
    """What a table is called; of the former schema nobody knows whether 1 was "1"."""
    if table.input_sha256 is None:
        return [("former", str(table.id))] if table.id else []
    return [("name", id_key(name)) for name in (table.id, table.written_as) if name is not None]


def _keys(name: object) -> list[tuple[str, str]]:
    """Under which tables of that name are found."""
    return [] if name is None else [("name", id_key(name)), ("former", str(name))]


def lead_back(text: str, table: Table, *, by: str = "auto", only: Only = EVERYTHING) -> Restored:
    """The originals back into a text; if it is as it was written, what comes out is what went in."""
    restored = reidentify(text, table, by=by, only=only)
    untouched = table.input_sha256 is not None and fingerprint(text) == table.output_sha256
    is_whole = restored.complete and not restored.left
    if untouched and is_whole and fingerprint(restored.text) != table.input_sha256:
        raise JobError("The table of solutions does not lead back to the text that it was made of.")
    return restored
