"""Gender, genitive and given names against the hand-written lists in `heads`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nescio.knowledge.dictionary import Dictionary
from nescio.knowledge.loading import load_dictionary
from nescio.packs import load_pack

FOLDER = Path(__file__).parent / "heads"


def tables(name: str) -> list[list[str]]:
    """The rows of one list: what was asked, how many were right, which were wrong."""
    lists = tomllib.loads((FOLDER / f"list_{name}.toml").read_text(encoding="utf-8"))
    rows = []
    for language in ("de", "pt", "es"):
        dictionary = load_dictionary(load_pack(language))
        words = list(_genders(lists["gender"][language]))
        rows.append(_row(name, language, "gender", words, [_gender(dictionary, *word) for word in words]))
        forms = list(_genitives(lists["gender"][language]))
        if forms:
            right = [_genitive(dictionary, *form) for form in forms]
            rows.append(_row(name, language, "genitive", [(form[0],) for form in forms], right))
    for language in ("en", "de", "pt", "es"):
        dictionary = load_dictionary(load_pack(language))
        words = list(_genders(lists["names"][language]))
        right = [dictionary.name_gender(given) == gender for given, gender in words]
        rows.append(_row(name, language, "given names", words, right))
    return rows


def _genders(table: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for gender, entry in table.items():
        for words in entry.values() if isinstance(entry, dict) else [entry]:
            yield from ((word, gender) for word in words.split())


def _genitives(table: dict[str, Any]) -> Iterator[tuple[str, str, list[str]]]:
    """Masculine and neuter nouns with the genitives that are right."""
    for gender, entry in table.items():
        if isinstance(entry, dict) and gender != "f":
            for endings, words in entry.items():
                yield from (
                    (word, gender, [word + end for end in endings.split("|")]) for word in words.split()
                )


def _gender(dictionary: Dictionary, word: str, gender: str) -> bool:
    return dictionary.gender(word) == gender


def _genitive(dictionary: Dictionary, word: str, gender: str, right: list[str]) -> bool:
    nouns = [found for found in dictionary.nouns(word) if found.gender == gender]
    return bool(nouns) and nouns[0].form("s", "GEN") in right


def _row(name: str, language: str, what: str, words: list[Any], right: list[bool]) -> list[str]:
    missed = [word[0] for word, good in zip(words, right, strict=True) if not good]
    share = sum(right) / len(right)
    return [name.upper(), language, what, f"{len(right)}", f"{share:.3f}", ", ".join(missed)]
