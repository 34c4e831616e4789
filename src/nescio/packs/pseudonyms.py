"""What the names of a keyed world are made of: `surrogates/pseudonyms.toml` and `surrogates/letters.tsv`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from nescio.core.errors import ConfigError
from nescio.packs.files import name_of, read_rows, read_toml
from nescio.packs.shape import shaped
from nescio.text.folding import fold_word

FILE: Final = "pseudonyms.toml"
LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
TOTAL: Final = 4096  # the shares of what may follow a letter


@dataclass(frozen=True, slots=True)
class Sounds:
    """The syllables of invented names, parted by blanks: consonants and vowels in turn."""

    onsets: str
    vowels: str
    links: str  # consonants between the two syllables of a longer name
    bridges: str  # vowels behind them
    codas: str  # consonants before the ending
    light: str  # those of them that stand before it in a longer name


@dataclass(frozen=True, slots=True)
class NameStock:
    """The names of one kind, parted by blanks: those that exist, and how invented ones end."""

    ends: str
    common: str = field(repr=False)  # names that many have
    names: str = field(default="", repr=False)  # others
    joint: str = "-"  # between two names that are one
    gender: str = ""  # of the names of places


@dataclass(frozen=True, slots=True)
class Pseudonyms:
    """The names of one language."""

    sounds: Sounds
    family: NameStock
    given_m: NameStock
    given_f: NameStock
    place: NameStock

    def stock(self, kind: str) -> NameStock:
        found: NameStock = getattr(self, kind)
        return found

    @property
    def surnames(self) -> frozenset[str]:
        """The folded family names that are no given names, too."""
        family, *given = (
            frozenset(map(fold_word, (*stock.common.split(), *stock.names.split())))
            for stock in (self.family, self.given_m, self.given_f)
        )
        return family.difference(*given)


@dataclass(frozen=True, slots=True)
class OriginNames:
    """The names of people who come from one part of the world, parted by blanks."""

    family: str
    given_m: str
    given_f: str


@dataclass(frozen=True, slots=True)
class Origins:
    """Names by origin: lists of their own, and languages whose names are such lists."""

    languages: tuple[str, ...]
    origin: Mapping[str, OriginNames] = field(repr=False)


@dataclass(frozen=True, slots=True)
class NameLetters:
    """By a letter, or the start, the share of each letter, the end and any other sign behind it."""

    shares: tuple[tuple[int, ...], ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class WorldNames:
    """The names of a language, which it may lack, and what holds for all languages."""

    own: Pseudonyms | None
    letters: NameLetters
    origins: Origins
    file: str  # in which its own names are

    @property
    def stocks(self) -> Pseudonyms:
        if self.own is None:
            raise ConfigError(
                f"The method 'pseudonym' needs the names of a language, {self.file}, which is not there."
            )
        return self.own


def read_world_names(folders: Sequence[Path]) -> WorldNames:
    """What is universal stands in the first folder, the names of a language in the last."""
    path, origins = folders[-1] / FILE, folders[0] / "origins.toml"
    own = shaped(Pseudonyms, read_toml(path), name_of(path)) if path.is_file() else None
    named = shaped(Origins, read_toml(origins), name_of(origins))
    return WorldNames(own, read_letters(folders[0] / "letters.tsv"), named, name_of(path))


def read_letters(path: Path) -> NameLetters:
    _, *table = read_rows(path, columns=len(LETTERS) + 3)
    rows = {before: tuple(map(int, cells)) for before, *cells in table}
    shares = tuple(rows.get(before, ()) for before in (*LETTERS, "^"))
    if any(sum(row) != TOTAL or min(row) < 1 for row in shares):
        raise ConfigError(f"{name_of(path)}: every row has shares of {TOTAL}, none of them 0.")
    return NameLetters(shares)
