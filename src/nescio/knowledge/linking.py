"""Linking: which entry, or at least which type, a mention means here."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple

import regex

from nescio.core.labels import LabelSet
from nescio.knowledge.base import Entry, KnowledgeBase, key_of
from nescio.knowledge.types import Types
from nescio.text.headwords import Head, HeadRules, find_head

_WINDOW: Final = 40  # characters on each side in which a word may say what the thing is
_SENTENCE: Final = 120  # characters in which a word may say what is spoken of
_PIECE: Final = regex.compile(r"[\p{L}\p{M}\p{N}'’.&]+")
_WORD: Final = regex.compile(r"[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*")


class Link(NamedTuple):
    """What a name was taken for, and on what ground."""

    type: str
    entry: Entry | None
    reason: str  # "name", "head", "part", "context", "ending", "label"


class Mentioned(NamedTuple):
    """A name with its label and what stands around it."""

    name: str
    label: str
    before: str = ""
    after: str = ""


@dataclass(frozen=True)
class LinkRules:
    """What the language pack says about linking."""

    home: frozenset[str] = frozenset()  # countries that texts of this language speak of
    both: frozenset[str] = frozenset()  # types that are called places or bodies
    bodies: Mapping[str, str] = field(default_factory=dict)  # type of a place -> body of that name
    endings: Mapping[str, str] = field(default_factory=dict)  # how names of a type end
    cues: Mapping[str, str] = field(default_factory=dict)  # further words nearby -> type they point to

    def is_both(self, lineage: Iterable[str]) -> bool:
        return not self.both.isdisjoint(lineage)

    def body_of(self, lineage: Iterable[str]) -> str | None:
        return next((self.bodies[type] for type in lineage if type in self.bodies), None)


class Linker:
    """Chooses between entries of one name by label, headword, neighbouring words, country and size."""

    def __init__(
        self,
        base: KnowledgeBase,
        types: Types,
        labels: LabelSet,
        *,
        language: str,
        heads: HeadRules,
        rules: LinkRules,
        english: Mapping[str, tuple[str, ...]] | None = None,
    ) -> None:
        self._english = english or {}  # words of the language that names are borrowed from
        self._base, self._types, self._labels = base, types, labels
        self._language, self._heads, self._rules = language, heads, rules
        self._find = lru_cache(maxsize=50_000)(lambda name: tuple(base.find(name, language)))

    def link(self, mentions: Sequence[Mentioned]) -> list[Link]:
        """One link per mention; names that are sure tell the country of those that are not."""
        countries = self._countries(mentions)
        return [self._link(mention, countries) for mention in mentions]

    def head(self, name: str) -> Head | None:
        return find_head(name, self._heads, lambda word: bool(self._types_of(word)))

    def candidates(self, name: str) -> list[Entry]:
        """Every entry of that name, also without an inflectional ending."""
        for spelling in self._spellings(name):
            if found := self._find(spelling):
                return list(found)
        return []

    def _spellings(self, name: str) -> Iterable[str]:
        yield name
        words = name.split()
        if not words:
            return
        while len(words) > 1 and words[0].lower() in self._heads.determiners:
            words = words[1:]
            yield " ".join(words)
        for ending in self._heads.endings:
            if len(name) > len(ending) + 3 and name.endswith(ending):
                yield name.removesuffix(ending)
        for prefix in self._heads.prefixes:  # Nordostpolen
            rest = name[len(prefix) :].lstrip("-")
            if name.lower().startswith(prefix) and len(rest) > 3:
                yield rest[:1].upper() + rest[1:]
        for ending, other in self._heads.variants:
            inflected = [w.removesuffix(ending) + other if w.endswith(ending) else w for w in words]
            yield " ".join([*inflected[:-1], words[-1]])
            yield " ".join(inflected)

    def _link(self, mention: Mentioned, countries: Mapping[str, float]) -> Link:
        entries = self.candidates(mention.name)
        cue = self._cue(mention)
        head = self.head(mention.name)
        head_type = self._best(head.base, mention.label) if head and head.reason == "known" else None
        if head_type and len(mention.name.split()) > 1:
            better = [e for e in entries if head_type in self._types.lineage(e.type)]
            return Link(better[0].type, better[0], "name") if better else Link(head_type, None, "head")
        scored = [(self._score(e, mention.label, cue, countries), -e.id, e) for e in entries if e.type]
        if scored and (best := max(scored))[0] > -50:
            return Link(best[2].type, best[2], "name")
        if head_type:
            return Link(head_type, None, "head")
        if (part := self._part(mention)) is not None:
            return Link(part.type, part, "part")
        if cue and self._fits(cue, mention.label):
            return Link(cue, None, "context")
        if (ending := self._by_ending(mention)) is not None:
            return Link(ending, None, "ending")
        if scored and self._labels.root(mention.label) == "ORG":
            return Link(self._place_as_body(scored), None, "name")
        if scored and self._labels.root(mention.label) == "LOC":  # "read in the Times": a body as a place
            return Link(max(scored)[2].type, max(scored)[2], "name")
        return Link(self._fallback(mention.label), None, "label")

    def _part(self, mention: Mentioned) -> Entry | None:
        """A known name inside a longer one: "Telefónica do Brasil", "Mérida-Badajoz"."""
        words = _PIECE.findall(mention.name)
        pieces = [words[:end] for end in range(len(words) - 1, 0, -1)]
        pieces += [words[start:] for start in range(1, len(words))]
        for piece in pieces:
            name = " ".join(piece)
            if len(name) < 4 or not name[0].isupper():
                continue
            for entry in self.candidates(name):
                if self._fits(entry.type, mention.label) == 2:
                    return entry
        return None

    def _best(self, word: str, label: str) -> str | None:
        """The type that a word names under a label, the one that fits it best."""
        types = [type for type in self._types_of(word) if self._fits(type, label)]
        return max(types, key=lambda type: self._fits(type, label)) if types else None

    def _types_of(self, word: str) -> tuple[str, ...]:
        return self._types.of_word(word) or self._english.get(key_of(word), ())

    def _by_ending(self, mention: Mentioned) -> str | None:
        """The type that the end of a name betrays: Grasellenbach, Hertfordshire."""
        word = (mention.name.split() or [""])[-1].lower()
        for form in (word, *(word.removesuffix(end) for end in self._heads.endings if word.endswith(end))):
            for ending, type in self._rules.endings.items():
                if len(form) > len(ending) + 2 and form.endswith(ending) and self._fits(type, mention.label):
                    return type
        return None

    def _place_as_body(self, scored: Sequence[tuple[float, int, Entry]]) -> str:
        """A body that bears the name of a place: a government for a country, else a team or council."""
        entry = max(scored)[2]
        lineage = self._types.lineage(entry.type)
        return self._rules.body_of(lineage) or self._fallback("ORG")

    def _score(self, entry: Entry, label: str, cue: str | None, countries: Mapping[str, float]) -> float:
        fit = self._fits(entry.type, label)
        score = 0.0 if fit == 2 else -4.0 if fit == 1 else -100.0
        score += math.log10(entry.size + 10) / 2 if entry.size else 4.0 if not entry.country else 1.0
        score += 2.0 * countries.get(entry.country, 0.0)
        if entry.country in self._rules.home:
            score += 0.6
        if cue:
            lineage = self._types.lineage(entry.type)
            score += (
                4.0
                if cue in lineage
                else 2.0
                if set(lineage[:-1]) & set(self._types.lineage(cue)[:-1])
                else 0.0
            )
        return score

    def _fits(self, type: str, label: str) -> int:
        """2 when the type is of the label, 1 when it may also be called so, 0 when not."""
        own = self._types.label(type)
        lineage = self._labels.lineage(label) if label in self._labels else (label,)
        if own == label or label in self._labels.lineage(own):
            return 2
        if own in lineage or lineage[-1] == self._labels.root(own):
            return 2 if len(lineage) == 1 else 1
        if lineage[-1] == "MISC":
            return 1
        both = {lineage[-1], self._labels.root(own)} == {"LOC", "ORG"}
        return 1 if both and self._rules.is_both(self._types.lineage(type)) else 0

    def _cue(self, mention: Mentioned) -> str | None:
        """The type that a neighbouring word names: the river X, X, a town in …"""
        near = [w[0] for w in _WORD.finditer(mention.before[-_WINDOW:])][-3:]
        for word in reversed(near):
            if found := self._type_word(word, mention.label):
                return found
        if mention.before.rstrip().endswith("("):  # the long name stands before its abbreviation
            words = [w[0] for w in _WORD.finditer(mention.before[-_SENTENCE:])][-10:]
            for word in reversed(words):
                if word[:1].isupper() and (found := self._type_word(word, mention.label)):
                    return found
        for match in list(_WORD.finditer(mention.after[:_WINDOW]))[:2]:
            if found := self._type_word(match[0], mention.label):
                return found
        around = f"{mention.before[-_SENTENCE:]} {mention.after[:_SENTENCE]}"
        for match in _WORD.finditer(around):
            found = self._rules.cues.get(match[0].lower())
            if found and self._fits(found, mention.label) == 2:
                return found
        return None

    def _type_word(self, word: str, label: str) -> str | None:
        if (
            word.lower() in self._heads.determiners
            or word.lower() in self._heads.prepositions
            or len(word) < 3
        ):
            return None
        return self._best(word, label)

    def _countries(self, mentions: Sequence[Mentioned]) -> dict[str, float]:
        """The countries that the sure names of a document lie in, with their shares."""
        votes: Counter[str] = Counter()
        for mention in {m.name: m for m in mentions}.values():
            entries = [e for e in self.candidates(mention.name) if self._fits(e.type, mention.label) == 2]
            found = {entry.country for entry in entries if entry.country}
            if entries and entries[0].type == "country" and entries[0].country:
                votes[entries[0].country] += 2
            elif len(found) == 1:
                votes[found.pop()] += 1
        total = sum(votes.values())
        return {country: count / total for country, count in votes.items()} if total else {}

    def _fallback(self, label: str) -> str:
        lineage = self._labels.lineage(label) if label in self._labels else (label,)
        table = self._types.by_label
        return next((table[step] for step in lineage if step in table), "")
