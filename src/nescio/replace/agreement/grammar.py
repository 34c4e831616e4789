"""The grammar of a language as data: determiners, contractions, prepositions, adjectives."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, NamedTuple

from nescio.packs import Pack
from nescio.packs.files import read_toml

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


class Reading(NamedTuple):
    """What a word may be: a determiner, perhaps with a preposition inside, in some cell."""

    determiner: str
    cell: Cell
    preposition: str = ""


@dataclass(frozen=True)
class Determiner:
    name: str
    kind: str
    forms: Mapping[str, str]
    before_vowel: Mapping[str, str] = field(default_factory=dict)
    adjectives: str = "weak"
    possessive: bool = False

    def form(self, cell: Cell) -> str | None:
        return next((self.forms[key] for key in cell.names() if key in self.forms), None)


@dataclass(frozen=True)
class Contraction:
    preposition: str
    determiner: str
    forms: Mapping[str, str]
    read_only: bool = False


@dataclass(frozen=True)
class Grammar:
    """Everything that the repair of a sentence needs to know about a language."""

    raw: Mapping[str, Any]
    determiners: Mapping[str, Determiner]
    contractions: tuple[Contraction, ...]

    @cached_property
    def genders(self) -> tuple[str, ...]:
        return tuple(self.raw.get("genders", ()))

    @cached_property
    def cases(self) -> tuple[str, ...]:
        return tuple(self.raw.get("cases", ()))

    @cached_property
    def prepositions(self) -> frozenset[str]:
        table = self.raw.get("prepositions", {})
        return frozenset([*table.get("words", ()), *table.get("governs", {})])

    @cached_property
    def governs(self) -> Mapping[str, list[str]]:
        table: Mapping[str, list[str]] = self.raw.get("prepositions", {}).get("governs", {})
        return table

    @cached_property
    def instead(self) -> Mapping[str, Mapping[str, Any]]:
        table: Mapping[str, Mapping[str, Any]] = self.raw.get("prepositions", {}).get("instead", {})
        return table

    @cached_property
    def links(self) -> frozenset[str]:
        return frozenset(self.raw.get("prepositions", {}).get("links", ()))

    @cached_property
    def readings(self) -> Mapping[str, tuple[Reading, ...]]:
        """Every word that is a determiner or a contraction, with what it may be."""
        found: dict[str, list[Reading]] = {}
        for determiner in self.determiners.values():
            for key, form in [*determiner.forms.items(), *determiner.before_vowel.items()]:
                found.setdefault(form, []).append(Reading(determiner.name, _cell(key)))
        for item in self.contractions:
            for key, form in item.forms.items():
                found.setdefault(form, []).append(Reading(item.determiner, _cell(key), item.preposition))
        return {word: tuple(readings) for word, readings in found.items()}

    def write(self, preposition: str, determiner: str, cell: Cell, following: str) -> str:
        """A preposition and a determiner before a word, contracted where the language does so."""
        item = self.determiners.get(determiner)
        article = self._article(item, cell, following) if item else ""
        if not article:
            return preposition
        for rule in self.contractions:
            if (rule.preposition, rule.determiner, rule.read_only) != (preposition, determiner, False):
                continue
            form = next((rule.forms[key] for key in cell.names() if key in rule.forms), None)
            if form and item and article == item.form(cell):
                return form
            if form is None and self._is_stressed(following):
                form = next((rule.forms[key] for key in Cell("s", "m").names() if key in rule.forms), None)
                if form and cell.number == "s":
                    return form
        return f"{preposition} {article}".strip()

    def _article(self, item: Determiner, cell: Cell, following: str) -> str:
        if item.before_vowel and self._sounds_vocalic(following):
            for key in cell.names():
                if key in item.before_vowel:
                    return item.before_vowel[key]
        if cell.number == "s" and item.kind and self._is_stressed(following):
            return item.form(cell._replace(gender="m")) or ""
        return item.form(cell) or ""

    def _is_stressed(self, word: str) -> bool:
        return word.split(" ")[0].lower() in self.raw.get("stressed", ())

    def _sounds_vocalic(self, word: str) -> bool:
        rules = self.raw.get("vowels", {})
        small = word.lower()
        if small.startswith(tuple(rules.get("silent", ()))):
            return True
        if small.startswith(tuple(rules.get("consonant", ()))):
            return False
        if word.split(" ")[0].isupper() and len(word.split(" ")[0]) > 1 and word[:1].isalpha():
            return word[0] in rules.get("spelled", "AEFHILMNORSX")  # an SPD member
        return small[:1] in rules.get("letters", "")

    def adjective(self, word: str, cell: Cell, determiner: str) -> str:
        """The adjective as it must be beside a noun of the cell."""
        table = self.raw.get("adjective_endings")
        if table:
            kind = self.determiners[determiner].adjectives if determiner else "strong"
            ending = next((table[kind][key] for key in cell.names() if key in table[kind]), "")
            endings = sorted(self.raw["adjectives"]["endings"], key=len, reverse=True)
            stem = next((word.removesuffix(end) for end in endings if word.endswith(end)), word)
            return f"{stem}{ending}"
        for masculine, feminine in self.raw.get("adjectives", {}).get("pairs", ()):
            old, new = (masculine, feminine) if cell.gender == "f" else (feminine, masculine)
            if word.endswith(old) and (old, new) != ("a", "o"):
                return f"{word.removesuffix(old)}{new}"
            if word.endswith(old) and word.removesuffix(old) + new in self.common_adjectives:
                return f"{word.removesuffix(old)}{new}"
        return word

    @cached_property
    def common_adjectives(self) -> frozenset[str]:
        """Adjectives with the forms that the pairs of endings give."""
        rules = self.raw.get("adjectives", {})
        words = set(rules.get("common", ()))
        for masculine, feminine in rules.get("pairs", ()):
            words |= {w.removesuffix(masculine) + feminine for w in words if w.endswith(masculine)}
        return frozenset(words | {f"{word}s" for word in words})

    def is_adjective(self, word: str) -> bool:
        """Whether a small word between determiner and name may be an adjective."""
        if not word[:1].islower():
            return False
        rules = self.raw.get("adjectives", {})
        if endings := rules.get("endings"):
            return word.endswith(tuple(endings)) and len(word) > 3 and word not in self.prepositions
        return self.is_known_adjective(word)

    def is_known_adjective(self, word: str) -> bool:
        return word in self.common_adjectives


def load_grammar(pack: Pack) -> Grammar:
    """`agreement/grammar.toml` of the language; a language without one needs no repair."""
    raw = read_toml(pack.folders[-1] / "agreement" / "grammar.toml")
    determiners = {item["name"]: _determiner(item, raw) for item in raw.get("determiner", ())}
    contractions = tuple(
        Contraction(c["preposition"], c["determiner"], c["forms"], c.get("read_only", False))
        for c in raw.get("contraction", ())
    )
    return Grammar(raw, determiners, contractions)


def _determiner(item: Mapping[str, Any], raw: Mapping[str, Any]) -> Determiner:
    forms = dict(item.get("forms", {}))
    for key, table in (("stem", "ein"), ("strong_stem", "strong")):
        if stem := item.get(key):
            endings = raw["stem_endings"][table]
            forms = {cell: (stem + end if end else item.get("base", stem)) for cell, end in endings.items()}
    forms |= {f"={word}": word for word in item.get("words", ())}
    return Determiner(
        item["name"], item.get("kind", ""), forms,
        item.get("before_vowel", {}), item.get("adjectives", "weak"), item.get("possessive", False),
    )  # fmt: skip


def _cell(key: str) -> Cell:
    head, _, case = key.partition(".")
    return Cell(head[:1], head[1:], case)


def fitting(readings: Iterable[Reading], genders: str, number: str) -> list[Reading]:
    """The readings that a noun of that gender and number allows; all, if none does."""
    kept = [
        r for r in readings if (not genders or r.cell.gender in ("", *genders)) and r.cell.number == number
    ]
    return kept or list(readings)
