"""Which postcodes and dialling codes a town has: `surrogates/countries.toml`, `surrogates/regions.tsv`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import takewhile
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

    def town(self, name: str) -> Region | None:
        """The town of a name, however it is written; of two of one name the first."""
        return self._towns.get(key_of(name))

    def towns(self, country: str, kind: str) -> list[Region]:
        """The towns of a country that have numbers of a kind."""
        return [row for row in self._of[country] if row.is_town and row.beginnings(kind)]

    def _like(self, country: str, kind: str, number: str) -> tuple[tuple[bool, int], tuple[Region, ...]]:
        """Whether a number begins as those of a place, and how much of it; then the places that have most."""
        best, found = (False, 0), list[Region]()
        for row in self._of[country]:
            rank = max((_shared(number, begin) for begin in row.beginnings(kind)), default=(False, 0))
            if rank > best:
                best, found = rank, []
            if rank == best and rank[1]:
                found.append(row)
        is_near = kind in self.countries[country].near
        return (best, tuple(found)) if best[0] or is_near else ((False, 0), ())


def _shared(number: str, begin: str) -> tuple[bool, int]:
    """Whether a number has the whole of a beginning, and how many signs of it."""
    pairs = zip(number, begin, strict=False)
    count = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    return count == len(begin), count


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
