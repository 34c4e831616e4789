"""Compile the tables of `languages/<code>/naming/` that are facts taken from published sources.

Reads the folder named by NESCIO_LEX and the packages wordfreq, babel and faker; writes
`given_names.txt`, `nicknames.txt` (English), `states.txt` and `common_words.txt`. Sources and
licences: DATA_SOURCES.md. Run it again whenever a source changes.
"""

from __future__ import annotations

import csv
import importlib
import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

from babel import Locale
from wordfreq import top_n_list, word_frequency

from tools.sources import lexical_files, target, wrote

LOCALES: Mapping[str, tuple[str, ...]] = {
    "en": ("en_US", "en_GB", "en_IN"),
    "de": ("de_DE", "de_AT", "de_CH"),
    "pt": ("pt_PT", "pt_BR"),
    "es": ("es_ES", "es_MX", "es_AR", "es_CO", "es_CL"),
}
FOREIGN = ("fr_FR", "it_IT", "nl_NL", "pl_PL", "ro_RO", "tr_TR", "sv_SE", "da_DK", "no_NO", "fi_FI")
COMMON_WORDS = 25_000


def main() -> None:
    lex = lexical_files()
    seen: dict[str, set[str]] = defaultdict(set)
    for code, locales in LOCALES.items():
        genders = _genders(locales)
        for name, found in genders.items():
            seen[name] |= found
        _write(code, "given_names.txt", "Given names and their gender. Faker.", _gender_lines(genders))
        _write(code, "states.txt", "States by ISO 3166 code and name. CLDR.", _states(code))
        _write(code, "common_words.txt", _COMMON, _common_words(code))
    for name, found in _genders(FOREIGN).items():
        seen[name] |= found
    _write(
        "xx", "given_names.txt", "Given names of many languages and their gender. Faker.", _gender_lines(seen)
    )
    _write("en", "nicknames.txt", "Short forms of English given names. en_nicknames.", _nicknames(lex))


_COMMON = (
    "The most frequent words, most frequent first in each class; `=N` begins class N (Zipf scale). wordfreq."
)


def _genders(locales: Iterable[str]) -> dict[str, set[str]]:
    genders: dict[str, set[str]] = defaultdict(set)
    for locale in locales:
        provider = importlib.import_module(f"faker.providers.person.{locale}").Provider
        for gender, attribute in (("m", "first_names_male"), ("f", "first_names_female")):
            for name in getattr(provider, attribute, ()):
                if name.isalpha():
                    genders[name].add(gender)
    return genders


def _gender_lines(genders: Mapping[str, set[str]]) -> list[str]:
    """A line per gender: `m`, `f` or `u` for both, then the names."""
    by_gender: dict[str, list[str]] = defaultdict(list)
    for name, found in genders.items():
        by_gender[next(iter(found)) if len(found) == 1 else "u"].append(name)
    return [f"{gender} {' '.join(sorted(names))}" for gender, names in sorted(by_gender.items())]


def _states(code: str) -> list[str]:
    names = Locale(code).territories
    return [f"{iso} {name}" for iso, name in sorted(names.items()) if len(iso) == 2 and iso.isalpha()]


def _common_words(code: str) -> list[str]:
    """Words by class: the class is the rounded Zipf frequency (7 = one word in a hundred)."""
    classes: dict[int, list[str]] = defaultdict(list)
    for word in top_n_list(code, COMMON_WORDS):
        if word.isalpha() and len(word) > 1:
            classes[round(math.log10(word_frequency(word, code) * 1e9))].append(word)
    return [line for zipf in sorted(classes, reverse=True) for line in (f"={zipf}", *classes[zipf])]


def _nicknames(lex: Path) -> list[str]:
    stands_for: dict[str, set[str]] = defaultdict(set)
    with (lex / "en_nicknames.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["relationship"] == "has_nickname":
                stands_for[row["name2"]].add(row["name1"])
    return [" ".join([nick, *sorted(names)]) for nick, names in sorted(stands_for.items())]


def _write(code: str, name: str, what: str, lines: Iterable[str]) -> None:
    path = target() / code / "naming" / name
    path.parent.mkdir(exist_ok=True)
    body = "".join(f"{line}\n" for line in lines)
    path.write_text(f"# {what} Compiled by tools/compile/naming.py.\n{body}", encoding="utf-8")
    wrote(path)


if __name__ == "__main__":
    main()
