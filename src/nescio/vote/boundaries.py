"""Repairs the borders of voted names: titles out, particles in, possessives out, brackets balanced."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from nescio.core.labels import LabelSet
from nescio.core.model import Document, Span
from nescio.core.protocols import Voter
from nescio.text.naming import Naming, fold_word

NAMES: Final = frozenset({"PER", "ORG", "LOC", "MISC"})
_WORD: Final = re.compile(r"[^\W_](?:[\w'’.-]*[^\W_])?\.?")
_POSSESSIVE: Final = re.compile(r"(?<=\w)['’ʼ´`](?P<mark>\w?)$")
_BEFORE: Final = re.compile(r"(?P<word>[^\W\d_]+\.?)[ \t\u00a0]+$")
_AFTER: Final = re.compile(r"[ \t\u00a0]+(?P<word>[^\W\d_][\w'’-]*)")
_PARTNER: Final = {")": "(", "]": "[", "}": "{", "”": "“", "»": "«", '"': '"'}
_MARKS: Final = frozenset([*_PARTNER, *_PARTNER.values()])
_LOOK_BACK: Final = 24


class BoundaryVoter:
    """Lets another voter vote and repairs the borders of the names it chose.

    Rules, in this order: white space, stray commas and unbalanced brackets or quotes at the edges
    are cut off; possessive marks are cut off; titles before a person's name are cut off; a name
    that ends in a particle takes in the word after it, or loses the particle; particles between
    a title or a person's name and a person's name are taken in and the parts joined.
    """

    def __init__(self, inner: Voter, naming: Naming, labels: LabelSet) -> None:
        self._inner = inner
        self._labels = labels
        self._possessives = naming["possessives"]
        self._titles = naming["person.titles"] | naming["person.titles_m"] | naming["person.titles_f"]
        self._particles = naming["person.particles"]
        self._joiners = self._particles - naming["person.conjunctions"]  # "and" makes two people

    def vote(self, doc: Document, candidates: Sequence[Span]) -> list[Span]:
        return self.repair(doc.text, self._inner.vote(doc, candidates))

    def repair(self, text: str, spans: Sequence[Span]) -> list[Span]:
        """The spans in order with better borders; none is lost, none overlaps another."""
        repaired: list[Span] = []
        limits = [*(span.start for span in spans[1:]), len(text)]
        for span, limit in zip(spans, limits, strict=False):  # no spans, one limit
            root = self._labels.root(span.label)
            if root in NAMES:
                floor = repaired[-1].end if repaired else 0
                span = self._possessive_out(text, _trimmed(text, span, limit=limit))
                if root == "PER":
                    span = self._person(text, span, floor=floor, limit=limit)
            repaired.append(span)
        return self._joined(text, repaired)

    def _possessive_out(self, text: str, span: Span) -> Span:
        match = _POSSESSIVE.search(text[span.start : span.end])
        if match and match["mark"].lower() in self._possessives and match.start() > 1:
            return span._replace(end=span.start + match.start())
        return span

    def _person(self, text: str, span: Span, *, floor: int, limit: int) -> Span:
        span = self._titles_out(text, span)
        span = self._last_particle(text, span, limit=limit)
        return self._particles_in(text, span, floor=floor)

    def _titles_out(self, text: str, span: Span) -> Span:
        while (word := _WORD.match(text, span.start, span.end)) and word.end() < span.end:
            after = _AFTER.match(text, word.end())
            is_title = fold_word(word[0]) in self._titles and (len(word[0]) > 2 or word[0][-1] != ".")
            if not is_title or after is None or after.start("word") >= span.end:
                break
            if not after["word"][0].isupper() and fold_word(after["word"]) not in self._particles:
                break
            span = span._replace(start=after.start("word"))
        return span

    def _last_particle(self, text: str, span: Span, *, limit: int) -> Span:
        """`Ursula von` and `Leyen`: the particle belongs to the word after it, or to nobody."""
        words = list(_WORD.finditer(text, span.start, span.end))
        if len(words) < 2 or words[-1][0] not in self._particles:
            return span
        after = _AFTER.match(text, words[-1].end())
        if after and after["word"][0].isupper() and after.end() <= limit:
            return span._replace(end=after.end())
        return span._replace(end=words[-2].end())

    def _particles_in(self, text: str, span: Span, *, floor: int) -> Span:
        """`Herr von Berg`: after a title the particle is part of the name, elsewhere a preposition."""
        start = span.start
        while match := _BEFORE.search(text, max(floor, start - _LOOK_BACK), start):
            word = match["word"]
            if word not in self._particles:
                titled = start < span.start and fold_word(word) in self._titles
                return span._replace(start=start) if titled else span
            start = match.start("word")
        return span

    def _joined(self, text: str, spans: Iterable[Span]) -> list[Span]:
        """Two names of people with nothing but particles between them are one."""
        joined: list[Span] = []
        for span in spans:
            last = joined[-1] if joined else None
            if last is not None and self._is_one_name(text, last, span):
                best = max(last, span, key=lambda item: item.score)
                joined[-1] = best._replace(start=last.start, end=span.end)
            else:
                joined.append(span)
        return joined

    def _is_one_name(self, text: str, one: Span, other: Span) -> bool:
        if self._labels.root(one.label) != "PER" or self._labels.root(other.label) != "PER":
            return False
        gap = text[one.end : other.start]
        between = gap.split()
        return (
            0 < len(between) <= 3
            and len(gap) <= _LOOK_BACK
            and not any(char in gap for char in "\r\n")
            and all(word in self._joiners for word in between)
        )


def _trimmed(text: str, span: Span, *, limit: int) -> Span:
    """Without white space, commas and unbalanced brackets or quotes at its edges."""
    start, end = span.start, span.end
    while start < end and (text[start].isspace() or text[start] in ",;:"):
        start += 1
    while start < end and (text[end - 1].isspace() or text[end - 1] in ",;:"):
        end -= 1
    if start < end and not _MARKS.isdisjoint(text[start:end]):
        start, end = _balanced(text, start, end, limit=limit)
    return span._replace(start=start, end=end) if start < end else span


def _balanced(text: str, start: int, end: int, *, limit: int) -> tuple[int, int]:
    """Cut off brackets and quotes at the edges that have no partner inside; take in one that follows."""
    while start < end:
        inside = text[start:end]
        lonely = _lonely(inside)
        if inside[0] in lonely:
            start += 1
        elif inside[-1] in lonely:
            end -= 1
        elif end < limit and _PARTNER.get(text[end]) in lonely:
            return start, end + 1
        else:
            break
    return start, end


def _lonely(inside: str) -> set[str]:
    """Marks of which there is one too many."""
    lonely: set[str] = set()
    for close, open_ in _PARTNER.items():
        surplus = inside.count(open_) - inside.count(close)
        if open_ == close and inside.count(open_) % 2:
            lonely.add(open_)
        elif surplus:
            lonely.add(open_ if surplus > 0 else close)
    return lonely
