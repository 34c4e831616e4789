"""Labels: a hierarchy of stable names with aliases and the words a reader sees."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from nescio.core.errors import ConfigError, known, shown

# The labels that code must know: those of names, and of what people do. All others are data.
PERSON: Final = "PER"
FAMILY_NUMBER: Final = "family"  # the feature `number` of an entity that is all who share a name
ORGANIZATION: Final = "ORG"
PLACE: Final = "LOC"
OTHER_NAME: Final = "MISC"  # of another kind, or of one that nobody told
PROFESSION: Final = "PROFESSION"
TOLD_NAMES: Final = frozenset({PERSON, ORGANIZATION, PLACE})
NAMES: Final = TOLD_NAMES | {OTHER_NAME}
OUTSIDE = frozenset({"0", "O"})  # what a conversion table writes for "not an entity"


@dataclass(frozen=True, slots=True)
class Label:
    """One kind of sensitive reference."""

    name: str
    parent: str | None
    identifier: str  # "direct" or "indirect"
    display: str
    aliases: tuple[str, ...] = ()


def _key(name: str) -> str:
    plain = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    return plain.upper()


class LabelSet:
    """All labels by name; finds them by alias too, their own and those of other systems."""

    def __init__(self, labels: Iterable[Label], aliases: Mapping[str, str] | None = None) -> None:
        self._by_name = {label.name: label for label in labels}
        self._lineages: dict[str, tuple[str, ...]] = {}  # asked for every claim
        self._roots: dict[str, str] = {}
        self._names: dict[str, str] = {}
        self._by_alias: dict[str, str] = {}
        for label in self._by_name.values():
            for alias in (label.display, *label.aliases, label.name):
                self._by_alias[_key(alias)] = label.name
        for alias, name in (aliases or {}).items():
            self._by_alias.setdefault(_key(alias), name)
        for name in self._by_name:  # a stable name always means itself
            self._by_alias[_key(name)] = name

    def __iter__(self) -> Iterator[Label]:
        return iter(self._by_name.values())

    def __contains__(self, name: str) -> bool:
        return name in self._by_name

    def __getitem__(self, name: str) -> Label:
        return self._by_name[name]

    def lineage(self, name: str) -> tuple[str, ...]:
        """The label and the labels above it, nearest first."""
        found = self._lineages.get(name)
        if found is not None:
            return found
        line = [name]
        while (parent := self._by_name[line[-1]].parent) is not None:
            line.append(parent)
        return self._lineages.setdefault(name, tuple(line))

    def root(self, name: str) -> str:
        found = self._roots.get(name)
        return self._roots.setdefault(name, self.lineage(name)[-1]) if found is None else found

    def find(self, name: str) -> str:
        """The stable name of a label given by name, alias or localised name."""
        found = self._names.get(name) or self._by_alias.get(_key(name))
        if found is None:
            raise ConfigError(f"There is no label {shown(name)}. {known(name, self._by_name)}")
        self._names[name] = found
        return found


@dataclass(frozen=True)
class TagTable:
    """Converts foreign tags to labels; `UNK` in the table serves every tag that is not in it."""

    labels: LabelSet
    table: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for target in self.table.values():
            if target not in OUTSIDE:
                self.labels.find(target)

    def knows(self, tag: str) -> bool:
        """Whether a tag can be converted, be it to nothing."""
        try:
            self.convert(tag)
        except ConfigError:
            return False
        return True

    def convert(self, tag: str) -> str | None:
        """The label for a tag; `None` means that the claim is dropped."""
        if tag in OUTSIDE:
            return None
        target = self.table.get(tag)
        if target is None:
            target = tag
            try:
                return self.labels.find(tag)
            except ConfigError:
                if "UNK" not in self.table:
                    raise
                target = self.table["UNK"]
        return None if target in OUTSIDE else self.labels.find(target)
