"""The evidence about each entity of a decision over all its mentions: a set of short names of facts."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from nescio.core.labels import LabelSet
from nescio.core.model import Document, Entity, Span
from nescio.decide.evidence.mentions import FrameTables, MentionReader
from nescio.decide.evidence.order import order_facts
from nescio.decide.evidence.places import PlaceSizes
from nescio.decide.evidence.sections import find_body
from nescio.packs import Pack
from nescio.text.folding import fold_entry

_KINDS: Final = (
    "PER", "STREET", "POSTCODE", "LOC", "ORG", "BIRTHDATE", "DATE", "PHONE", "EMAIL", "ID", "ACCOUNT", "CARD",
    "CODE", "PLATE", "USERNAME", "URL", "PROFESSION", "VALUE", "AGE", "TIME", "NORP", "WORK", "PRODUCT",
)  # fmt: skip
_PERSON: Final = "PER|"  # the fact that an entity is a person
_OWNED: Final = 160  # characters: so far before a thing its owner is looked for
_ACRONYM: Final = 6  # letters
_PARTICLE: Final = 2  # letters: shorter words of a name make nobody a namesake
_YEAR: Final = re.compile(r"\D*(?:1[5-9]|20)\d\d\D*")
_WORD: Final = re.compile(r"\w+")
_NUMBER: Final = "NUMBER"  # what such kinds have in common is learnt together
_ANY: Final = "ANY"
_NUMBERS: Final = frozenset(
    {"PHONE", "EMAIL", "ID", "ACCOUNT", "CARD", "PLATE", "USERNAME", "URL", "CODE", "POSTCODE"}
)
_OFFICIAL: Final = ("counsel", "judge", "officer", "expert", "cited")
_PRIVATE: Final = ("party", "relative", "minor", "witness", "victim", "acquaintance")
_SURE: Final = ("before", "behind", "row", "under", "joined", "after")  # places of a phrase that is about it
_BODIES: Final = ("court", "authority", "large", "lawyers")  # names of which stay
_PEOPLE: Final = (
    "party",
    "relative",
    "minor",
    "witness",
    "victim",
    "acquaintance",
    "counsel",
    "judge",
    "officer",
    "expert",
    "cited",
)


class EntityFacts(NamedTuple):
    """What is known of an entity: facts by name, and the phrases that told them."""

    facts: frozenset[str]
    phrases: Mapping[str, str]  # fact -> a phrase of the language's file


class EvidenceReader:
    """Reads decisions in one language."""

    def __init__(self, pack: Pack) -> None:
        self._labels = pack.labels
        self._language = pack.language
        titles = {fold_entry(title) for title in pack.naming["person.role_titles"]}
        self._titles = frozenset(titles)
        self._tables = FrameTables(pack.court.frames, _bridges(pack, titles), _abbreviated(pack))
        self._places = PlaceSizes(pack)

    def read(self, doc: Document, entities: Sequence[Entity]) -> list[EntityFacts]:
        """The evidence about each entity, in order."""
        reader = MentionReader(doc.text, self._tables, find_body(doc.text))
        own = [self._of_mentions(reader, entity) for entity in entities]
        people = _People(doc.text, entities, own, self._labels, reader)
        kinds = [self.kind(entity) for entity in entities]
        order = order_facts(doc.text, entities, kinds)
        bodies = " ".join(
            _surfaces(doc, [item for item, kind in zip(entities, kinds, strict=True) if kind == "ORG"])
        ).casefold()
        return [
            _crossed(
                kinds[number],
                facts
                | order[number]
                | people.related(number, kinds[number])
                | self._of_name(doc, entity, bodies),
                phrases,
            )
            for number, (entity, (facts, phrases)) in enumerate(zip(entities, own, strict=True))
        ]

    def kind(self, entity: Entity) -> str:
        lineage = self._labels.lineage(entity.label) if entity.label in self._labels else (entity.label,)
        return next((label for label in lineage if label in _KINDS), "OTHER")

    @staticmethod
    def is_person(evidence: EntityFacts) -> bool:
        return _PERSON in evidence.facts

    def _of_mentions(self, reader: MentionReader, entity: Entity) -> tuple[set[str], dict[str, str]]:
        facts, phrases = set[str](), dict[str, str]()
        for span in entity.mentions:
            facts.add(f"in:{reader.section(span)}")
            for place, item in reader.roles(span):
                phrases.setdefault(f"{place}:{item.kind}", item.phrase)
            for item in reader.inside(span):
                phrases.setdefault(f"inside:{item.kind}", item.phrase)
            two, one, behind = reader.neighbours(span)
            facts |= {
                f"w-2={self._language}:{two}",
                f"w-1={self._language}:{one}",
                f"w+1={self._language}:{behind}",
            }
            facts |= {"slashed"} if reader.is_slashed(span) else set()
            facts |= {"bracketed"} if reader.in_brackets(span) else set()
            facts |= {"titled"} if one in self._titles else set()
        sections = [fact for fact in facts if fact.startswith("in:")]
        facts |= {f"only {sections[0]}"} if len(sections) == 1 else {"several sections"}
        facts.add(f"times:{min(len(entity.mentions), 4)}")
        return facts | set(phrases), phrases

    def _of_name(self, doc: Document, entity: Entity, bodies: str) -> set[str]:
        names = _surfaces(doc, [entity])
        longest = max(names, key=len)
        words = longest.split()
        facts = {f"words:{min(len(words), 4)}"}
        kind = self.kind(entity)
        if kind == "LOC":
            facts |= self._places.facts(longest, doc.text)
            facts |= {"in the name of a body"} if longest.casefold() in bodies else set()
        elif kind == "ORG":
            facts |= {"known body"} if self._places.is_known_body(longest) else set()
        elif kind in ("DATE", "BIRTHDATE"):
            facts.add("only a year" if all(_YEAR.fullmatch(name) for name in names) else "a day")
        facts |= _form_facts(words)
        if longest.isupper():
            facts.add("in capitals")
            facts |= {"short for something"} if len(words) == 1 and len(longest) <= _ACRONYM else set()
        if all(len(word.strip(".")) <= 2 for word in words):
            facts.add("only initials")
        return facts


class _People:
    """The people of a text: who owns a thing, who shares a name with whom."""

    def __init__(
        self, text: str, entities: Sequence[Entity], own: Sequence[tuple[set[str], dict[str, str]]],
        labels: LabelSet, reader: MentionReader,
    ) -> None:  # fmt: skip
        self._text, self._entities, self._own, self._reader = text, entities, own, reader
        is_person = [entity.label in labels and "PER" in labels.lineage(entity.label) for entity in entities]
        self._spans = sorted(
            (span.start, span.end, number)
            for number, entity in enumerate(entities)
            for span in entity.mentions
            if is_person[number]
        )
        self._inherited = self._passed_on()
        self._words = [
            self._words_of(entity) if person else set()
            for entity, person in zip(entities, is_person, strict=True)
        ]
        self._bearers = Counter(word for words in self._words for word in words)
        self._known = Counter(
            (word, role)
            for number, words in enumerate(self._words)
            for role in self._roles(number)
            for word in words
        )

    def _words_of(self, entity: Entity) -> set[str]:
        names = (self._text[span.start : span.end] for span in entity.mentions)
        return {word.casefold() for name in names for word in name.split() if len(word) > _PARTICLE}

    def related(self, number: int, kind: str) -> set[str]:
        entity = self._entities[number]
        facts = set[str]()
        for span in entity.mentions:
            facts |= self._of_neighbour(span, number, kind)
        mine = self._roles(number)
        for word in self._words[number]:
            facts |= {f"namesake:{role}" for role in _PEOPLE if self._known[word, role] > (role in mine)}
            facts |= {"has namesakes"} if self._bearers[word] > 1 else set()
        return facts

    def _passed_on(self) -> dict[int, set[str]]:
        """The roles that people have by being named together with others: "the witnesses A, B and C"."""
        found: dict[int, set[str]] = {}
        for (start, end, number), (after, _, other) in pairwise(self._spans):
            gap = Span(after, after, "", 1.0, "")
            if number != other and self._reader.is_joined(Span(start, end, "", 1.0, ""), gap):
                found.setdefault(other, set()).update(self._roles(number) or found.get(number, set()))
        return found

    def _of_neighbour(self, span: Span, number: int, kind: str) -> set[str]:
        if kind == "PER":
            return {f"joined:{role}" for role in self._inherited.get(number, ())}
        at = bisect_left(self._spans, (span.start, 0, 0)) - 1
        if at < 0:
            return set()
        _, end, other = self._spans[at]
        if span.start - end > _OWNED or "\n\n" in self._text[end : span.start]:
            return set()
        return {f"after:{role}" for role in self._roles(other) or self._inherited.get(other, set())}

    def _roles(self, number: int) -> set[str]:
        """What phrases say directly beside the mentions of a person."""
        facts = self._own[number][0]
        return {
            role
            for role in _PEOPLE
            if not facts.isdisjoint({f"before:{role}", f"behind:{role}", f"row:{role}", f"under:{role}"})
        }


def _bridges(pack: Pack, titles: Collection[str]) -> set[str]:
    """Words that may stand between a phrase and the name that it is about."""
    between = {*pack.roles.between, *pack.roles.titles}
    words = {*titles, *map(fold_entry, between), *map(str.casefold, between), *pack.naming["determiners"]}
    written = " ".join(pack.naming["person.written_titles"]).casefold()
    return {part for word in words for part in word.split()} | {*_WORD.findall(written)}


def _abbreviated(pack: Pack) -> set[str]:
    """Last words of abbreviations: their full stop ends no sentence."""
    words = [_WORD.findall(entry.casefold()) for entry in pack.abbreviations if entry.endswith(".")]
    return {found[-1] for found in words if found}


def _form_facts(words: Sequence[str]) -> set[str]:
    """How a name is written: a street with a number is a house, "R. Fenn" acts in the proceedings."""
    found = {"holds figures"} if any(char.isdigit() for word in words for char in word) else set()
    short = [len(word.strip(".")) == 1 for word in words]
    if len(words) > 1 and short[0] and not all(short):
        found.add("initial and surname")
    return found


def _surfaces(doc: Document, entities: Sequence[Entity]) -> list[str]:
    return [doc.text[span.start : span.end] for entity in entities for span in entity.mentions]


def _pooled(facts: set[str]) -> set[str]:
    """Several roles as one: who acts officially, and who is there as a private person; near and sure."""
    found = set[str]()
    for name, roles in (("official", _OFFICIAL), ("private", _PRIVATE)):
        sure = {place for place in _SURE for role in roles if f"{place}:{role}" in facts}
        found |= {f"{place}:{name}" for place in sure}
        found |= {f"surely {name}"} if sure else set()
        if any(f"{place}:{role}" in facts for place in ("near", "line") for role in roles):
            found.add(f"perhaps {name}")
    if {"surely official", "surely private"} <= found:
        found.add("both official and private")
    elif "surely official" in found:
        found.add("only official")
    elif "surely private" in found:
        found.add("only private")
    found |= {"nothing sure"} if not found & {"surely official", "surely private"} else set()
    return found | (
        {"named like what stays"} if any(f"inside:{kind}" in facts for kind in _BODIES) else set()
    )


def _crossed(kind: str, facts: set[str], phrases: Mapping[str, str]) -> EntityFacts:
    """Each fact with the kind of the entity, for "in the head" tells of a person what it does not of a date;
    and without, for what is rare of one kind is learnt from all.
    """
    kinds = (kind, _NUMBER, _ANY) if kind in _NUMBERS else (kind, _ANY)
    pooled = facts | _pooled(facts)
    named = {f"{kind}|", *(f"{one}|{fact}" for one in kinds for fact in pooled)}
    told = {f"{one}|{fact}": phrase for one in (kind, _ANY) for fact, phrase in phrases.items()}
    return EntityFacts(frozenset(named), told)
