"""Flags of words and classes of phrases from all lists, hashed into the tagger's gazetteer."""

from __future__ import annotations

import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable
from importlib import resources
from typing import NamedTuple

import numpy as np

from nescio.detect.tagger.lexicon import FLAGS, PHRASE_CLASSES, LexiconTables, hash_key
from nescio.learn.lexicon.name_lists import NameLists, split_words
from nescio.learn.lexicon.noun_lists import ListedNouns

_FREQUENT_WORDS = 60_000


class Gathered(NamedTuple):
    """Everything known before hashing: flags of words, classes of phrases."""

    flags: dict[str, set[str]]
    phrases: dict[str, str]


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
