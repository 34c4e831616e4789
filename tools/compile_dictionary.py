"""Compiles the dictionaries that nescio ships, one file per language, from open sources.

Facts only: lemmas, genders, forms. Needs german-nouns, lemminflect, wordfreq, faker and mimesis,
and the folder of lexical files that the environment variable NESCIO_LEX names. Sources and
licences stand in DATA_SOURCES.md. The share of women among the bearers of a name is not taken
from first_names_gender.tsv, because the terms of one of its sources are not established.
"""

from __future__ import annotations

import csv
import json
import os
import re
import sqlite3
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from nescio.knowledge.lexicon import write_lexicon
from nescio.knowledge.words import Form, Word

ROOT = Path(__file__).parents[1] / "src" / "nescio"
TARGET = ROOT / "knowledge" / "data"
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


def main() -> None:
    lex = Path(os.environ.get("NESCIO_LEX", ""))
    if not (lex / "README.md").is_file():
        sys.exit("Set NESCIO_LEX to the folder with the lexical files.")
    nouns = {"en": english, "de": german, "pt": portuguese, "es": spanish}
    for language, read in nouns.items():
        path = TARGET / f"dictionary.{language}.sqlite"
        path.unlink(missing_ok=True)
        words = [*read(lex), *names(language, lex), *propers(language, lex)]
        count = write_lexicon(path, with_translations(words, language))
        with sqlite3.connect(path) as db:
            db.execute("VACUUM")
        print(f"{path.name}: {count} words, {path.stat().st_size / 1e6:.1f} MB")


def _noun(lemma: str, language: str, gender: str, forms: Iterable[Form]) -> Word:
    return Word(lemma, language, "noun", gender, forms=tuple(dict.fromkeys(forms)))


# German

_CASES = {"NOM": "nominativ", "ACC": "akkusativ", "DAT": "dativ", "GEN": "genitiv"}


