"""The grammar of a language at work: which words are determiners, and how words are inflected."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final, NamedTuple

from nescio.packs.grammar import DeterminerForms, GrammarTable

DEFINITE: Final = "definite"
INDEFINITE: Final = "indefinite"


class Cell(NamedTuple):
    """A place in a paradigm; parts that a language lacks are empty."""

    number: str = "s"
    gender: str = ""
    case: str = ""

    def names(self) -> Iterator[str]:
        """The names under which a paradigm may hold the cell, the most exact first."""
        for head in (f"{self.number}{self.gender}", self.number):
            if self.case:
                yield f"{head}.{self.case}"
            yield head

    def of(self, forms: Mapping[str, str]) -> str | None:
        """What a paradigm has in this place."""
        return next((forms[name] for name in self.names() if name in forms), None)


class Reading(NamedTuple):
    """What a word may be: a determiner, perhaps with a preposition inside, in some cell."""

    determiner: str
    cell: Cell
    preposition: str = ""


class Front(NamedTuple):
    """What stands before a noun: a preposition and the name of a determiner; either may be missing."""

    preposition: str = ""
    determiner: str = ""


class Grammar:
    """Everything that the repair of a sentence needs to do with the words of a language."""

    def __init__(self, table: GrammarTable) -> None:
        self.table = table
        self.cases = table.cases
        self.determiners = {item.name: item for item in table.determiners}
        self.prepositions = table.prepositions.words | frozenset(table.prepositions.governs)
        self.links = frozenset(table.prepositions.links)

    @cached_property
    def readings(self) -> Mapping[str, tuple[Reading, ...]]:
        """Every word that is a determiner or a contraction, with what it may be."""
        found: dict[str, list[Reading]] = {}
        for determiner in self.table.determiners:
            for key, form in [*determiner.forms.items(), *determiner.before_vowel.items()]:
                found.setdefault(form, []).append(Reading(determiner.name, _cell(key)))
        for item in self.table.contractions:
            for key, form in item.forms.items():
                found.setdefault(form, []).append(Reading(item.determiner, _cell(key), item.preposition))
        return {word: tuple(readings) for word, readings in found.items()}

    def kinds(self, readings: Iterable[Reading]) -> set[str]:
        """The kinds of determiners that a word may be: definite, indefinite, other."""
        return {self.determiners[reading.determiner].kind for reading in readings}

    def form(self, determiner: str, cell: Cell) -> str | None:
        return cell.of(self.determiners[determiner].forms)

    def write(self, front: Front, cell: Cell, following: str) -> str:
        """A preposition and a determiner before a word, contracted where the language does so."""
        item = self.determiners.get(front.determiner)
        article = self._article(item, cell, following) if item else ""
        if not item or not article:
            return front.preposition
        for rule in self.table.contractions:
            if (rule.preposition, rule.determiner) != front or rule.read_only:
                continue
            form = cell.of(rule.forms)
            if form and article == cell.of(item.forms):
                return form
            masculine = Cell("s", "m").of(rule.forms)
            if form is None and masculine and cell.number == "s" and self._is_stressed(following):
                return masculine
        return f"{front.preposition} {article}".strip()

    def _article(self, item: DeterminerForms, cell: Cell, following: str) -> str:
        vocalic = cell.of(item.before_vowel)
        if vocalic and self._sounds_vocalic(following):
            return vocalic
        if cell.number == "s" and item.kind and self._is_stressed(following):
            return cell._replace(gender="m").of(item.forms) or ""
        return cell.of(item.forms) or ""

    def _is_stressed(self, word: str) -> bool:
        return word.split(" ")[0].lower() in self.table.stressed

    def _sounds_vocalic(self, word: str) -> bool:
        rules = self.table.vowels
        small = word.lower()
        if small.startswith(rules.silent):
            return True
        if small.startswith(rules.consonant):
            return False
        first = word.split(" ")[0]
        if first.isupper() and len(first) > 1 and word[:1].isalpha():
            return word[0] in rules.spelled
        return small[:1] in rules.letters

    def adjective(self, word: str, cell: Cell, determiner: str) -> str:
        """The adjective as it must be beside a noun of the cell."""
        rules = self.table.adjectives
        if self.table.adjective_endings:
            kind = self.determiners[determiner].adjectives if determiner else "strong"
            endings = sorted(rules.endings, key=len, reverse=True)
            stem = next((word.removesuffix(end) for end in endings if word.endswith(end)), word)
            return f"{stem}{cell.of(self.table.adjective_endings[kind]) or ''}"
        for masculine, feminine in rules.pairs:
            old, new = (masculine, feminine) if cell.gender == "f" else (feminine, masculine)
            if not word.endswith(old):
                continue
            changed = f"{word.removesuffix(old)}{new}"
            if (old, new) != ("a", "o") or changed in self.common_adjectives:
                return changed
        return word

    @cached_property
    def common_adjectives(self) -> frozenset[str]:
        """Adjectives with the forms that the pairs of endings give."""
        rules = self.table.adjectives
        words = set(rules.common)
        for masculine, feminine in rules.pairs:
            words |= {w.removesuffix(masculine) + feminine for w in words if w.endswith(masculine)}
        return frozenset(words | {f"{word}s" for word in words})

    def is_adjective(self, word: str) -> bool:
        """Whether a small word between determiner and name may be an adjective."""
        if not word[:1].islower():
            return False
        if endings := self.table.adjectives.endings:
            return word.endswith(endings) and len(word) > 3 and word not in self.prepositions
        return self.is_known_adjective(word)

    def is_known_adjective(self, word: str) -> bool:
        return word in self.common_adjectives


def _cell(key: str) -> Cell:
    head, _, case = key.partition(".")
    return Cell(head[:1], head[1:], case)


def fitting(readings: Iterable[Reading], genders: str, number: str) -> list[Reading]:
    """The readings that a noun of that gender and number allows; all, if none does."""
    all_ = list(readings)
    kept = [r for r in all_ if (not genders or r.cell.gender in ("", *genders)) and r.cell.number == number]
    return kept or all_
