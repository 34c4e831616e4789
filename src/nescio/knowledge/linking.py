"""Linking: which entry, or at least which type, a mention means here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import regex

from nescio.core.labels import ORGANIZATION, PLACE
from nescio.core.protocols import Entry
from nescio.knowledge.base import JoinedBase
from nescio.knowledge.cues import CueReader, Mentioned
from nescio.knowledge.judging import WELL_KNOWN, Judge
from nescio.knowledge.spellings import ShortForms, segments, spellings
from nescio.text.headwords import Head, find_head

_PIECE: Final = regex.compile(r"[\p{L}\p{M}\p{N}'’.&]+")
_ACRONYM: Final = regex.compile(r"\p{Lu}{2,6}")
_LONGEST_PART: Final = 20  # words of a known name inside a longer one
_SHORT_PART: Final = 4  # letters of a known name inside a longer one; acronyms may be shorter
_NAMED: Final = 1.5  # the share of a country that the sentence itself names
_REGIONS: Final = 4  # entries of a name that may be the region around another
_TOWN: Final = 1.7  # the prominence of a town of 2,500 inhabitants
_OTHER: Final = {ORGANIZATION: PLACE, PLACE: ORGANIZATION}


class Link(NamedTuple):
    """What a name was taken for, and on what ground."""

    type: str
    entry: Entry | None
    reason: str  # "name", "head", "part", "context", "ending", "label"


class _Choice(NamedTuple):
    """An entry with its score; of two with one score the one that was there first."""

    score: float
    order: int
    entry: Entry


class EntryLinker:
    """Chooses between entries of one name by label, headword, neighbouring words, country and size."""

    def __init__(self, base: JoinedBase, judge: Judge, *, language: str) -> None:
        self._judge, self._heads, self._rules = judge, judge.heads, judge.rules
        self._cues = CueReader(judge.heads, judge.of_noun, judge.hint)
        self._find = lru_cache(maxsize=50_000)(lambda name: tuple(base.find(name, language)))
        self._head = lru_cache(maxsize=20_000)(self._read_head)  # asked for every mention of a name

    def link(self, mentions: Sequence[Mentioned]) -> list[Link]:
        """One link per mention; names that are sure tell the country of those that are not."""
        countries = self._countries(mentions)
        links = [self._link(mention, countries) for mention in mentions]
        told = [(m, link) for m, link in zip(mentions, links, strict=True) if link.reason != "label"]
        short_forms: dict[
            str, ShortForms[Link]
        ] = {}  # by label; a name means the first that it can be short for
        for mention, link in told:
            short_forms.setdefault(mention.label, ShortForms()).add(mention.name, link)
        return [
            link if link.reason != "label" else _as_elsewhere(mention, short_forms.get(mention.label)) or link
            for mention, link in zip(mentions, links, strict=True)
        ]

    def head(self, name: str, label: str = "") -> Head | None:
        """The headword; with a label, rather one that may bear the label."""
        return self._head(name, label)

    def _read_head(self, name: str, label: str) -> Head | None:
        if label:
            fits = find_head(name, self._heads, lambda word: self._judge.best(word, label) is not None)
            if fits is not None and fits.reason == "known":
                return fits
        return find_head(name, self._heads, lambda word: bool(self._judge.types_of(word)))

    def type_of_noun(self, word: str, label: str) -> str | None:
        """The type that a common noun names under a label."""
        return self._judge.of_noun(word, label)

    def candidates(self, name: str) -> list[Entry]:
        """Every entry of that name, also without an inflectional ending."""
        for spelling in spellings(name, self._heads):
            if found := self._find(spelling):
                return list(found)
        return []

    def _link(self, mention: Mentioned, countries: Mapping[str, float]) -> Link:
        cue = self._cues.left_out(mention) or self._cues.read(mention)
        choices = self._choices(mention, cue, countries)
        return (
            self._as_stated(mention, cue, choices)
            or self._by_name(mention, choices, cue)
            or self._by_neighbours(mention, cue)
            or self._by_letters(mention)
            or self._by_segment(mention, countries)
            or self._by_other_label(mention, choices, cue)
            or Link(self._judge.fallback(mention.label), None, "label")
        )

    def _as_stated(self, mention: Mentioned, cue: str | None, choices: Sequence[_Choice]) -> Link | None:
        """What the text says a place is, when no entry of the name is alike: the province of X."""
        if cue is None or self._judge.fits(cue, mention.label) != 2 or mention.before.rstrip().endswith("("):
            return None
        above = set(self._judge.types.lineage(cue)[:-1])
        alike = any(above & set(self._judge.types.lineage(choice.entry.type)[:-1]) for choice in choices)
        stated = choices and not alike and self._rules.is_bare(above)
        return Link(cue, None, "context") if stated else None

    # By the name

    def _by_name(self, mention: Mentioned, choices: Sequence[_Choice], cue: str | None) -> Link | None:
        """An entry of that name, or the type that the headword says, or an entry inside the name."""
        best = max(choices, default=None)
        found = best is not None and best.score > -50
        if best and found and self._is_sure(best.entry, mention.label):
            return Link(best.entry.type, best.entry, "name")
        if not choices and (shape := self._by_shape(mention)) is not None:
            return shape
        head = self.head(mention.name, mention.label)
        type = self._judge.best(head.base, mention.label) if head and head.reason == "known" else None
        if type and len(mention.name.split()) > 1:
            return self._with_entry(type, [choice.entry for choice in choices])
        if best and found:
            return self._as_body(mention, best.entry, choices, cue)
        if type:
            return Link(type, None, "head")
        if any(self._judge.prominence(choice.entry) >= WELL_KNOWN for choice in choices):
            return self._by_other_label(mention, choices, cue)
        return self._by_part(mention)

    def _is_sure(self, entry: Entry, label: str) -> bool:
        """Whether a well-known entry bears the whole name, so that its words need no reading."""
        enough = _TOWN if entry.size else WELL_KNOWN
        return self._judge.fits(entry.type, label) == 2 and self._judge.prominence(entry) >= enough

    def _with_entry(self, type: str, entries: Sequence[Entry]) -> Link:
        """The type that the head says, and the entry of the name if it is of that type."""
        better = [e for e in entries if type in self._judge.types.lineage(self._judge.type_of(e))]
        if not better:
            return Link(type, None, "head")
        known = self._judge.prominence(better[0]) > 1.0 or " " in better[0].name
        brand = "company" in self._judge.types.lineage(better[0].type) and not better[0].size
        return Link(better[0].type if known and not brand else type, better[0], "name")

    def _as_body(self, mention: Mentioned, entry: Entry, choices: Sequence[_Choice], cue: str | None) -> Link:
        """The entry; a place that is labelled a body is the club or government that bears its name."""
        if (
            self._judge.labels.root(mention.label) != ORGANIZATION
            or self._judge.fits(entry.type, mention.label) != 1
        ):
            return Link(self._judge.type_of(entry), entry, "name")
        entry = max((choice.entry for choice in choices), key=self._judge.prominence)
        if cue and self._judge.fits(cue, mention.label) == 2:  # "Norfield shares"
            return Link(self._judge.as_body(entry.type, mention.name, cue) or cue, entry, "name")
        return Link(self._judge.as_body(entry.type, mention.name) or entry.type, entry, "name")

    def _by_shape(self, mention: Mentioned) -> Link | None:
        """What the whole name looks like: `A 66`, `Am Weingarten`."""
        for shape, type in self._rules.shapes:
            if shape.fullmatch(mention.name) and self._judge.fits(type, mention.label):
                return Link(type, None, "ending")
        return None

    def _by_part(self, mention: Mentioned) -> Link | None:
        """A known name inside a longer one: "Telefónica do Brasil", "Mérida-Badajoz"."""
        words = _PIECE.findall(mention.name)
        sizes = range(min(len(words) - 1, _LONGEST_PART), 0, -1)
        for piece in (*(words[:size] for size in sizes), *(words[-size:] for size in sizes)):
            name = " ".join(piece)
            enough = len(name) >= _SHORT_PART or (len(name) > 2 and _ACRONYM.fullmatch(name))
            if not enough or not name[0].isupper():
                continue
            for entry in self.candidates(name):
                brand = "company" in self._judge.types.lineage(entry.type)
                if brand and self._judge.prominence(entry) < WELL_KNOWN:
                    continue
                if self._judge.fits(entry.type, mention.label) == 2:
                    return Link(entry.type, entry, "part")
        return None

    def _by_segment(self, mention: Mentioned, countries: Mapping[str, float]) -> Link | None:
        """One of several names that are written as one."""
        for name in segments(mention.name):
            part = mention._replace(name=name, before="", after="")
            if (link := self._by_name(part, self._choices(part, None, countries), None)) is not None:
                return link._replace(reason="part")
        return None

    # By what stands around, and by letters

    def _by_neighbours(self, mention: Mentioned, cue: str | None) -> Link | None:
        """What the neighbours say: a word for a type, a country behind a comma, a bare "in"."""
        if cue and self._judge.fits(cue, mention.label):
            return Link(cue, None, "context")
        if (ending := self._by_ending(mention)) is not None:
            is_town = self._judge.fits(ending, mention.label) == 1
            return Link((is_town and self._judge.as_body(ending)) or ending, None, "ending")
        town = self._rules.town
        if not town or self._judge.fits(town, mention.label) != 2:
            return None
        around = self._cues.lies_in(mention)
        if (around and self._is_region(around)) or self._cues.is_bare_place(mention):
            return Link(town, None, "context")
        return Link(self._rules.hall, None, "context") if self._cues.is_hall(mention) else None

    def _is_region(self, name: str) -> bool:
        entries = self.candidates(name)[:3]
        return any(self._rules.is_around(self._judge.types.lineage(entry.type)) for entry in entries)

    def _by_ending(self, mention: Mentioned) -> str | None:
        """The type that the end of a name betrays: Grasellenbach, Hertfordshire."""
        word = (mention.name.split() or [""])[-1].lower()
        for form in (word, *(word.removesuffix(end) for end in self._heads.endings if word.endswith(end))):
            for ending, type in self._rules.endings.items():
                long_enough = len(form) > len(ending) + 2 and form.endswith(ending)
                if long_enough and self._judge.fits(type, mention.label):
                    return type
        return None

    def _by_letters(self, mention: Mentioned) -> Link | None:
        """What signs and letters say: `Retz & Topp` is a company, `KTSV Altdorf` a club."""
        for sign, type in self._rules.joints.items():
            if sign in mention.name and self._judge.fits(type, mention.label):
                return Link(type, None, "ending")
        for word in filter(_ACRONYM.fullmatch, _PIECE.findall(mention.name)):
            for ending, type in self._rules.acronyms.items():
                if word.endswith(ending) and self._judge.fits(type, mention.label):
                    return Link(type, None, "ending")
        return None

    def _by_other_label(self, mention: Mentioned, choices: Sequence[_Choice], cue: str | None) -> Link | None:
        """A body that bears the name of a place, a place that is called by a body."""
        root = self._judge.labels.root(mention.label)
        best = max(choices, default=None)
        if best and root == ORGANIZATION:
            body = self._judge.as_body(best.entry.type, mention.name, cue)
            return Link(body, None, "name") if body else None
        if best and root == PLACE:  # "read in the Times"
            return Link(self._judge.type_of(best.entry), best.entry, "name")
        head = self.head(mention.name)
        for type in self._judge.types_of(head.base) if head and head.reason == "known" else ():
            if self._judge.labels.root(self._judge.types.label(type)) == _OTHER.get(root):
                named = self._judge.as_body(type) if root == ORGANIZATION else type
                return Link(named, None, "head") if named else None
        return None

    # Scores

    def _choices(self, mention: Mentioned, cue: str | None, countries: Mapping[str, float]) -> list[_Choice]:
        bare = self._cues.is_bare_place(mention)
        found = [entry for entry in self.candidates(mention.name) if entry.type]
        if len(found) > 1 and (around := self._around(mention)):
            countries = {**countries, **dict.fromkeys(around, _NAMED)}
        return [_Choice(self._score(e, mention.label, cue, countries, bare=bare), -e.id, e) for e in found]

    def _around(self, mention: Mentioned) -> set[str]:
        """The countries of the region that the sentence names: `Santiago, en Galicia`."""
        name = self._cues.lies_in(mention)
        entries = self.candidates(name)[:_REGIONS] if name else []
        regions = (e for e in entries if self._rules.is_around(self._judge.types.lineage(e.type)))
        return {entry.country for entry in regions if entry.country}

    def _score(
        self, entry: Entry, label: str, cue: str | None, countries: Mapping[str, float], *, bare: bool
    ) -> float:
        fit, known = self._judge.fits(entry.type, label), self._judge.prominence(entry)
        # A river that every reader knows is a river, even where it was taken for a region.
        is_meant = fit == 2 or (known >= WELL_KNOWN and self._judge.is_wider(entry.type, label))
        score = 0.0 if is_meant else -4.0 if fit == 1 else -100.0
        score += known + 2.0 * countries.get(entry.country, 0.0)
        if entry.country in self._rules.home:
            score += 0.6
        lineage = self._judge.types.lineage(entry.type)
        if bare and self._rules.is_bare(lineage):  # "in Hudson" is not the river
            score += 2.0
        if cue in lineage:
            return score + 4.0
        if cue is None or not self._judge.fits(cue, label):
            return score
        alike = set(lineage[:-1]) & set(self._judge.types.lineage(cue)[:-1])
        return score + 2.0 if alike else score - 1.5

    def _countries(self, mentions: Sequence[Mentioned]) -> dict[str, float]:
        """The countries that the sure names of a document lie in, with their shares."""
        votes: Counter[str] = Counter()
        for mention in {m.name: m for m in mentions}.values():
            found = self.candidates(mention.name)
            entries = [e for e in found if self._judge.fits(e.type, mention.label) == 2]
            names = {entry.country for entry in entries if entry.country}
            first = entries[0] if entries else None
            if first and first.type == "country" and first.country:
                rivals = [e for e in entries if e.type != "country" and 3 * e.size > first.size]
                votes[first.country] += 0 if rivals else 2
            elif len(names) == 1:
                votes[names.pop()] += 1
        total = sum(votes.values())
        return {country: count / total for country, count in votes.items()} if total else {}


def _as_elsewhere(mention: Mentioned, known: ShortForms[Link] | None) -> Link | None:
    """The type under which the document speaks of the same name, or of the long form of it."""
    link = None if known is None else known.meant_by(mention.name)
    return None if link is None else link._replace(reason="context")
