"""Definitions and translations of the words that nescio uses for types, and of English nouns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from nescio.knowledge.words import DictionaryWord
from tools.sources import LANGUAGES, PACKS, WORDNET

# Translations: the words for the types of the knowledge base, which were reviewed by hand.


def with_translations(words: list[DictionaryWord], language: str) -> Iterator[DictionaryWord]:
    """Type words with the word for the same type in the other languages."""
    labels = {code: {row[0]: row[1] for row in _type_rows(code)} for code in LANGUAGES}
    key_of = _types_of_words(language)
    for word in words:
        key = key_of.get(word.lemma)
        if word.pos == "noun" and key is not None:
            others = {code: (table[key],) for code, table in labels.items() if code != language}
            word = replace(word, translations=others)
        yield word


# Definitions: of WordNet for English, elsewhere of our own writing for the words of the types.


def with_definitions(words: Iterable[DictionaryWord], language: str) -> Iterator[DictionaryWord]:
    glosses = _own_definitions(language) | (_glosses() if language == "en" else {})
    for word in words:
        text = glosses.get(word.lemma, "")
        yield replace(word, definition=text) if word.pos == "noun" and text else word


def _glosses() -> dict[str, str]:
    """The first sense of each English noun, without its examples."""
    texts: dict[str, str] = {}
    for line in (WORDNET / "data.noun").read_text(encoding="utf-8").splitlines():
        if not line.startswith("  "):
            gloss = re.sub(r"\s*\([^)]*\)", "", line.partition("|")[2]).split(";")[0].strip()
            texts[line.split()[0]] = gloss[:_LONGEST].rpartition(" ")[0] if len(gloss) > _LONGEST else gloss
    found: dict[str, str] = {}
    for line in (WORDNET / "index.noun").read_text(encoding="utf-8").splitlines():
        if not line.startswith("  ") and "_" not in line.split()[0]:
            cells = line.split()
            senses = [cell for cell in cells if re.fullmatch(r"\d{8}", cell)]
            found[cells[0]] = texts[senses[0]]
    return found


_LONGEST = 90  # characters of a definition
_KIND = {"en": "a kind of {}", "de": "eine Art: {}", "pt": "tipo de {}", "es": "tipo de {}"}


def _own_definitions(language: str) -> dict[str, str]:
    """What is written for a type, else the type above it; other words for it say so."""
    rows = {row[0]: row for row in _type_rows(language)}
    above = {row[0]: row[1] for row in _type_rows("xx")}
    path = PACKS / language / "knowledge" / "definitions.tsv"
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    written = dict(line.split("\t") for line in lines if line[0] != "#")
    texts = {}
    for id in rows:
        parent = rows.get(above.get(id, ""))
        texts[id] = written.get(id) or (_KIND[language].format(parent[1]) if parent else "")
    found = {}
    for word, id in _types_of_words(language).items():
        found[word] = texts[id] if rows[id][1] == word else f"{rows[id][1]}: {texts[id]}"
    return found


def _types_of_words(language: str) -> dict[str, str]:
    """Every word that names a type, labels before other words."""
    rows = list(_type_rows(language))
    found = {row[1]: row[0] for row in rows}
    for row in rows:
        for word in row[-1].split(","):
            if word.strip():
                found.setdefault(word.strip(), row[0])
    return found


def _type_rows(language: str) -> Iterator[list[str]]:
    path = PACKS / language / "knowledge" / "types.tsv"
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            yield line.split("\t")
