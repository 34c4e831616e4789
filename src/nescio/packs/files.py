"""Reads the files of packs and of users: TOML, lines and rows, with one form of message."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from nescio.core.errors import ConfigError, known


def name_of(path: Path) -> str:
    """The name of a file of a pack in messages: `de/naming/names.toml`."""
    return "/".join(path.parts[-3:])


def read_toml(path: Path, *, where: str = "") -> dict[str, Any]:
    """A TOML file; nothing if it is not there. `where` is what a message calls it."""
    return read_toml_text(path, where=where)[0] if path.is_file() else {}


def read_toml_text(path: Path, *, where: str = "") -> tuple[dict[str, Any], str]:
    """A TOML file with its text, from which the lines of its tables can be told."""
    try:
        text = path.read_text(encoding="utf-8")
        return tomllib.loads(text), text
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{where or name_of(path)} is not TOML in UTF-8: {error}.") from error


def read_layers(paths: Iterable[Path]) -> dict[str, Any]:
    """Several files as one table; a key of a later one replaces that of an earlier."""
    table: dict[str, Any] = {}
    for path in paths:
        table |= read_toml(path)
    return table


def refuse_unknown(table: Mapping[str, Any], names: Sequence[str], where: str) -> None:
    """A key that nobody reads is a slip of the pen, which must not pass silently."""
    for key in table:
        if key not in names:
            raise ConfigError(f"{where} has the key {key!r}. {known(key, names)}")


def read_lines(path: Path, *, where: str = "") -> list[tuple[int, str]]:
    """The lines that say something, with their numbers; blank ones and those with `#` first do not.

    A missing file has none.
    """
    if not path.is_file():
        return []
    data = path.read_bytes()
    try:
        lines = data.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ConfigError(f"{where or name_of(path)} is not written in UTF-8 (line {line}).") from error
    return [(n, line) for n, line in enumerate(lines, start=1) if line.strip() and not line.startswith("#")]


def read_rows(path: Path, *, columns: int, more: bool = False) -> Iterator[list[str]]:
    """The rows of a table, cells parted by tabs, each with that many cells, or more of them."""
    for number, line in read_lines(path):
        cells = line.split("\t")
        if len(cells) < columns or (len(cells) > columns and not more):
            raise ConfigError(f"{name_of(path)}, line {number}: {columns} columns are needed.")
        yield cells
