"""Label consistency: one spelling, one label, by weighted majority within the document.

A single word that names a person elsewhere is that person, not a handle, a weekday or a people: `torsten`
before a colon, `Freitag` where Herr Freitag speaks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from nescio.core.labels import NAMES, PERSON, LabelSet
from nescio.core.model import Document, Span
from nescio.core.options import job_options
from nescio.packs import Pack
from nescio.packs.naming import Naming
from nescio.second_pass.sources import Folded, Found, by_root, found_names, is_added

_SURE: Final = 0.95  # a label this sure stays, whatever the majority says
_MAJORITY: Final = 2.0  # times the weight of the label that gives way
_NO_NAMES: Final = frozenset(
    {"USERNAME", "DATE", "EVENT", "NORP", "WORK", "STREET", "PRODUCT"}
)  # that a name is taken for
_DOUBTFUL: Final = 0.85  # a label less sure than this gives way to a person
_SUPPORT: Final = 0.5  # of the person
_MIN_LETTERS: Final = 3
_LAST_WORD: Final = re.compile(r"([^\W\d_]+)\s+$")
_REACH: Final = 20
_DRAWN_OUT: Final = re.compile(r"(\w)\1{2,}")  # nicooo


class _Majority(NamedTuple):
    """The label that most mentions of a spelling have, and the weight of each kind."""

    label: str
    weights: Mapping[str, float]


class ConsistencyPass:
    """Gives every mention of a spelling the label that most of its mentions have.

    Guards: the majority must weigh twice as much as the label it replaces, and a very sure
    label stays: a person may be called like a place. The label of a user's own mention goes
    before the majority and never changes.
    """

    def __init__(self, naming: Naming, labels: LabelSet) -> None:
        self._labels, self._links, self._endings = labels, naming["links"], naming.endings

    @classmethod
    @job_options({})
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> ConsistencyPass:
        return cls(pack.naming, pack.labels)

    def rescan(self, doc: Document, spans: Sequence[Span]) -> list[Span]:
        folded = Folded()
        found = found_names(doc, spans, self._labels, kinds=NAMES, folded=folded)
        rounds_of = {item.words: list(self._rounds(item)) for item in found if len(item.support) > 1}
        after = [
            self._after_rounds(span, rounds_of.get(folded[doc.text[span.start : span.end]], ()))
            if rounds_of
            else span
            for span in spans
        ]
        return self._with_people(doc, after, folded)

    def _with_people(self, doc: Document, spans: list[Span], folded: Folded) -> list[Span]:
        """Single words that name somebody, with the label of people."""
        doubtful = [s for s in spans if s.label in _NO_NAMES and s.score < _DOUBTFUL and not s.is_told]
        if not doubtful:
            return spans
        support: dict[str, float] = {}
        for item in found_names(doc, spans, self._labels, kinds=frozenset({PERSON}), folded=folded):
            for word in item.words:
                support[word] = support.get(word, 0.0) + item.support[item.label]
        people = {word for word, total in support.items() if total >= _SUPPORT and len(word) >= _MIN_LETTERS}
        named = {span for span in doubtful if self._is_person(doc.text, span, people, folded)}
        return [span._replace(label=PERSON) if span in named else span for span in spans]

    def _is_person(self, text: str, span: Span, people: set[str], folded: Folded) -> bool:
        surface = text[span.start : span.end]
        words = folded[surface]
        if len(words) != 1 or not surface.isalpha():
            return False
        before = _LAST_WORD.search(text[max(0, span.start - _REACH) : span.start])
        if before is not None and before[1].lower() in self._links:
            return False  # "in May" is a month
        word = _DRAWN_OUT.sub(r"\1", words[0])
        stems = {word.removesuffix(ending) for ending in ("", *self._endings)}
        return not people.isdisjoint(stems)

    def _rounds(self, item: Found) -> Iterator[_Majority]:
        """What the mentions of a spelling agree on; a label that gave way makes the majority heavier.

        So another may have to follow. There are as many rounds as kinds of names at most.
        """
        root_of = {label: self._labels.root(label) for label in item.support}
        while len(weights := by_root(item.support, self._labels)) > 1:
            own = {root_of[span.label] for span in item.spans if span.is_told}
            if len(own) == 1:
                weights |= dict.fromkeys(own, float("inf"))
            best = max(sorted(weights), key=lambda root: weights[root])
            majority = _Majority(self._label(item, best), weights)
            yield majority
            after = [self._settled(span, majority) for span in item.spans]
            if after == item.spans:
                return
            item = Found.of(item.words, after, root_of)

    def _after_rounds(self, span: Span, rounds: Iterable[_Majority]) -> Span:
        for majority in rounds:
            span = self._settled(span, majority)
        return span

    def _label(self, item: Found, root: str) -> str:
        of_root = [span for span in item.spans if self._labels.root(span.label) == root]
        told = {span.label for span in of_root if span.is_told} or {span.label for span in of_root}
        return max(sorted(told), key=lambda label: item.support[label])

    def _settled(self, span: Span, majority: _Majority) -> Span:
        label, weights = majority
        root, winner = self._labels.root(span.label), self._labels.root(label)
        if (
            span.is_told
            or root not in NAMES
            or root == winner
            or (span.score >= _SURE and not is_added(span))
        ):
            return span
        strong = weights[winner] >= _MAJORITY * weights.get(root, 0.0)
        return span._replace(label=label) if strong else span
