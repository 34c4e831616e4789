"""Genders of names: those a name may have, the one a text shows, and whether an article goes with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from nescio.core.labels import ORGANIZATION
from nescio.core.model import Entity, Span
from nescio.core.scene import Scene
from nescio.knowledge.dictionary import Dictionary
from nescio.knowledge.linking import EntryLinker
from nescio.packs.types import Types
from nescio.replace.agreement.grammar import DEFINITE, Grammar, Reading
from nescio.replace.agreement.neighbours import NeighbourReader
from nescio.replace.agreement.phrases import NameUse
from nescio.replace.agreement.surroundings import Around, spot_of
from nescio.replace.kinds import Kinds
from nescio.text.folding import key_of

_SUBJECT: Final = "NOM"
_KEPT: Final = 10_000  # names whose genders are remembered


class Genders:
    """Tells the genders that a name may have, by its headword."""

    def __init__(
        self,
        grammar: Grammar,
        linker: EntryLinker,
        dictionary: Dictionary,
        *,
        plurals: Container[str] = frozenset(),
    ) -> None:
        self._has_genders = bool(grammar.table.genders)
        self._linker, self._dictionary, self._plurals = linker, dictionary, plurals
        self._of = lru_cache(maxsize=_KEPT)(self._told_by_head)

    def is_plural(self, name: str) -> bool:
        """Whether a name is known as a plural, or its first or last word is one: Estados Unidos."""
        words = name.split()
        if key_of(name) in self._plurals or not words:
            return key_of(name) in self._plurals
        nouns = (self._dictionary.nouns(word) for word in dict.fromkeys((words[0], words[-1])))
        return any(found and all(noun.number == "p" for noun in found) for found in nouns)

    def of(self, name: str) -> str:
        """The genders as letters; empty when unknown."""
        return self._of(name) if self._has_genders else ""

    def _told_by_head(self, name: str) -> str:
        head = self._linker.head(name)
        if head is None:
            return ""
        if (proper := self._dictionary.proper(name)) is not None and proper.gender:
            return proper.gender
        for word in dict.fromkeys((head.word, head.base)):
            if found := {noun.gender for noun in self._dictionary.nouns(word) if noun.gender}:
                return "".join(sorted(found))
        # Only what looks like a noun is judged by its ending; "Nortex" is no noun.
        return self._dictionary.gender(head.word) if head.reason == "preposition" else ""


class Shown(NamedTuple):
    """What the sentences of a text show of an entity."""

    gender: str  # empty when they do not tell
    article: bool  # most mentions have the definite article
    is_plural: bool = False  # a determiner of several stands before a name that is a plural
    several: frozenset[Span] = frozenset()  # mentions behind a determiner that only several have


class GenderObserver:
    """Reads the gender of an entity off the determiners before its mentions."""

    def __init__(self, grammar: Grammar, genders: Genders) -> None:
        self._grammar, self._genders = grammar, genders
        self._neighbours = NeighbourReader(grammar)

    def observe(self, scene: Scene, entity: Entity) -> Shown:
        genders: Counter[str] = Counter()
        articles = 0
        is_plural = False
        several: set[Span] = set()
        for span in entity.mentions:
            spot = spot_of(scene, span)
            around = self._neighbours.read(spot, NameUse(self._genders.of(spot.name)))
            shown = {r.cell.gender for r in _likely(around) if r.cell.gender and r.cell.number == "s"}
            if len(shown) == 1:
                genders[shown.pop()] += 1
            numbers = {r.cell.number for r in around.readings}
            is_plural = is_plural or ("p" in numbers and self._genders.is_plural(spot.name))
            several |= {span} if numbers == {"p"} else set()
            articles += DEFINITE in self._grammar.kinds(around.readings)
        gender = genders.most_common(1)[0][0] if genders else ""
        return Shown(gender, articles * 2 > len(entity.mentions), is_plural, frozenset(several))


def _likely(around: Around) -> Sequence[Reading]:
    """What a determiner may be; with a capital, at the start of a sentence, rather that of a subject."""
    if around.determiner is None or not around.determiner.text[0].isupper():
        return around.readings
    return [reading for reading in around.readings if reading.cell.case == _SUBJECT] or around.readings


class NameUses:
    """Tells how a name is used where nothing is known but the name and its kind."""

    def __init__(self, grammar: Grammar, genders: Genders, types: Types, kinds: Kinds) -> None:
        self._bare_types = grammar.table.bare_types
        self._genders, self._types, self._kinds = genders, types, kinds

    def of(self, name: str, *, type: str, label: str) -> NameUse:
        genders = self._genders.of(name)
        return NameUse(genders, self._takes_article(type, label, genders))

    def _takes_article(self, type: str, label: str, genders: str) -> bool | None:
        """Whether names of a type are used with the article; None when the gender must decide."""
        if not self._bare_types.isdisjoint(self._types.lineage(type)):
            return False
        return None if genders else self._kinds.root(label) == ORGANIZATION
