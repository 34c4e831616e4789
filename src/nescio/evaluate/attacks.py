"""How well new names cover those that were missed: a parrot attack, and one on how often names stand there.

Both need tables of solutions alone. Some people get their own names back, as if nobody had found them, and
an attacker who sees all names of an output is asked which are true.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np

from nescio.core.errors import ConfigError, JobError
from nescio.evaluate.metrics.ranking import Separator
from nescio.packs import UNIVERSAL, Packs
from nescio.solutions.table import Table, TableEntry
from nescio.text.folding import key_of

PERSON: Final = "PER"
LEFT: Final = 10  # one person in so many keeps the own name
_FOLDS: Final = 5
_FEWEST: Final = 20  # people, of whom an attacker can learn something
_NAME: Final = re.compile(r"[^\W\d_]+(?:[ .'’-]+[^\W\d_]+)*\.?")  # what looks like one: no tag, no mask


class SeenPerson(NamedTuple):
    """A person of an output as an attacker sees it, and whether the name is true."""

    language: str
    fold: int  # which part of the texts it stands in
    signs: tuple[float, ...]
    forms: frozenset[str]  # folded words
    is_true: bool


class Attack(NamedTuple):
    """What an attacker finds: the share of true names among as many of the most suspicious people."""

    people: int
    true: int
    found: float

    @property
    def chance(self) -> float:
        return self.true / self.people if self.people else 0.0


class RankAttack(NamedTuple):
    """How many names an attacker guesses who knows how often each stands in the originals."""

    names: int
    matched: float

    @property
    def chance(self) -> float:
        return 1 / self.names if self.names else 0.0


def parrot(
    tables: Iterable[Table], *, left: int = LEFT, known: Mapping[str, Collection[str]] | None = None
) -> dict[str, Attack]:
    """By language, and for `all`; `known`: lists of new names by language, if the attacker has them."""
    if left < 2:
        raise ConfigError("One person in at least 2 keeps the own name.")
    people = [person for table in tables for person in _people(table, left)]
    true = sum(person.is_true for person in people)
    if len(people) < _FEWEST or not 0 < true < len(people) or len({item.fold for item in people}) < 2:
        raise JobError(
            f"{len(people)} people whose names became names, {true} of them with their own again, are few: "
            f"tables of several texts are needed, with at least {_FEWEST} people."
        )
    points = _suspicion(people, known)
    found = {}
    for language in (*sorted({person.language for person in people}), "all"):
        own = [place for place, person in enumerate(people) if language in (person.language, "all")]
        truth = np.array([people[place].is_true for place in own], dtype=float)
        found[language] = Attack(len(own), int(truth.sum()), _found_first(points[own], truth))
    return found


def ranks(tables: Iterable[Table]) -> RankAttack:
    """The last words of names in the order of how often they stand there, originals beside new ones."""
    old: Counter[str] = Counter()
    new: Counter[str] = Counter()
    pairs: set[tuple[str, str]] = set()
    for table in tables:
        for entry in _people_entries(table):
            before, after = key_of(entry.original).split()[-1:], key_of(entry.replacement).split()[-1:]
            if before and after:
                old[before[0]] += 1
                new[after[0]] += 1
                pairs.add((before[0], after[0]))
    if not old:
        raise JobError("The tables hold no people whose names became names.")
    orders = (sorted(words, key=lambda word: (-words[word], word)) for words in (old, new))
    right = sum(pair in pairs for pair in zip(*orders, strict=False))
    return RankAttack(len(old), right / len(old))


def listed_names(languages: Iterable[str]) -> dict[str, frozenset[str]]:
    """The words that new names of `substitute` are made of, by language."""
    packs = Packs.installed()
    found = {}
    for language in languages:
        lists = packs.load(language).surrogates
        names = (*lists.family, *(name for names in lists.given.values() for name in names))
        found[language] = frozenset(word for name in names for word in key_of(name).split())
    return found


def _people_entries(table: Table) -> list[TableEntry]:
    labels = Packs.installed().load(UNIVERSAL).labels
    return [
        entry
        for entry in table.entries
        if entry.label in labels
        and labels.root(entry.label) == PERSON
        and _NAME.fullmatch(entry.replacement)
        and key_of(entry.original)
    ]


def _people(table: Table, left: int) -> list[SeenPerson]:
    entities: dict[int, list[TableEntry]] = defaultdict(list)
    for entry in _people_entries(table):
        entities[entry.entity].append(entry)
    chosen = {entity for entity in entities if _part(f"{table.output_sha256} {entity}", left) == 0}
    seen = {
        entity: [(row.out_start, row.original if entity in chosen else row.replacement) for row in rows]
        for entity, rows in entities.items()
    }
    words = [word for places in seen.values() for _, form in places for word in key_of(form).split()]
    counts = Counter(words)
    length = table.length or max((row.out_end for row in table.entries), default=1)
    fold = _part(table.output_sha256, _FOLDS)
    return [
        SeenPerson(
            table.language, fold, _signs(places, length, counts),
            frozenset(word for _, form in places for word in key_of(form).split() if len(word) > 1),
            entity in chosen,
        )
        for entity, places in seen.items()
    ]  # fmt: skip


def _part(text: str, parts: int) -> int:
    """The same choice on every machine."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4]) % parts


def _signs(places: Sequence[tuple[int, str]], length: int, counts: Mapping[str, int]) -> tuple[float, ...]:
    """What a reader could tell of a person: rank, frequency, case, position, the forms of the name."""
    fullest = max((form for _, form in places), key=len)
    words = key_of(fullest).split() or [""]
    order = sorted(counts.values(), reverse=True)
    own = max(counts.get(word, 0) for word in words)
    return (
        float(np.log1p(len(places))), places[0][0] / max(length, 1), float(len(words)), float(len(fullest)),
        float(fullest.isupper()), float(any(len(word) == 1 for word in words)),
        float(not fullest[:1].isupper()), float(any(not char.isascii() for char in fullest)),
        order.index(own) / max(len(order), 1) if own in order else 1.0, float("-" in fullest),
        float(np.mean([len(word) for word in words])), float(len({form for _, form in places})),
    )  # fmt: skip


def _suspicion(people: Sequence[SeenPerson], known: Mapping[str, Collection[str]] | None) -> np.ndarray:
    """How much each looks like a true name to somebody who learnt it on the other texts."""
    rows = [
        (*item.signs, float(item.forms <= set(known.get(item.language, ())))) if known else item.signs
        for item in people
    ]
    signs, truth = np.array(rows), np.array([item.is_true for item in people], dtype=float)
    folds = np.array([item.fold for item in people])
    points = np.zeros(len(people))
    for fold in np.unique(folds):
        here = folds == fold
        points[here] = Separator(signs[~here], truth[~here]).points(signs[here])
    return points


def _found_first(points: np.ndarray, truth: np.ndarray) -> float:
    order = np.argsort(-points, kind="stable")[: int(truth.sum())]
    return float(truth[order].mean()) if len(order) else 0.0
