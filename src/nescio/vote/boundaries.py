"""Repairs the borders of voted names: titles and sentences out, particles in, brackets balanced."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final

from nescio.core.labels import NAMES, PERSON, LabelSet
from nescio.core.model import Document, Span
from nescio.core.protocols import Voter
from nescio.packs.naming import Naming
from nescio.text.folding import fold_word
from nescio.vote.name_edges import NameEdges

_WORD: Final = re.compile(r"[^\W_](?:[\w'’.-]*[^\W_])?\.?")
_POSSESSIVE: Final = re.compile(r"(?<=\w)['’ʼ´`](?P<mark>\w?)$")
_BEFORE: Final = re.compile(r"(?P<word>[^\W\d_]+\.?)[ \t\u00a0]+$")
_AFTER: Final = re.compile(r"[ \t\u00a0]+(?P<word>[^\W\d_][\w'’-]*)")
_GOES_ON: Final = re.compile(r"(?P<comma>,?)\s{1,3}(?P<word>[^\W\d_][\w'’-]*)")
_INITIALS: Final = re.compile(
    r"(?<![\w.])(?P<initials>(?:[^\W\d_]\.[ \u00a0-]?){1,6})\s{0,3}(?P<word>\w{0,20})"
)
_BLANKS: Final = re.compile(r"\s+")
_REST_OF_NUMBER: Final = re.compile(r"\d+(?:[.,]\d+)?|[.,]\d{1,3}(?!\d)")
_HEAD_OF_NUMBER: Final = re.compile(r"\d[\d.,]*\Z")  # not behind the end of a line
_BRACKETS: Final = ("()", "[]", "{}")
_LOOK_BACK: Final = 24


class BoundaryVoter:
    """Lets another voter vote and repairs the borders of what it chose.

    Nothing that is hidden cuts a number: `INR 2` before `.3` takes in the rest. Rules for names, in
    this order: white space, stray commas and unbalanced brackets or quotes at the edges are cut off;
    possessive marks are cut off; titles before a person's name are cut off; a word behind initials
    that begins the next sentence is cut off; a name that ends in a particle takes in the word after
    it, or loses the particle; a word for a generation behind it, an epithet with a capital before
    it and what follows lone initials in small letters are taken in; particles between a title or a
    person's name and a person's name are taken in and the parts joined.
    """

    def __init__(self, inner: Voter, naming: Naming, labels: LabelSet) -> None:
        self._inner = inner
        self._labels = labels
        self._edges = NameEdges(naming)
        self._possessives = naming["possessives"]
        self._titles = naming.titles
        self._kin = naming["person.kin_m"] | naming["person.kin_f"]
        self._title_mark = re.compile(rf"\.?(?:{'|'.join(map(re.escape, naming.title_marks)) or '(?!)'})")
        self._pairs = _Pairs((*_BRACKETS, *naming.quotes))
        self._particles = naming["person.particles"]
        self._conjunctions = naming["person.conjunctions"]
        self._joiners = self._particles - self._conjunctions  # "and" makes two people
        self._given = naming.gender_of
        self._not_names = naming["person.not_names"]
        self._rarely_names = naming["person.rarely_names"]

    def vote(self, doc: Document, candidates: Sequence[Span]) -> list[Span]:
        return self.repair(doc.text, self._inner.vote(doc, candidates))

    def repair(self, text: str, spans: Sequence[Span]) -> list[Span]:
        """The spans in order with better borders; no name is lost, none overlaps another."""
        repaired: list[Span] = []
        alone = _Alone(text, self._particles)
        limits = [*(span.start for span in spans[1:]), len(text)]
        for span, limit in zip(spans, limits, strict=False):  # no spans, one limit
            root = self._labels.root(span.label)
            floor = repaired[-1].end if repaired else 0
            span = _whole_number(text, span, floor=floor, limit=limit)
            if root == PERSON and span.end - span.start == 1 and self._title_mark.match(text, span.end):
                continue  # `D.ª` is a title and nobody's name
            if root in NAMES:
                span = self._possessive_out(text, self._trimmed(text, span, limit=limit))
                if root == PERSON:
                    span = self._person(text, span, floor=floor, limit=limit, alone=alone)
                    repaired += self._told_apart(text, span)
                    continue
            repaired.append(span)
        return self._joined(text, repaired)

    def _trimmed(self, text: str, span: Span, *, limit: int) -> Span:
        """Without white space, commas and unbalanced brackets or quotes at its edges."""
        start, end = span.start, span.end
        while start < end and (text[start].isspace() or text[start] in ",;:"):
            start += 1
        while start < end and (text[end - 1].isspace() or text[end - 1] in ",;:"):
            end -= 1
        if start < end and self._pairs.any_in(text[start:end]):
            start, end = self._pairs.balanced(text, start, end, limit=limit)
        return span._replace(start=start, end=end) if start < end else span

    def _possessive_out(self, text: str, span: Span) -> Span:
        match = _POSSESSIVE.search(text[span.start : span.end])
        if match and match["mark"].lower() in self._possessives and match.start() > 1:
            return span._replace(end=span.start + match.start())
        return span

    def _person(self, text: str, span: Span, *, floor: int, limit: int, alone: _Alone) -> Span:
        span = self._next_title_out(text, self._titles_out(text, span))
        span = self._sentence_out(text, span, alone)
        span = self._last_particle(text, span, limit=limit)
        return self._edges.widened(
            text, self._particles_in(text, span, floor=floor), floor=floor, limit=limit
        )

    def _titles_out(self, text: str, span: Span) -> Span:
        while (word := _WORD.match(text, span.start, span.end)) and word.end() < span.end:
            after = _AFTER.match(text, word.end())
            if after is None or after.start("word") >= span.end or not self._is_title(word[0], after["word"]):
                break
            if word[0].isupper() and len(word[0]) > 2 and "," in text[word.end() : span.end]:
                break  # CONDE RUIZ, LUIS: family names first, one of which is a title elsewhere
            if not after["word"][0].isupper() and fold_word(after["word"]) not in self._particles:
                break
            span = span._replace(start=after.start("word"))
        return span

    def _is_title(self, word: str, following: str) -> bool:
        """`D.` is Don before a given name, else it may be an initial."""
        if fold_word(word) not in self._titles:
            return False
        return len(word) > 2 or word[-1] != "." or fold_word(following) in self._given

    def _next_title_out(self, text: str, span: Span) -> Span:
        """`Iria Bou y D` before `.ª Mar Sol`: the last letter is the title of the next person."""
        words = list(_WORD.finditer(text, span.start, span.end))
        if (
            not self._title_mark.match(text, span.end)
            or len(words) < 2
            or fold_word(words[-1][0]) not in self._titles
        ):
            return span
        last = -3 if len(words) > 2 and words[-2][0] in self._conjunctions else -2
        return span._replace(end=words[last].end())

    def _told_apart(self, text: str, span: Span) -> list[Span]:
        """`Iria Bou y D. Luis Sol`: a title behind "and" begins another person."""
        words = [] if span.is_told else list(_WORD.finditer(text, span.start, span.end))
        people, start = [], span.start
        for before, link, title, after in zip(words, words[1:], words[2:], words[3:], strict=False):
            is_next = link[0] in self._conjunctions and fold_word(title[0]) in self._titles
            if is_next and before.end() > start:
                people.append(span._replace(start=start, end=before.end()))
                start = (after if self._is_title(title[0], after[0]) else title).start()
        return [*people, span._replace(start=start)]

    def _sentence_out(self, text: str, span: Span, alone: _Alone) -> Span:
        """`E. W. We` before `spoke`: the last word is no family name but begins a sentence."""
        words = list(_WORD.finditer(text, span.start, span.end))
        if span.is_told or len(words) < 2 or words[-1].end() != span.end or not _is_initial(words[-2][0]):
            return span
        last = words[-1][0]
        if not last[0].isupper() or (len(last) > 1 and last.isupper()):  # all in capitals, it may be a name
            return span
        end = words[-2].end()
        folded, after = fold_word(last), _GOES_ON.match(text, span.end)
        if after is None or fold_word(after["word"]) in self._conjunctions:  # "J. We and K. Lund"
            return span
        goes_small = after["word"][0].islower()
        if folded in self._not_names and (goes_small or not after["comma"]):
            return span._replace(end=end)
        if folded in self._rarely_names and goes_small and text[span.start : end] in alone:
            return span._replace(end=end)
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
        """`Herr von Berg`: after a title the particle is part of the name, elsewhere (`tío de Ana`) none."""
        start = span.start
        while match := _BEFORE.search(text, max(floor, start - _LOOK_BACK), start):
            word = match["word"]
            if word not in self._particles:
                titled = start < span.start and fold_word(word) in self._titles - self._kin
                return span._replace(start=start) if titled else span
            start = match.start("word")
        return span

    def _joined(self, text: str, spans: Iterable[Span]) -> list[Span]:
        """Two names of people with nothing but particles between them are one."""
        joined: list[Span] = []
        for span in spans:
            last = joined[-1] if joined else None
            if last is not None and self._is_one_name(text, last, span):
                best = max(last, span, key=lambda item: (item.is_told, item.score))
                joined[-1] = best._replace(start=last.start, end=span.end)
            else:
                joined.append(span)
        return joined

    def _is_one_name(self, text: str, one: Span, other: Span) -> bool:
        if self._labels.root(one.label) != PERSON or self._labels.root(other.label) != PERSON:
            return False
        gap = text[one.end : other.start]
        between = gap.split()
        return (
            0 < len(between) <= 3
            and len(gap) <= _LOOK_BACK
            and not any(char in gap for char in "\r\n")
            and all(word in self._joiners for word in between)
        )


class _Alone:
    """Which initials a text has somewhere with no word behind them that may belong to the name."""

    def __init__(self, text: str, particles: frozenset[str]) -> None:
        self._text, self._particles = text, particles

    def __contains__(self, initials: str) -> bool:
        return _BLANKS.sub("", initials) in self._found

    @cached_property
    def _found(self) -> frozenset[str]:  # read once, and only for a text that asks
        return frozenset(
            _BLANKS.sub("", match["initials"])
            for match in _INITIALS.finditer(self._text)
            if not match["word"][:1].isupper() and fold_word(match["word"]) not in self._particles
        )


def _whole_number(text: str, span: Span, *, floor: int, limit: int) -> Span:
    start, end = span.start, span.end
    if span.is_told or start == end:
        return span
    if text[end - 1].isdigit() and (rest := _REST_OF_NUMBER.match(text, end, limit)):
        end = rest.end()
    seen = max(floor, start - _LOOK_BACK)
    if text[start].isdigit() and (head := _HEAD_OF_NUMBER.search(text, seen, start)):
        start = head.start()
    return span if (start, end) == span[:2] else span._replace(start=start, end=end)


def _is_initial(word: str) -> bool:
    letters = [part for part in re.split(r"[.-]", word) if part]
    return word.endswith(".") and all(len(part) == 1 and part.isupper() for part in letters)


class _Pairs:
    """Brackets and quotes, of which each that opens wants one that closes."""

    def __init__(self, pairs: Sequence[str]) -> None:
        self._opens = {pair[1]: pair[0] for pair in pairs}
        self._marks = frozenset("".join(pairs))

    def any_in(self, text: str) -> bool:
        return not self._marks.isdisjoint(text)

    def balanced(self, text: str, start: int, end: int, *, limit: int) -> tuple[int, int]:
        """Cut off brackets and quotes at the edges that have no partner inside; take in one that follows."""
        count = Counter({mark: text.count(mark, start, end) for mark in self._marks})
        while start < end:
            lonely = self._lonely(count)
            if text[start] in lonely:
                count[text[start]] -= 1
                start += 1
            elif text[end - 1] in lonely:
                end -= 1
                count[text[end]] -= 1
            elif end < limit and self._opens.get(text[end]) in lonely:
                return start, end + 1
            else:
                break
        return start, end

    def _lonely(self, count: Mapping[str, int]) -> set[str]:
        """Marks of which there is one too many."""
        lonely: set[str] = set()
        for close, open_ in self._opens.items():
            surplus = count[open_] - count[close]
            if open_ == close and count[open_] % 2:
                lonely.add(open_)
            elif surplus:
                lonely.add(open_ if surplus > 0 else close)
        return lonely
