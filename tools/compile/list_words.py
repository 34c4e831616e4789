"""What the compilers of lists share: which words are common, and the files they read and write."""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from tools.sources import PACKS, wrote

COUNTRIES = {  # where a language is spoken
    "en": ("GB", "IE", "US", "CA", "AU", "NZ", "ZA"),
    "de": ("DE", "AT", "CH", "LI", "LU"),
    "pt": ("PT", "BR", "AO", "MZ", "CV"),
    "es": ("ES", "MX", "AR", "CO", "CL", "PE", "VE", "EC", "UY", "BO", "CU", "CR", "PA", "GT", "DO", "PY"),
}
COMMON = 2.6  # frequency on the Zipf scale from which a dictionary word counts as common
LATIN = re.compile(r"[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ'’. -]*")


class CommonWords:
    """Knows which words of a language are common words."""

    def __init__(self, language: str, lex: Path) -> None:
        self.language = language
        folder = PACKS / language / "lists"
        self.kept = {fold(word) for word in read(folder / "kept.txt")}
        self.dropped = {fold(word) for word in read(folder / "dropped.txt")}
        self.guarded = {fold(word) for word in read(folder / "guarded.txt")}
        self._dictionary = dictionary(language, lex)

    def is_common(self, entry: str) -> bool:
        """Every word of the entry is an everyday word."""
        return all(self._is_common(word) for word in re.split(r"[ -]", entry) if word)

    def _is_common(self, word: str) -> bool:
        folded = fold(word)
        if folded in self.kept:
            return False
        if folded in self.guarded:
            return True
        return zipf(word, self.language) >= COMMON and folded in self._dictionary

    def is_dropped(self, entry: str) -> bool:
        return fold(entry) in self.dropped


@cache
def zipf(word: str, language: str) -> float:
    from wordfreq import zipf_frequency

    return float(zipf_frequency(word, language))


def dictionary(language: str, lex: Path) -> set[str]:
    """Words that are more than names, folded."""
    readers = {"en": _english_words, "de": _german_words, "pt": _portuguese_words, "es": _spanish_words}
    return {fold(word) for word in readers[language](lex)}


def _english_words(lex: Path) -> Iterator[str]:
    from lemminflect import getAllLemmas
    from wordfreq import top_n_list

    for word in top_n_list("en", 60_000):
        if set(getAllLemmas(word)) - {"PROPN"}:
            yield word
    yield from top_n_list("en", 300)


def _german_words(lex: Path) -> Iterator[str]:
    import german_nouns

    # A column per part of speech; names carry "Vorname", "Nachname" or "Toponym".
    with (Path(next(iter(german_nouns.__path__))) / "nouns.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if not re.search("name|Toponym|Deklinierte|Eigenname", row["pos"]):
                yield row["lemma"]
                yield from (row[key] for key in ("nominativ plural", "genitiv singular") if row.get(key))
    yield from _small_words("de", 60_000)


def _small_words(language: str, count: int) -> Iterator[str]:
    """Frequent words whose lemma is another word in small letters; the lemma of a name is a name."""
    import simplemma
    from wordfreq import top_n_list

    for word in top_n_list(language, count):
        lemma = simplemma.lemmatize(word, lang=language)
        if lemma[0].islower() and lemma != word and simplemma.is_known(word, lang=language):
            yield word
    for word in top_n_list(language, 300):
        if simplemma.lemmatize(word, lang=language)[0].islower():
            yield word


def _unless_name(words: Iterable[str], language: str) -> Iterator[str]:
    """Without the words that the lemmatizer knows as names: Diego, Lorenzo."""
    import simplemma

    return (word for word in words if not simplemma.lemmatize(word, lang=language)[:1].isupper())


def _portuguese_words(lex: Path) -> Iterator[str]:
    with (lex / "pt_nouns.morphobr.tsv").open(encoding="utf-8") as file:
        yield from _unless_name((line.partition("\t")[0] for line in file), "pt")
    yield from _small_words("pt", 40_000)


def _spanish_words(lex: Path) -> Iterator[str]:
    for name in ("es_nouns.freeling.txt", "es_adjectives.freeling.txt"):
        with (lex / name).open(encoding="utf-8") as file:
            yield from _unless_name((line.split()[0] for line in file if line.split()), "es")
    yield from _small_words("es", 40_000)


def table(path: Path) -> Iterator[tuple[str, str, str]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        cells = line.split("\t")
        if len(cells) == 3 and not line.startswith("#"):
            yield cells[0], cells[1], cells[2]


def read(path: Path) -> list[str]:
    if not path.is_file():
        return []
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def tidy(name: str) -> str:
    return " ".join(name.replace("’", "'").split())


def fold(word: str) -> str:
    marks = unicodedata.normalize("NFD", word.casefold())
    return "".join(char for char in marks if not unicodedata.combining(char))


def distinct(entries: Iterable[str]) -> list[str]:
    """One of the spellings that matching does not tell apart, the one with most accents."""
    spellings = sorted(set(entries), key=lambda entry: (sum(char > "z" for char in entry), entry))
    return list({re.sub(r"\W+", " ", fold(entry)): entry for entry in spellings}.values())


def write(language: str, name: str, entries: Iterable[str]) -> None:
    folder = PACKS / language / "lists"
    folder.mkdir(parents=True, exist_ok=True)
    lines = sorted(distinct(unicodedata.normalize("NFC", entry) for entry in entries))
    head = "# Compiled by tools/compile/lists.py; sources in DATA_SOURCES.md.\n"
    path = folder / f"{name}.txt"
    path.write_text(head + "".join(f"{line}\n" for line in lines), encoding="utf-8")
    wrote(path, f"{len(lines)} entries")
