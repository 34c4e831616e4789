"""Learns from pairs of original and anonymized decisions what a court hides, and what it puts there."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from math import sqrt
from typing import Any, Final, NamedTuple

from nescio.core.errors import InputError
from nescio.core.labels import PERSON
from nescio.core.model import Document, Entity
from nescio.decide.entity_model import EntityModel
from nescio.decide.evidence.gather import EvidenceReader
from nescio.text.segment import tokenize

_LEAST: Final = 0.5  # of the words of the original must stand in the other text too
_LONGEST: Final = 40  # words: a longer change is an edit of the text, no hidden name
_FEW: Final = 3  # people of a role: of fewer nobody can say that they stay
_Z: Final = 1.96  # of a normal distribution: 95 of 100
_FORMS: Final = (
    ("omission mark", re.compile(r"[\[(<]?\s*(?:\.{2,}|…|_{2,}|-{2,}|\*+|[xX]{2,})\s*[\])>]?")),
    ("letter in brackets", re.compile(r"\[[^\W\d_]{1,2}\d?\]")),
    ("tag", re.compile(r"[\[(<].+[\])>]")),
    ("letter with a stop", re.compile(r"[^\W\d_]\.\d?")),
    ("initials", re.compile(r"(?:[^\W\d_]\.\s?-?){1,5}\d?")),
    ("initial and omission mark", re.compile(r"[^\W\d_]\.?\s?(?:\[?(?:\.{2,}|…)\]?|_{2,})")),
    ("letters", re.compile(r"[^\W\d_]{1,2}\d?")),
    ("number", re.compile(r"\d+")),
    ("another name", re.compile(r"(?:[^\W\d_a-zß-ÿ][^\W\d_]+[ -]?){1,4}")),
)


class HiddenPlace(NamedTuple):
    """A stretch of the original that the other text has not, and what stands there instead."""

    start: int
    end: int
    text: str


class HiddenShare(NamedTuple):
    """How many of how many were hidden, and the interval in which the true share lies (Wilson, 95 %)."""

    hidden: int
    all: int

    @property
    def share(self) -> float:
        return self.hidden / self.all if self.all else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        if not self.all:
            return 0.0, 1.0
        n, p, z = self.all, self.share, _Z
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        wide = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return max(0.0, middle - wide), min(1.0, middle + wide)


class CourtProfile(NamedTuple):
    """What a court hides: by role of people and by label, and the forms of what it puts there."""

    pairs: int
    roles: dict[str, HiddenShare]
    labels: dict[str, HiddenShare]
    forms: dict[str, Counter[str]]  # by label
    replaces: Mapping[str, str] = {}  # the method and the habit that write most like the court

    def as_json(self) -> dict[str, Any]:
        return {
            "pairs": self.pairs,
            "roles": {name: _told(share) for name, share in sorted(self.roles.items())},
            "labels": {name: _told(share) for name, share in sorted(self.labels.items())},
            "forms": {label: dict(forms.most_common()) for label, forms in sorted(self.forms.items())},
            "replace": dict(self.replaces),
        }


def _told(share: HiddenShare) -> dict[str, Any]:
    low, high = share.interval
    return {"hidden": share.hidden, "of": share.all, "low": round(low, 3), "high": round(high, 3)}


def align(original: str, anonymized: str) -> list[HiddenPlace]:
    """What of the original was replaced; two texts that are not the same decision are refused."""
    first, second = ([text[a:b] for a, b in tokenize(text)] for text in (original, anonymized))
    places, others = tokenize(original), tokenize(anonymized)
    blocks = list(_changes(first, second))
    same = sum(b - a for kind, a, b, _, _ in blocks if kind == "equal")
    if not first or same < _LEAST * len(first):
        raise InputError("The two texts are not the same decision: too few of their words agree.")
    found = []
    for kind, a, b, c, d in blocks:
        if kind not in ("replace", "delete") or b - a > _LONGEST:
            continue
        text = anonymized[others[c].start : others[d - 1].end] if d > c else ""
        found.append(HiddenPlace(places[a].start, places[b - 1].end, text))
    return found


def _changes(first: Sequence[str], second: Sequence[str]) -> Iterator[tuple[str, int, int, int, int]]:
    """What changed between words that stand once in either text and in the same order: gaps are short."""
    a = b = 0
    for one, two in [*_anchors(first, second), (len(first), len(second))]:
        for kind, i, j, k, m in SequenceMatcher(
            None, first[a:one], second[b:two], autojunk=False
        ).get_opcodes():
            yield kind, a + i, a + j, b + k, b + m
        if one < len(first):
            yield "equal", one, one + 1, two, two + 1
        a, b = one + 1, two + 1


def _anchors(first: Sequence[str], second: Sequence[str]) -> list[tuple[int, int]]:
    """Places of words that stand once in each text, as many as keep their order (patience sorting)."""
    once = {word for word, number in Counter(second).items() if number == 1}
    place = {word: number for number, word in enumerate(second) if word in once}
    single = Counter(first)
    pairs = [(n, place[word]) for n, word in enumerate(first) if word in place and single[word] == 1]
    tops, piles, back = list[int](), list[int](), list[int]()
    for number, (_, two) in enumerate(pairs):
        pile = bisect_left(tops, two)
        back.append(piles[pile - 1] if pile else -1)
        tops[pile : pile + 1], piles[pile : pile + 1] = [two], [number]
    found, at = list[tuple[int, int]](), piles[-1] if piles else -1
    while at >= 0:
        found.append(pairs[at])
        at = back[at]
    return found[::-1]


def form_of(text: str) -> str:
    """What kind of thing stands in place of a name."""
    plain = text.strip()
    if not plain:
        return "nothing"
    return next((name for name, form in _FORMS if form.fullmatch(plain)), "other words")


class ProfileLearner:
    """Gathers pairs of one language; roles are those that the shipped model tells."""

    def __init__(self, reader: EvidenceReader, model: EntityModel) -> None:
        self._reader, self._model = reader, model
        self._roles: dict[str, list[bool]] = {}
        self._labels: dict[str, list[bool]] = {}
        self._forms: dict[str, Counter[str]] = {}
        self._pairs = 0

    def add(self, doc: Document, entities: Sequence[Entity], anonymized: str) -> None:
        """One pair; the entities are those that the pipeline found in the original."""
        hidden = align(doc.text, anonymized)
        self._pairs += 1
        for entity, facts in zip(entities, self._reader.read(doc, entities), strict=True):
            touched = list(_touched(entity, hidden))
            self._labels.setdefault(entity.label, []).append(bool(touched))
            if self._reader.is_person(facts) and (role := self._model.role(facts)):
                self._roles.setdefault(role, []).append(bool(touched))
            forms = self._forms.setdefault(entity.label, Counter())
            forms.update(form_of(place.text) for place in touched[:1])

    def profile(self) -> CourtProfile:
        return CourtProfile(
            self._pairs,
            _shares(self._roles),
            _shares(self._labels),
            {k: v for k, v in self._forms.items() if v},
        )


def _touched(entity: Entity, hidden: Sequence[HiddenPlace]) -> Iterator[HiddenPlace]:
    """What was hidden of an entity; both are in order, and a decision has few changes."""
    for place in hidden:
        if any(span.start < place.end and place.start < span.end for span in entity.mentions):
            yield place


def _shares(found: dict[str, list[bool]]) -> dict[str, HiddenShare]:
    return {name: HiddenShare(sum(values), len(values)) for name, values in found.items()}


def policy_table(profile: CourtProfile, *, least: float = 0.5) -> str:
    """A policy file: roles and labels of which the court hides at least this share go, and all not seen."""
    roles = {
        name: _rule(share, least)
        for name, share in sorted(profile.roles.items())
        if share.share >= least or share.all >= _FEW
    }
    labels = {name: _rule(share, least) for name, share in sorted(profile.labels.items())}
    if "hide" in roles.values():  # of whom no role is told may be one of those who go
        labels[PERSON] = "hide"
    lines = [
        f'about = "Learnt from {profile.pairs} pairs of decisions."',
        'source = "nescio learn-profile"',
        *_table("labels", {"default": "hide", **labels}, profile.labels),
        *_table("roles", roles, profile.roles),
        *_table("replace", profile.replaces, {}),
    ]
    return "\n".join([*lines, ""])


def _rule(share: HiddenShare, least: float) -> str:
    return "hide" if share.share >= least else "keep"


def _table(name: str, rows: Mapping[str, str], shares: Mapping[str, HiddenShare]) -> list[str]:
    """A table of the file; behind each line stands what it was learnt from."""
    found = ["", f"[{name}]"] if rows else []
    for key, value in rows.items():
        share = shares.get(key)
        low, high = share.interval if share else (0.0, 1.0)
        told = f"  # {share.hidden} of {share.all}: {low:.2f} to {high:.2f}" if share else ""
        found.append(f'{key} = "{value}"{told}')
    return found


def is_little(shares: Iterable[HiddenShare], *, widest: float = 0.4) -> bool:
    """Whether most of what was learnt could as well be otherwise."""
    wide = [share.interval[1] - share.interval[0] > widest for share in shares]
    return not wide or sum(wide) * 2 > len(wide)
