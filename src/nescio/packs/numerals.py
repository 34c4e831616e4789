"""Numbers in words: `agreement/numbers.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from nescio.core.errors import ConfigError
from nescio.packs.files import name_of, read_toml
from nescio.packs.shape import shaped

_WORDS = 100


@dataclass(frozen=True)
class Numerals:
    """The words for the numbers from zero to ninety-nine."""

    words: tuple[str, ...] = field(default=(), repr=False)
    others: Mapping[str, int] = field(default_factory=dict)  # other spellings and forms
    decimal: str = ""  # the sign before decimals
    below: str = ""  # what is said of a child's age: under {years}
    larger: tuple[str, ...] = ()  # hundred: with it a word is a part of a larger number
    endings: Mapping[str, str] = field(default_factory=dict)  # of ordinals: "1" -> "st", "" -> "th"


def read_numerals(path: Path) -> Numerals:
    """The numbers of a language; none if it has no such file."""
    found = shaped(Numerals, read_toml(path), name_of(path))
    if found.words and len(found.words) != _WORDS:
        raise ConfigError(f"{name_of(path)}: 'words' must be the {_WORDS} numbers from zero on.")
    return found
