"""Which postcodes and dialling codes a town has: `surrogates/countries.toml`, `surrogates/regions.tsv`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from nescio.packs.files import name_of, read_rows, read_toml
from nescio.packs.shape import shaped
from nescio.text.folding import key_of

POSTCODE, CODE = "postcode", "code"
_TOWN: Final = "town"
_REMEMBERED: Final = 1 << 12


class Region(NamedTuple):
    """A town, or an area that is none, and what its numbers begin with."""

    country: str
    town: str
    is_town: bool
    postcodes: tuple[str, ...]
    codes: tuple[str, ...]

    def beginnings(self, kind: str) -> tuple[str, ...]:
        return self.postcodes if kind == POSTCODE else self.codes


@dataclass(frozen=True)
class Country:
    """How the numbers of a country look; countries.toml says what each key is."""

    code: str
    calling: str
    postcode: str
    source: str
    trunk: str = ""
    phone: str = ""
    letters: str = ""
    near: tuple[str, ...] = ()
    fiction: Mapping[str, str] = field(default_factory=dict)
    free: str = ""
    elsewhere: str = ""


@dataclass(frozen=True)
class _Countries:
    country: tuple[Country, ...]


class Regions:
    """The towns of all countries."""

    def __init__(self, countries: Iterable[Country] = (), rows: Sequence[Region] = ()) -> None:
        self.countries = {country.code: country for country in countries}
        self._of = {code: [row for row in rows if row.country == code] for code in self.countries}
        self._towns: dict[str, Region] = {}
        for row in rows:
            if row.is_town:
                self._towns.setdefault(key_of(row.town), row)
        self.like = lru_cache(_REMEMBERED)(self._like)
        self._index = cache(self._index_of)  # of every country and kind once

    def town(self, name: str) -> Region | None:
        """The town of a name, however it is written; of two of one name the first."""
        return self._towns.get(key_of(name))

    def towns(self, country: str, kind: str) -> list[Region]:
        """The towns of a country that have numbers of a kind."""
        return [row for row in self._of[country] if row.is_town and row.beginnings(kind)]

    def _like(self, country: str, kind: str, number: str) -> tuple[tuple[bool, int], tuple[Region, ...]]:
        """Whether a number begins as those of a place, and how much of it; then the places that have most."""
        index = self._index(country, kind)
        for size in range(min(len(number), index.longest), 0, -1):
            if number[:size] in index.whole:
                return (True, size), index.whole[number[:size]]
        if kind in self.countries[country].near:
            for size in range(min(len(number), index.longest), 0, -1):
                if number[:size] in index.begun:
                    return (False, size), index.begun[number[:size]]
        return (False, 0), ()

    def _index_of(self, country: str, kind: str) -> _Beginnings:
        whole: dict[str, dict[Region, None]] = {}
        begun: dict[str, dict[Region, None]] = {}
        for row in self._of[country]:
            for begin in row.beginnings(kind):
                whole.setdefault(begin, {})[row] = None
                for size in range(1, len(begin) + 1):
                    begun.setdefault(begin[:size], {})[row] = None
        return _Beginnings(
            {begin: tuple(rows) for begin, rows in whole.items()},
            {begin: tuple(rows) for begin, rows in begun.items()},
            max(map(len, whole), default=0),
        )


class _Beginnings(NamedTuple):
    """The places whose numbers begin with some signs: with these and no more, and with these or more."""

    whole: Mapping[str, tuple[Region, ...]]
    begun: Mapping[str, tuple[Region, ...]]
    longest: int


def read_regions(folder: Path) -> Regions:
    """What a folder has; none where it has no such files."""
    path, table = folder / "countries.toml", folder / "regions.tsv"
    if not path.is_file():
        return Regions()
    rows = [
        Region(country, town, kind == _TOWN, tuple(postcodes.split()), tuple(codes.split()))
        for country, town, kind, postcodes, codes in read_rows(table, columns=5)
    ]
    return Regions(shaped(_Countries, read_toml(path), name_of(path)).country, rows)
