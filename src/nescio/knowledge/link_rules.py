"""What the language packs say about linking: `knowledge/linking.toml`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import regex


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
    shapes: tuple[tuple[regex.Pattern[str], str], ...] = ()  # what a name of a type looks like
    prominence: Mapping[str, float] = field(default_factory=dict)  # of types whose size is not known
    town: str = ""  # what an unknown place without an article mostly is
    hall: str = ""  # what an unknown place with a contracted article mostly is
    around: frozenset[str] = frozenset()  # types of what a town lies in
    brands: frozenset[str] = frozenset()  # types of companies that a brand alone is good for
    bare: frozenset[str] = frozenset()  # types of places whose names have no article

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
