"""Word lists with a label, read from a folder's `lists.toml` or from a CSV file of pattern and class."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from nescio.core.errors import ConfigError, known
from nescio.text.rules import read_pairs

CASES = ("capital", "exact", "any")


@dataclass(frozen=True, slots=True)
class WordList:
    """Entries that mean a label, and under which conditions."""

    file: str
    label: str
    source: str
    entries: tuple[str, ...] = field(repr=False)
    score: float = 0.8
    case: str = "capital"
    extend: str | None = None
    endings: tuple[str, ...] = ()
    at_start: bool = True
    veto: bool = False

    @property
    def name(self) -> str:
        return Path(self.file).stem


@dataclass(frozen=True, slots=True)
class NameWords:
    """The small words of names: particles inside, titles before, words that end a name."""

    particles: frozenset[str] = frozenset()
    titles: frozenset[str] = frozenset()
    stop: frozenset[str] = frozenset()

    def __or__(self, other: NameWords) -> NameWords:
        return NameWords(self.particles | other.particles, self.titles | other.titles, self.stop | other.stop)


_KEYS = tuple(item.name for item in fields(WordList) if item.name != "entries")
_TYPES: Mapping[str, type | tuple[type, ...]] = {
    "score": (int, float),
    "endings": list,
    "at_start": bool,
    "veto": bool,
}


def read_lists(folder: Path) -> tuple[list[WordList], NameWords]:
    """The lists that `lists.toml` in the folder describes; none if there is no such file."""
    index = folder / "lists.toml"
    if not index.is_file():
        return [], NameWords()
    try:
        content = tomllib.loads(index.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{index.parent.parent.name}/lists/lists.toml is not TOML: {error}.") from error
    where = f"{index.parent.parent.name}/lists/lists.toml"
    _refuse_unknown(content, ("name", "list"), where)
    names = content.get("name", {})
    _refuse_unknown(names, [item.name for item in fields(NameWords)], f"{where} [name]")
    words = NameWords(**{key: frozenset(values) for key, values in names.items()})
    return [_word_list(raw, folder) for raw in content.get("list", [])], words


def _refuse_unknown(table: Mapping[str, Any], names: Sequence[str], where: str) -> None:
    for key in table:
        if key not in names:
            raise ConfigError(f"{where} has the key {key!r}. {known(key, names)}")


def _word_list(raw: Mapping[str, Any], folder: Path) -> WordList:
    where = f"List {raw.get('file', '?')!r}"
    for key in ("file", "label", "source"):
        if key not in raw:
            raise ConfigError(f"{where} lacks the key {key!r}.")
    _refuse_unknown(raw, _KEYS, where)
    for key, value in raw.items():
        if not isinstance(value, _TYPES.get(key, str)):
            raise ConfigError(f"{where}: {key!r} must not be of type {type(value).__name__}.")
    if raw.get("case", "capital") not in CASES:
        raise ConfigError(f"{where}: there is no case {raw['case']!r}. {known(raw['case'], CASES)}")
    if raw.get("extend", "name") != "name":
        raise ConfigError(f"{where}: 'extend' cannot be {raw['extend']!r}. {known(raw['extend'], ['name'])}")
    if not 0 <= raw.get("score", 0.8) <= 1:
        raise ConfigError(f"{where}: 'score' is a number from 0 to 1, not {raw['score']!r}.")
    values = {**raw, "endings": tuple(raw.get("endings", ()))}
    return WordList(entries=read_entries(folder / raw["file"]), **values)


def read_entries(path: Path) -> tuple[str, ...]:
    """The lines of a list without comments and blank lines."""
    if not path.is_file():
        raise ConfigError(f"There is no list {str(path)!r}.")
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise ConfigError(f"List {path.name!r} is not written in UTF-8.") from error
    return tuple(line.strip() for line in lines if line.strip() and not line.startswith("#"))


def read_csv_lists(path: Path) -> list[WordList]:
    """A user's CSV of pattern and class, as one list per class."""
    by_label: dict[str, list[str]] = {}
    for _, pattern, label in read_pairs(path):
        by_label.setdefault(label, []).append(pattern)
    return [
        WordList(path.name, label, path.name, tuple(entries), score=0.95, case="any")
        for label, entries in by_label.items()
    ]
