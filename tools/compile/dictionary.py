"""Compiles the dictionaries that nescio ships, one file per language, from open sources.

Facts only: lemmas, genders, forms. Needs german-nouns, lemminflect, wordfreq, faker, mimesis and the
files of WordNet, and the folder of lexical files that the environment variable NESCIO_LEX names. Sources and
licences stand in DATA_SOURCES.md. The share of women among the bearers of a name is not taken
from first_names_gender.tsv, because the terms of one of its sources are not established.
"""

from __future__ import annotations

import csv
import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from nescio.knowledge.lexicon import write_lexicon
from nescio.knowledge.words import DictionaryWord, WordForm
from tools.compile.dictionary_glosses import with_definitions, with_translations
from tools.compile.dictionary_names import names, propers
from tools.sources import lexical_files, need_wordnet, target, wrote


def main() -> None:
    lex = lexical_files()
    need_wordnet()
    nouns = {"en": english, "de": german, "pt": portuguese, "es": spanish}
    for language, read in nouns.items():
        path = target() / language / "dictionary.sqlite"
        path.unlink(missing_ok=True)
        words = [*read(lex), *names(language, lex), *propers(language, lex)]
        count = write_lexicon(path, with_definitions(with_translations(words, language), language))
        with sqlite3.connect(path) as db:
            db.execute("VACUUM")
        wrote(path, f"{count} words, {path.stat().st_size / 1e6:.1f} MB")


def _noun(lemma: str, language: str, gender: str, forms: Iterable[WordForm]) -> DictionaryWord:
    return DictionaryWord(lemma, language, "noun", gender, forms=tuple(dict.fromkeys(forms)))


# German

_CASES = {"NOM": "nominativ", "ACC": "akkusativ", "DAT": "dativ", "GEN": "genitiv"}


def german(lex: Path) -> Iterator[DictionaryWord]:
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


def _german_noun(row: dict[str, str], gender: str, column: str) -> Iterator[DictionaryWord]:
    forms = []
    for number, word in (("s", "singular"), ("p", "plural")):
        for case, name in _CASES.items():
            text = row.get(f"{name} {word}{column}") or row.get(f"{name} {word} 1") or ""
            text = text.split("/")[0].strip()
            if text and text not in "—-–" and " " not in text:
                forms.append(WordForm(text.replace("(", "").replace(")", ""), number, case))
            other = row.get(f"{name} {word}{column}*") or ""
            if number == "s" and other and " " not in other and other.isalpha():
                forms.append(WordForm(other, number, case))
    genitive = next((form.text for form in forms if (form.number, form.case) == ("s", "GEN")), "")
    if genitive == row["lemma"] + "es" and not re.search(r"(?:s|ß|x|z|sch|st)$", row["lemma"]):
        short = WordForm(
            row["lemma"] + "s", "s", "GEN"
        )  # both are right; of long words the short one is commoner
        syllables = len(re.findall(r"[aeiouyäöü]+", row["lemma"].lower()))
        forms.insert(0, short) if syllables > 1 else forms.append(short)
    if gender in "mfn" and gender:
        yield _noun(row["lemma"], "de", gender, forms)


# Portuguese and Spanish


def portuguese(lex: Path) -> Iterator[DictionaryWord]:
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


def spanish(lex: Path) -> Iterator[DictionaryWord]:
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
) -> Iterator[DictionaryWord]:
    for (lemma, gender), forms in singulars.items():
        many = plurals.get((lemma, gender), [])
        for form in dict.fromkeys(forms):
            near = sorted(many, key=lambda other, form=form: -_common(form, other))[:1]  # type: ignore[misc]
            yield _noun(form, language, gender, [WordForm(form), *(WordForm(other, "p") for other in near)])
    for (lemma, gender), many in plurals.items():
        if (lemma, gender) not in singulars:
            for form in dict.fromkeys(many):
                yield _noun(form, language, gender, [WordForm(form, "p")])


def _common(left: str, right: str) -> int:
    return next(
        (i for i, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), min(len(left), len(right))
    )


# English


def english(lex: Path) -> Iterator[DictionaryWord]:
    from lemminflect import getAllInflections, getAllLemmas
    from wordfreq import top_n_list

    seen: set[str] = set()
    for word in top_n_list("en", 60_000):
        for lemma in getAllLemmas(word, upos="NOUN").get("NOUN", ()):
            if lemma in seen or not lemma.isalpha():
                continue
            seen.add(lemma)
            plural = getAllInflections(lemma, upos="NOUN").get("NNS", ())[:1]
            yield _noun(lemma, "en", "", [WordForm(lemma), *(WordForm(other, "p") for other in plural)])


if __name__ == "__main__":
    main()
