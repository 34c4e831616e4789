"""Reads the files of packs and of users: TOML, lines and rows, with one form of message."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from nescio.core.errors import ConfigError, known, shown


def name_of(path: Path) -> str:
    """The name of a file of a pack in messages: `de/naming/names.toml`."""
    return "/".join(path.parts[-3:])


def is_there(path: Path) -> bool:
    """Whether a file is there; a name that no file can have, such as one of 300 letters, names none."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def make_folder(path: Path) -> None:
    """The folder of a file that is to be written."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigError(f"The folder {shown(path.name)} cannot be made: {error.strerror}.") from error


def read_file(path: Path, *, where: str = "") -> bytes:
    """The bytes of a file of a pack or of a user's; what the system refuses is said in nescio's words."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise ConfigError(f"{where or name_of(path)} cannot be read: {error.strerror}.") from error


def read_toml(path: Path, *, where: str = "") -> dict[str, Any]:
    """A TOML file; nothing if it is not there. `where` is what a message calls it."""
    return read_toml_text(path, where=where)[0] if is_there(path) else {}


def read_toml_text(path: Path, *, where: str = "") -> tuple[dict[str, Any], str]:
    """A TOML file with its text, from which the lines of its tables can be told."""
    try:
        text = read_file(path, where=where).decode("utf-8").replace("\r\n", "\n")
        return tomllib.loads(text), text
    except RecursionError:
        raise ConfigError(f"{where or name_of(path)} is not TOML in UTF-8: it is nested too deep.") from None
    except ValueError as error:
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
            raise ConfigError(f"{where} has the key {shown(key)}. {known(key, names)}")


def read_lines(path: Path, *, where: str = "") -> list[tuple[int, str]]:
    """The lines that say something, with their numbers; blank ones and those with `#` first do not.

    A missing file has none.
    """
    if not is_there(path):
        return []
    data = read_file(path, where=where)
    try:
        lines = data.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ConfigError(f"{where or name_of(path)} is not written in UTF-8 (line {line}).") from error
    return [
        (n, line) for n, line in enumerate(lines, start=1) if line and line[0] != "#" and not line.isspace()
    ]


def read_rows(path: Path, *, columns: int, more: bool = False) -> Iterator[list[str]]:
    """The rows of a table, cells parted by tabs, each with that many cells, or more of them."""
    for number, line in read_lines(path):
        cells = line.split("\t")
        if len(cells) < columns or (len(cells) > columns and not more):
            raise ConfigError(f"{name_of(path)}, line {number}: {columns} columns are needed.")
        yield cells
