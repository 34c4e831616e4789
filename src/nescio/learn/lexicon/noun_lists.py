"""Nouns of the open dictionaries, common ones and proper ones by what they name."""

from __future__ import annotations

import csv
import re
from importlib import resources
from pathlib import Path
from typing import NamedTuple

_CASES = ("nominativ", "genitiv", "dativ", "akkusativ")  # columns of the German table


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
