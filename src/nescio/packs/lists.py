"""Word lists with a label, described by a folder's `lists.toml` or read from a user's file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final

from nescio.core.errors import ConfigError, known, shown
from nescio.core.labels import OUTSIDE
from nescio.packs.files import is_there, read_lines, read_toml, refuse_unknown
from nescio.packs.rules import read_pairs

CASES = ("capital", "exact", "any")
EXTENSIONS = ("name", "function")
INDEX: Final = "lists.toml"


@dataclass(frozen=True, slots=True)
class WordList:
    """Entries that mean a label, and under which conditions."""

    file: str
    label: str
    source: str
    entries: tuple[str, ...] = field(default=(), repr=False)
    score: float = 0.8
    case: str = "capital"
    extend: str | None = None
    endings: tuple[str, ...] = ()
    at_start: bool = True  # counts at the start of a sentence, where every word has a capital
    context: tuple[str, ...] = ()  # counts only behind one of these words
    beside: tuple[str, ...] = ()  # or next to a sure claim of one of these labels
    grown: bool = False  # counts only if it grew over a further name
    as_label: bool = True  # counts as the label of a field or the mark of a speaker too: "Driver:"
    veto: bool = False
    own: bool = False  # a user's list, not one of the language

    @property
    def name(self) -> str:
        return self.file.rpartition("/")[2].rpartition(".")[0] or self.file


@dataclass(frozen=True, slots=True)
class NameWords:
    """The small words of names in lists: particles inside, words that end a name."""

    particles: frozenset[str] = frozenset()
    stop: frozenset[str] = frozenset()

    def __or__(self, other: NameWords) -> NameWords:
        return NameWords(self.particles | other.particles, self.stop | other.stop)


_KEYS = tuple(item.name for item in fields(WordList) if item.name not in ("entries", "own"))
_NAME_KEYS = (*(item.name for item in fields(NameWords)), "stop_file")
_TYPES: Mapping[str, type | tuple[type, ...]] = {
    "score": (int, float),
    "endings": list,
    "context": list,
    "beside": list,
    "at_start": bool,
    "grown": bool,
    "as_label": bool,
    "veto": bool,
}


def describe_lists(folder: Path) -> tuple[list[WordList], NameWords]:
    """What `lists.toml` in the folder says about its lists, without their entries."""
    index = folder / INDEX
    if not is_there(index):
        return [], NameWords()
    where = f"{index.parent.parent.name}/lists/{INDEX}"
    content = read_toml(index, where=where)
    refuse_unknown(content, ("name", "list"), where)
    names = content.get("name", {})
    refuse_unknown(names, _NAME_KEYS, f"{where} [name]")
    stop = [names["stop_file"]] if "stop_file" in names else []
    values = {key: frozenset(words) for key, words in names.items() if key != "stop_file"}
    stop_words = frozenset(word for file in stop for word in read_entries(folder / file))
    words = NameWords(**values) | NameWords(stop=stop_words)
    return [_word_list(raw, folder) for raw in content.get("list", [])], words


def read_lists(folder: Path) -> tuple[list[WordList], NameWords]:
    """The lists of a folder with their entries; none if it has no `lists.toml`."""
    lists, words = describe_lists(folder)
    return [with_entries(item, folder) for item in lists], words


def with_entries(words: WordList, folder: Path) -> WordList:
    values = {item.name: getattr(words, item.name) for item in fields(WordList)}
    return WordList(**{**values, "entries": read_entries(folder / words.file)})


def _word_list(raw: Mapping[str, Any], folder: Path) -> WordList:
    where = f"List {shown(raw.get('file', '?'))}"
    for key in ("file", "label", "source"):
        if key not in raw:
            raise ConfigError(f"{where} lacks the key {shown(key)}.")
    refuse_unknown(raw, _KEYS, where)
    for key, value in raw.items():
        if not isinstance(value, _TYPES.get(key, str)):
            raise ConfigError(f"{where}: {shown(key)} must not be of type {type(value).__name__}.")
    if raw.get("case", "capital") not in CASES:
        raise ConfigError(f"{where}: there is no case {shown(raw['case'])}. {known(raw['case'], CASES)}")
    if raw.get("extend", "name") not in EXTENSIONS:
        raise ConfigError(
            f"{where}: 'extend' cannot be {shown(raw['extend'])}. {known(str(raw['extend']), EXTENSIONS)}"
        )
    if not 0 <= raw.get("score", 0.8) <= 1:
        raise ConfigError(f"{where}: 'score' is a number from 0 to 1, not {shown(raw['score'])}.")
    if not is_there(folder / raw["file"]):
        raise ConfigError(f"There is no list {str(folder / raw['file'])!r}.")
    values: dict[str, Any] = dict(raw)
    values |= {key: tuple(raw[key]) for key in ("endings", "context", "beside") if key in raw}
    return WordList(**values)


def read_entries(path: Path) -> tuple[str, ...]:
    """The lines of a list without comments and blank lines."""
    if not is_there(path):
        raise ConfigError(f"There is no list {str(path)!r}.")
    where = f"List {path.name!r}"
    entries = [(number, line.strip()) for number, line in read_lines(path, where=where)]
    for number, entry in entries:
        if not (entry.isalpha() or any(map(str.isalnum, entry))):
            raise ConfigError(
                f"{where}, line {number}: an entry has at least one letter or digit; "
                "a comment begins with '#'."
            )
    return tuple(entry for _, entry in entries)


def read_csv_lists(path: Path) -> list[WordList]:
    """A user's CSV of pattern and class, as one list per class."""
    by_label: dict[str, list[str]] = {}
    for line, entry, label in read_pairs(path):
        if not any(map(str.isalnum, entry)):
            raise ConfigError(f"{path.name!r}, line {line}: an entry has at least one letter or digit.")
        by_label.setdefault(label, []).append(entry)
    return [
        WordList(
            path.name, label, path.name, tuple(entries), score=0.95, case="any", own=True,
            veto=label in OUTSIDE,
        )
        for label, entries in by_label.items()
    ]  # fmt: skip
