"""Words of one kind that stand for each other: `surrogates/occupations.toml`, `surrogates/groups.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from nescio.core.errors import ConfigError
from nescio.packs.files import name_of, read_toml
from nescio.packs.shape import shaped


@dataclass(frozen=True)
class WordKind:
    """Words that may stand for each other, each in all forms, and the word that says their kind."""

    name: str
    words: tuple[tuple[str, ...], ...] = field(repr=False)
    general: tuple[str, ...] = ()  # empty where nothing true can be said of all
    stems: tuple[str, ...] = ()  # by which words of the kind are known that are not listed


@dataclass(frozen=True)
class WordKinds:
    """The kinds of a language; words that none knows are of the last one."""

    forms: tuple[str, ...] = ()  # names of the forms: ms, fs, mp, fp
    head: str = "first"  # of several words: `first` or `last`
    inside: bool = False  # whether stems also stand inside words
    endings: Mapping[str, str] = field(default_factory=dict)  # end of a word -> its form
    kind: tuple[WordKind, ...] = ()


def read_word_kinds(path: Path) -> WordKinds:
    """The kinds of a file; none if it is not there. A word that lacks a form is refused."""
    kinds = shaped(WordKinds, read_toml(path), name_of(path))
    for kind in kinds.kind:
        rows = [*kind.words, *([kind.general] if kind.general else [])]
        if any(len(row) != len(kinds.forms) for row in rows):
            raise ConfigError(f"{name_of(path)}: a word of the kind {kind.name!r} needs all forms.")
    if unknown := set(kinds.endings.values()) - set(kinds.forms):
        raise ConfigError(f"{name_of(path)}: there is no form {sorted(unknown)[0]!r}.")
    return kinds