def german(lex: Path) -> Iterator[Word]:
    import german_nouns

    with (Path(next(iter(german_nouns.__path__))) / "nouns.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if re.search("name|Toponym|Deklinierte|Affix|Gebundenes|Abkürzung|Eigen", row["pos"]):
                continue
            if not re.fullmatch(r"[A-ZÄÖÜ][\wäöüßé-]+", row["lemma"]):
                continue
            columns = [""] if row["genus"] else [f" {n}" for n in range(1, 5) if row.get(f"genus {n}")]
            for column in columns:
                yield from _german_noun(row, row["genus" + column], column)


def _german_noun(row: dict[str, str], gender: str, column: str) -> Iterator[Word]:
    forms = []
    for number, word in (("s", "singular"), ("p", "plural")):
        for case, name in _CASES.items():
            text = row.get(f"{name} {word}{column}") or row.get(f"{name} {word} 1") or ""
            text = text.split("/")[0].strip()
            if text and text not in "—-–" and " " not in text:
                forms.append(Form(text.replace("(", "").replace(")", ""), number, case))
            other = row.get(f"{name} {word}{column}*") or ""
            if number == "s" and other and " " not in other and other.isalpha():
                forms.append(Form(other, number, case))
    genitive = next((form.text for form in forms if (form.number, form.case) == ("s", "GEN")), "")
    if genitive == row["lemma"] + "es" and not re.search(r"(?:s|ß|x|z|sch|st)$", row["lemma"]):
        forms.append(Form(row["lemma"] + "s", "s", "GEN"))  # both are right; the short one is commoner
    if gender in "mfn" and gender:
        yield _noun(row["lemma"], "de", gender, forms)


# Portuguese and Spanish


def portuguese(lex: Path) -> Iterator[Word]:
    plurals: dict[tuple[str, str], list[str]] = defaultdict(list)
    singulars: dict[tuple[str, str], list[str]] = defaultdict(list)
    with (lex / "pt_nouns.morphobr.tsv").open(encoding="utf-8") as file:
        for line in file:
            form, _, tags = line.rstrip("\n").partition("\t")
            lemma, *rest = tags.split("+")
            if rest[0] != "N" or len(rest) not in (2, 3) or rest[-1] not in ("SG", "PL"):
                continue  # no diminutives and the like
            gender = rest[1].lower() if len(rest) == 3 else _portuguese_gender(lemma)
            (singulars if rest[-1] == "SG" else plurals)[lemma, gender].append(form)
    yield from _pairs(singulars, plurals, "pt")


def _portuguese_gender(lemma: str) -> str:
    """What the ending says where the source is silent; -ema, -oma … are Greek and masculine."""
    if re.search(r"(?:em|om|am|ogram|ograf)a$", lemma) and not re.search(
        r"(?:gema|lama|cama|dama|fama|chama|goma)$", lemma
    ):
        return "m"
    return "f" if re.search(r"(?:a|ã|ção|são|dade|tude|gem|ice|ície|triz|ude|ase|ise|ose)$", lemma) else "m"


def spanish(lex: Path) -> Iterator[Word]:
    plurals: dict[tuple[str, str], list[str]] = defaultdict(list)
    singulars: dict[tuple[str, str], list[str]] = defaultdict(list)
    with (lex / "es_nouns.freeling.txt").open(encoding="utf-8") as file:
        for line in file:
            form, lemma, tag = line.split()
            if not tag.startswith("NC"):
                continue
            for gender in "mf" if tag[2] == "C" else tag[2].lower():
                for number in "sp" if tag[3] == "N" else tag[3].lower():
                    (singulars if number == "s" else plurals)[lemma, gender].append(form)
    yield from _pairs(singulars, plurals, "es")


def _pairs(
    singulars: dict[tuple[str, str], list[str]], plurals: dict[tuple[str, str], list[str]], language: str
) -> Iterator[Word]:
    for (lemma, gender), forms in singulars.items():
        many = plurals.get((lemma, gender), [])
        for form in dict.fromkeys(forms):
            near = sorted(many, key=lambda other, form=form: -_common(form, other))[:1]  # type: ignore[misc]
            yield _noun(form, language, gender, [Form(form), *(Form(other, "p") for other in near)])
    for (lemma, gender), many in plurals.items():
        if (lemma, gender) not in singulars:
            for form in dict.fromkeys(many):
                yield _noun(form, language, gender, [Form(form, "p")])


def _common(left: str, right: str) -> int:
    return next(
        (i for i, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), min(len(left), len(right))
    )


# English


def english(lex: Path) -> Iterator[Word]:
    from lemminflect import getAllInflections, getAllLemmas
    from wordfreq import top_n_list

    seen: set[str] = set()
    for word in top_n_list("en", 60_000):
        for lemma in getAllLemmas(word, upos="NOUN").get("NOUN", ()):
            if lemma in seen or not lemma.isalpha():
                continue
            seen.add(lemma)
            plural = getAllInflections(lemma, upos="NOUN").get("NNS", ())[:1]
            yield _noun(lemma, "en", "", [Form(lemma), *(Form(other, "p") for other in plural)])


# Names


def names(language: str, lex: Path) -> Iterator[Word]:
    """Given names with the gender of their bearers; what is said at home counts first."""
    genders: dict[str, set[str]] = {}
    for fakers, mimeses in (HOME[language], *(HOME[other] for other in HOME if other != language), ABROAD):
        found: dict[str, dict[str, float]] = defaultdict(lambda: {"m": 0.0, "f": 0.0})
        for name, gender, weight in _given(fakers, mimeses):
            found[name][gender] += weight
        if (fakers, mimeses) == HOME[language]:
            for name, gender in _languagetool_names(language, lex):
                found[name][gender] += 0.02
        for name, weights in found.items():
            # Rolls of newborns hold every name under both genders; a tenth is a slip of the pen.
            both = {gender for gender in "mf" if weights[gender] * 8 >= max(weights.values())}
            genders.setdefault(name, both)
    for nickname, both in _nicknames(lex, genders):
        genders.setdefault(nickname, both)
    for name, both in sorted(genders.items()):
        for gender in sorted(both):
            yield Word(name, language, "name", gender)


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


def propers(language: str, lex: Path) -> Iterator[Word]:
    """Places with their gender; German ones with their genitive."""
    if language == "de":
        entries: dict[tuple[str, str, str], list[Form]] = defaultdict(list)
        lines = (lex / "de_propernouns.languagetool.txt").read_text(encoding="utf-8").splitlines()
        for line in lines:
            form, lemma, tag = line.split("\t")
            parts = tag.split(":")
            if parts[-1] in ("STD", "COU", "GEB", "WAT", "MOU", "GEO"):
                number = "p" if parts[2] == "PLU" else "s"
                case = parts[1].replace("AKK", "ACC")
                entries[lemma, parts[3][:1].lower(), number].append(Form(form, number, case))
        for (lemma, gender, number), forms in entries.items():
            yield Word(lemma, "de", "proper", gender, number, forms=tuple(dict.fromkeys(forms)))
    elif language == "pt":
        for line in (lex / "pt_propernouns.languagetool.txt").read_text(encoding="utf-8").splitlines():
            form, _, tag = line.lstrip("#").split("\t")[:3]
            if match := re.fullmatch(r"NP([MF])([SP])G00", tag):
                number = match[2].lower()
                yield Word(form, "pt", "proper", match[1].lower(), number, forms=(Form(form, number),))


# Translations: the words for the types of the knowledge base, which were reviewed by hand.


def with_translations(words: list[Word], language: str) -> Iterator[Word]:
    from dataclasses import replace

    tables = {code: _type_labels(code) for code in HOME}
    by_label = {label: key for key, label in tables[language].items()}
    for word in words:
        key = by_label.get(word.lemma)
        if word.pos == "noun" and key is not None:
            others = {code: (table[key],) for code, table in tables.items() if code != language}
            word = replace(word, translations=others)
        yield word


def _type_labels(language: str) -> dict[str, str]:
    path = ROOT / "languages" / language / "knowledge" / "types.tsv"
    rows = (
        line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")
    )
    return {row[0]: row[1] for row in rows}


if __name__ == "__main__":
    main()
