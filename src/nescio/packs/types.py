"""The types of the knowledge base: a hierarchy with labels, genders and declension as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from nescio.core.errors import ConfigError, known, shown
from nescio.core.labels import OTHER_NAME
from nescio.packs.files import name_of, read_rows
from nescio.text.folding import key_of


@dataclass(frozen=True, slots=True)
class Noun:
    """How a language says a type: the words, their gender, and the forms of the last or first word."""

    text: str
    gender: str = ""
    number: str = "s"
    genitive: str = ""  # of the head; only where the language declines nouns
    plural: str = ""


@dataclass(frozen=True)
class Types:
    """Every type with what is above it, and the words of one language for them."""

    above: Mapping[str, str]
    labels: Mapping[str, str]  # type -> label of nescio, inherited downwards
    estimates: Mapping[str, int]  # type -> how many there are at least, where no list is shipped
    nouns: Mapping[str, Noun]
    words: Mapping[str, tuple[str, ...]]  # folded word -> types it may name, best first

    def lineage(self, type: str) -> list[str]:
        """The type and those above it, nearest first."""
        line = [type]
        while (parent := self.above.get(line[-1], "")) and parent not in line:
            line.append(parent)
        return line

    def label(self, type: str) -> str:
        """The label that the type, or the nearest above it, belongs to."""
        return next((self.labels[step] for step in self.lineage(type) if step in self.labels), OTHER_NAME)

    def noun(self, type: str) -> Noun:
        """What the language calls the type; the nearest above it that has a name."""
        for step in self.lineage(type):
            if step in self.nouns:
                return self.nouns[step]
        raise ConfigError(f"The type {shown(type)} has no name in this language.")

    def of_word(self, word: str) -> tuple[str, ...]:
        """The types that a word names, as their label or as another word for them."""
        return self.words.get(key_of(word), ())

    @cached_property
    def by_label(self) -> dict[str, str]:
        """The highest type of each label: what is said when nothing else is known."""
        found: dict[str, str] = {}
        for type in sorted(self.above, key=lambda name: len(self.lineage(name))):
            if type in self.labels:
                found.setdefault(self.labels[type], type)
        return found

    def totals(self, counts: Mapping[str, int]) -> dict[str, int]:
        """How many entities lie below each type: the anonymity that it gives."""
        total = dict.fromkeys(self.above, 0)
        for type in self.above:
            count = max(counts.get(type, 0), self.estimates.get(type, 0))
            for step in self.lineage(type):
                total[step] += count
        return total


def read_types(universal: Path, own: Path | None) -> Types:
    """The hierarchy of one `types.tsv`, in the words of another, if there is one."""
    above, labels, estimates = _hierarchy(universal)
    nouns: dict[str, Noun] = {}
    words: dict[str, list[str]] = {}
    for row in read_rows(own, columns=5, more=True) if own is not None else ():
        id, text, gender, number, *forms, others = row
        if id not in above:
            raise ConfigError(f"{name_of(own or universal)} names {shown(id)}. {known(id, above)}")
        nouns[id] = Noun(text, gender, number, *forms[:2])
        declined = forms if " " not in text else []  # of several words, only the last one is given declined
        for word in (text, *declined, *others.split(",")):
            if word.strip():
                words.setdefault(key_of(word), []).append(id)
    for word, id in ((key_of(noun.text), id) for id, noun in nouns.items()):
        words[word].sort(key=lambda type, id=id: type != id)  # type: ignore[misc]
    return Types(
        above, labels, estimates, nouns, {word: tuple(dict.fromkeys(ids)) for word, ids in words.items()}
    )


def _hierarchy(path: Path) -> tuple[dict[str, str], dict[str, str], dict[str, int]]:
    """What stands above each type, the labels of types, and how many there are of some."""
    above: dict[str, str] = {}
    labels: dict[str, str] = {}
    estimates: dict[str, int] = {}
    for id, parent, label, estimate in read_rows(path, columns=4):
        above[id] = parent
        if estimate.isdecimal():
            estimates[id] = int(estimate)
        if label:
            labels[id] = label
    for id, parent in above.items():
        if parent and parent not in above:
            raise ConfigError(f"The type {shown(id)} stands below {shown(parent)}. {known(parent, above)}")
    return above, labels, estimates
