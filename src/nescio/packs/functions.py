"""The words around the head of a function: "senior … manager of sales", "jefa … de turno"."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path

from nescio.core.errors import ConfigError
from nescio.packs.files import read_toml, refuse_unknown
from nescio.text.folding import fold_entry

FILE = "functions.toml"


@dataclass(frozen=True, slots=True)
class FunctionWords:
    """What belongs to a function beside its head word, folded."""

    before: frozenset[str] = frozenset()  # "senior", "night": before the head
    after: frozenset[str] = frozenset()  # "social", "general": behind it
    links: frozenset[str] = frozenset()  # "of", "de": a field or a body follows
    articles: frozenset[str] = frozenset()  # "of the …": between a link and a name
    small: frozenset[str] = frozenset()  # links behind which the field may be written small
    not_fields: frozenset[str] = frozenset()  # "of mine": small words that are no field

    def __or__(self, other: FunctionWords) -> FunctionWords:
        return FunctionWords(*(getattr(self, item.name) | getattr(other, item.name) for item in fields(self)))


_KEYS = tuple(item.name for item in fields(FunctionWords))


def read_functions(paths: Iterable[Path]) -> FunctionWords:
    """The words of all files that are there."""
    words = FunctionWords()
    for path in paths:
        if path.is_file():
            words |= _read(path)
    return words


def _read(path: Path) -> FunctionWords:
    where = f"{path.parent.parent.name}/lists/{FILE}"
    content = read_toml(path, where=where)
    refuse_unknown(content, _KEYS, where)
    for key, value in content.items():
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            raise ConfigError(f"{where}: {key!r} is a list of strings.")
    return FunctionWords(**{key: frozenset(map(fold_entry, value)) for key, value in content.items()})
