"""Tables of language data: one row a line, cells parted by tabs, `#` before a remark."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from nescio.core.errors import ConfigError


def read_rows(path: Path, *, columns: int, more: bool = False) -> Iterator[list[str]]:
    """The rows of a table, each with that many cells, or more of them; a missing table has none."""
    if not path.is_file():
        return
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        cells = line.split("\t")
        if len(cells) < columns or (len(cells) > columns and not more):
            place = "/".join(path.parts[-3:])
            raise ConfigError(f"{place}, line {number}: {columns} columns are needed.")
        yield cells
