"""What a language and all languages together say about linking: `knowledge/linking.toml`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Final

import regex

from nescio.packs.files import name_of, read_toml, refuse_unknown
from nescio.packs.shape import KEY, shaped

_OWN: Final = ("home", "endings", "cues", "acronyms", "shapes")  # what each language says for itself


@dataclass(frozen=True)
class LinkRules:
    """The rules of one language together with those that hold for all."""

    home: frozenset[str] = frozenset()  # countries that texts of this language speak of
    both: frozenset[str] = frozenset()  # types that are called places or bodies
    bodies: Mapping[str, str] = field(default_factory=dict)  # type of a place -> body of that name
    codes: Mapping[str, str] = field(default_factory=dict)  # the same for acronyms: ESP is a team
    endings: Mapping[str, str] = field(default_factory=dict)  # how names of a type end
    cues: Mapping[str, str] = field(default_factory=dict)  # further words nearby -> type they point to
    joints: Mapping[str, str] = field(default_factory=dict)  # signs inside a name -> type: "&"
    acronyms: Mapping[str, str] = field(default_factory=dict)  # how acronyms of a type end
    written_shapes: Mapping[str, str] = field(default_factory=dict, metadata={KEY: "shapes"})
    prominence: Mapping[str, float] = field(default_factory=dict)  # of types whose size is not known
    town: str = ""  # what an unknown place without an article mostly is
    hall: str = ""  # what an unknown place with a contracted article mostly is
    around: frozenset[str] = frozenset()  # types of what a town lies in
    brands: frozenset[str] = frozenset()  # types of companies that a brand alone is good for
    bare: frozenset[str] = frozenset()  # types of places whose names have no article
    lender: str = ""  # the language whose words bodies everywhere bear in their names
    lenders: tuple[str, ...] = ()  # languages that are asked when that one has no such word
    foreign: Mapping[str, str] = field(default_factory=dict)  # words of further languages -> type

    @cached_property
    def shapes(self) -> tuple[tuple[regex.Pattern[str], str], ...]:
        """What a name of a type looks like."""
        return tuple((regex.compile(shape), type) for shape, type in self.written_shapes.items())

    def is_around(self, lineage: Iterable[str]) -> bool:
        return not self.around.isdisjoint(lineage)

    def is_bare(self, lineage: Iterable[str]) -> bool:
        return not self.bare.isdisjoint(lineage)

    def is_town(self, lineage: Iterable[str]) -> bool:
        return self.town in lineage

    def is_kept(self, lineage: Iterable[str]) -> bool:
        return not self.brands.isdisjoint(lineage)

    def is_both(self, lineage: Iterable[str]) -> bool:
        return not self.both.isdisjoint(lineage)

    def body_of(self, lineage: Iterable[str], *, code: bool = False) -> str | None:
        table = {**self.bodies, **self.codes} if code else self.bodies
        return next((table[type] for type in lineage if type in table), None)


def read_link_rules(universal: Path, own: Path | None) -> LinkRules:
    """The rules for all languages, with those of one, if there is one."""
    table = read_toml(universal)
    if own is not None:
        rules = read_toml(own)
        refuse_unknown(rules, _OWN, name_of(own))
        table |= rules
    return shaped(LinkRules, table, name_of(universal if own is None else own))
