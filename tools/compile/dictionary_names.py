"""Given names with the gender of their bearers, and places with the gender of their names."""

from __future__ import annotations

import csv
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from nescio.knowledge.words import DictionaryWord, WordForm

HOME = {
    "en": (("en_US", "en_GB", "en_IE", "en_NZ"), ("en", "en-gb", "en-au", "en-ca")),
    "de": (("de_DE", "de_AT", "de_CH"), ("de", "de-at", "de-ch")),
    "pt": (("pt_PT", "pt_BR"), ("pt", "pt-br")),
    "es": (("es_ES", "es_MX", "es_AR", "es_CO", "es_CL"), ("es", "es-mx")),
}
ABROAD = (
    (
        *("fr_FR", "it_IT", "nl_NL", "sv_SE", "da_DK", "no_NO", "fi_FI", "pl_PL", "cs_CZ", "hu_HU", "ro_RO"),
        *("hr_HR", "tr_TR", "en_IN", "sk_SK", "sl_SI", "lt_LT", "lv_LV", "et_EE"),
    ),
    ("fr", "it", "nl", "sv", "da", "no", "fi", "pl", "cs", "hu", "hr", "tr", "sk", "et", "is"),
)
_LATIN = re.compile(r"[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ'’-]+")


_COUNTED = 0.01  # a weight above this comes from counts of bearers, below from bare lists


def names(language: str, lex: Path) -> Iterator[DictionaryWord]:
    """Given names with the gender of their bearers; what is said at home counts first."""
    genders: dict[str, set[str]] = {}
    unsure: set[str] = set()
    for fakers, mimeses in (HOME[language], *(HOME[other] for other in HOME if other != language), ABROAD):
        found: dict[str, dict[str, float]] = defaultdict(lambda: {"m": 0.0, "f": 0.0})
        for name, gender, weight in _given(fakers, mimeses):
            found[name][gender] += weight
        if (fakers, mimeses) == HOME[language]:
            for name, gender in _languagetool_names(language, lex):
                found[name][gender] += 0.001
        for name, weights in found.items():
            # Rolls of newborns hold every name under both genders; a third is a slip of the pen.
            both = {gender for gender in "mf" if weights[gender] * 3 >= max(weights.values())}
            known = genders.setdefault(name, both)
            if name in unsure and len(known) > 1 and len(both) == 1:  # bare lists: others may know better
                genders[name] = both
            if len(both) > 1 and max(weights.values()) < _COUNTED:
                unsure.add(name)
    for nickname, both in _nicknames(lex, genders):
        genders.setdefault(nickname, both)
    for name, both in sorted(genders.items()):
        for gender in sorted(both):
            yield DictionaryWord(name, language, "name", gender)


def _nicknames(lex: Path, genders: dict[str, set[str]]) -> Iterator[tuple[str, set[str]]]:
    """Short forms with the gender of the names they stand for."""
    found: dict[str, set[str]] = defaultdict(set)
    with (lex / "en_nicknames.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            found[row["name2"].capitalize()] |= genders.get(row["name1"].capitalize(), set())
    yield from ((name, both) for name, both in found.items() if both)


def _given(fakers: Iterable[str], mimeses: Iterable[str]) -> Iterator[tuple[str, str, float]]:
    from importlib import import_module

    import mimesis

    for locale in fakers:
        try:
            provider = import_module(f"faker.providers.person.{locale}").Provider
        except ModuleNotFoundError:
            continue
        for gender, kind in (("m", "male"), ("f", "female")):
            table = getattr(provider, f"first_names_{kind}", ())
            for name in table:
                if _LATIN.fullmatch(name):
                    yield name, gender, float(table[name]) if isinstance(table, dict) else 0.001
    folder = Path(mimesis.__file__).parent / "datasets"
    for locale in mimeses:
        path = folder / locale / "person.json"
        if not path.is_file():
            continue
        content = json.loads(path.read_text(encoding="utf-8")).get("names", {})
        for gender, kind in (("m", "male"), ("f", "female")):
            for name in content.get(kind, ()):
                if _LATIN.fullmatch(name):
                    yield name, gender, 0.0005


def _languagetool_names(language: str, lex: Path) -> Iterator[tuple[str, str]]:
    if language == "de":
        for form, tag in _german_propers(lex):
            if tag[-1] == "VOR" and tag[1] == "NOM" and tag[3] in ("MAS", "FEM"):
                yield form, tag[3][0].lower()
    elif language == "pt":
        for line in (lex / "pt_propernouns.languagetool.txt").read_text(encoding="utf-8").splitlines():
            form, _, tag = line.lstrip("#").split("\t")[:3]
            if re.fullmatch(r"NP[MF]S000", tag):
                yield form, tag[2].lower()


def _german_propers(lex: Path) -> Iterator[tuple[str, list[str]]]:
    for line in (lex / "de_propernouns.languagetool.txt").read_text(encoding="utf-8").splitlines():
        form, _, tag = line.split("\t")
        yield form, tag.split(":")


def propers(language: str, lex: Path) -> Iterator[DictionaryWord]:
    """Places with their gender; German ones with their genitive."""
    if language == "de":
        entries: dict[tuple[str, str, str], list[WordForm]] = defaultdict(list)
        lines = (lex / "de_propernouns.languagetool.txt").read_text(encoding="utf-8").splitlines()
        for line in lines:
            form, lemma, tag = line.split("\t")
            parts = tag.split(":")
            if parts[-1] in ("STD", "COU", "GEB", "WAT", "MOU", "GEO"):
                number = "p" if parts[2] == "PLU" else "s"
                case = parts[1].replace("AKK", "ACC")
                entries[lemma, parts[3][:1].lower(), number].append(WordForm(form, number, case))
        for (lemma, gender, number), forms in entries.items():
            yield DictionaryWord(lemma, "de", "proper", gender, number, forms=tuple(dict.fromkeys(forms)))
    elif language == "pt":
        for line in (lex / "pt_propernouns.languagetool.txt").read_text(encoding="utf-8").splitlines():
            form, _, tag = line.lstrip("#").split("\t")[:3]
            if match := re.fullmatch(r"NP([MF])([SP])G00", tag):
                number = match[2].lower()
                yield DictionaryWord(
                    form, "pt", "proper", match[1].lower(), number, forms=(WordForm(form, number),)
                )
