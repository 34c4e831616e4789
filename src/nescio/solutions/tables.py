"""The tables of solutions of a file, found again for each text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from nescio.core.errors import JobError
from nescio.files.lines import Opener, open_stdin, parse_line, read_lines
from nescio.solutions.table import Table, fingerprint, table_from_json


class Tables:
    """The tables of a file; a text finds its own by name, or by being as it was written."""

    def __init__(self, tables: Iterable[Table]) -> None:
        self._all = list(tables)
        self._by_name: dict[str, list[Table]] = {}
        self._by_print: dict[str, list[Table]] = {}
        self._by_both: dict[tuple[str, str], list[Table]] = {}
        for table in self._all:
            self._by_name.setdefault(table.id, []).append(table)
            self._by_print.setdefault(table.output_sha256, []).append(table)
            self._by_both.setdefault((table.id, table.output_sha256), []).append(table)
        self._used: Counter[tuple[str, str]] = Counter()

    @classmethod
    def read(cls, path: Path, *, stdin: Opener = open_stdin) -> Tables:
        found = []
        for batch in read_lines(path, stdin=stdin):
            for number, line in batch:
                try:
                    found.append(table_from_json(parse_line(line)))
                except JobError as error:
                    raise JobError(f"{path.name!r}, line {number}: {error}") from error
        if not found:
            raise JobError(f"{path.name!r} holds no table of solutions.")
        return cls(found)

    def named(self, name: str) -> Table | None:
        """The only table of that name, if there is exactly one."""
        tables = self._by_name.get(name, [])
        return tables[0] if len(tables) == 1 else None

    def find(self, name: str, text: str, *, alone: bool) -> Table:
        """The table of a text; a single table serves a single text of any name.

        Several texts may have one name, or look alike once their names are out: the first
        of them gets the first of such tables, and so on.
        """
        table = self.named(name) or self._next_like(name, fingerprint(text))
        if table is None and alone and len(self._all) == 1:
            table = self._all[0]
        if table is None:
            twins = len(self._by_name.get(name, []))
            said = f"{twins} tables are called so, none is of this text" if twins else "none is called so"
            raise JobError(f"There is no table of solutions for {name!r}: {said} ({len(self._all)} in all).")
        return table

    def _next_like(self, name: str, print_of_text: str) -> Table | None:
        if name in self._by_name:
            like = self._by_both.get((name, print_of_text), [])
            used = self._used[name, print_of_text]
            self._used[name, print_of_text] += 1
            return like[used] if used < len(like) else None
        like = self._by_print.get(print_of_text, [])
        return like[0] if len(like) == 1 else None
