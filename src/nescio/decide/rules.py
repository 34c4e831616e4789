"""The rules that a policy may name: hide, keep, and those that look at the document."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from nescio.core.labels import LabelSet
from nescio.core.model import Document, Entity, Span
from nescio.decide.years import YEAR, recent, without_years
from nescio.packs.policies import Roles
from nescio.text.folding import fold_entry
from nescio.text.word_matcher import Words

_ADDRESS: Final = "ADDRESS"
_NEAR: Final = re.compile(r"[\s,;:./|–-]{0,4}(?:\r?\n[ \t]{0,8})?")  # between the parts of one address
_YEAR: Final = re.compile(rf"\D{{0,12}}{YEAR}\D{{0,3}}")
_LINE: Final = 200  # characters of a line on either side of a name that are looked at
_NOTHING: Final = frozenset[str]()
_LETTERS: Final = 3  # of an abbreviated office
_SENTENCE: Final = 3  # words written small make a line a sentence, not a title
_REACH: Final = 60  # characters before or behind a name in which its role may stand


@lru_cache(maxsize=32)  # one for each language, not for each document
def _folded(roles: Roles) -> tuple[frozenset[str], ...]:
    words = (
        roles.behind, roles.before, (*roles.titles, *roles.between),
        roles.versus, roles.against, roles.citing,
    )  # fmt: skip
    return tuple(frozenset(map(fold_entry, entries)) for entries in words)


class DocumentView:
    """One document while it is decided: what the rules may ask about it."""

    def __init__(self, doc: Document, entities: Sequence[Entity], labels: LabelSet, roles: Roles) -> None:
        self.doc = doc
        self._labels = labels
        self._behind, self._before, self._between, *cases = _folded(roles)
        self._versus, self._against, self._citing = cases
        self._joins = self._versus | self._against
        self._spans = sorted(span for entity in entities for span in entity.mentions)

    def text_of(self, span: Span) -> str:
        return self.doc.text[span.start : span.end]

    def is_in_address(self, span: Span) -> bool:
        """A part of an address stands next to it, perhaps with one or two further places between."""
        place = bisect_left(self._spans, span)
        left = list(reversed(self._spans[max(0, place - 3) : place]))
        right = self._spans[place + 1 : place + 4]
        return self._leads_to_address(span, left) or self._leads_to_address(span, right)

    def _leads_to_address(self, span: Span, others: Sequence[Span]) -> bool:
        for other in others:
            first, second = sorted((span, other))
            if _NEAR.fullmatch(self.doc.text[first.end : second.start]) is None:
                return False
            if _ADDRESS in self._labels.lineage(other.label):
                return True
            span = other
        return False

    def is_officer(self, span: Span) -> bool:
        """A word for somebody who acts for the court stands directly before or behind the name."""
        left = Words(self.doc.text[max(0, span.start - _REACH) : span.start].rpartition("\n\n")[2]).folded
        while left:
            before = f" {' '.join(left)}"
            if any(before.endswith(f" {role}") for role in self._behind):
                return True
            if left.pop() not in self._between:
                break
        return self._has_role_behind(span.end) or self._ends_in_office(span)

    def _ends_in_office(self, span: Span) -> bool:
        """The mention itself ends in the letters of an office: "Ames LJ"; a longer word may be a surname."""
        words = self.text_of(span).split()
        last = words[-1] if len(words) > 1 else ""
        return len(last) <= _LETTERS and last.isupper() and fold_entry(last) in self._before

    def is_cited(self, span: Span) -> bool:
        """It stands in the name of another case, in running text or behind a word that cites: "Ames v. Orr".
        On a line of its own such a name is the title of this very case.
        """
        line = self._line(span)
        if self._joins.isdisjoint(line.folded):
            return False
        left = Words(self.doc.text[max(0, span.start - _REACH) : span.start].rpartition("\n")[2])
        right = Words(self.doc.text[span.end : span.end + _REACH].partition("\n")[0])
        inside = self._joins.intersection(Words(self.text_of(span)).folded[1:-1])
        before = (
            self._joins.intersection(left.folded[-1:]) if len(left) > 1 and left.capital[-2] else _NOTHING
        )
        behind = (
            self._joins.intersection(right.folded[:1]) if len(right) > 1 and right.capital[1] else _NOTHING
        )
        if before and self._is_led(left):
            return True
        if (inside or behind) and not self._citing.isdisjoint(left.folded[-1:]):
            return True
        joins = inside or before or behind
        return bool(joins) and not self._versus.isdisjoint(joins) and self._runs_on(line)

    def _is_led(self, left: Words) -> bool:
        """Whether a word that cites stands before the first party, whose name and "v." are read here."""
        place = len(left) - 2
        while place >= 0 and left.capital[place] and left.folded[place] not in self._citing:
            place -= 1
        return 0 <= place < len(left) - 2 and left.folded[place] in self._citing

    def _line(self, span: Span) -> Words:
        start = self.doc.text.rfind("\n", max(0, span.start - _LINE), span.start) + 1
        end = self.doc.text.find("\n", span.end, span.end + _LINE)
        return Words(self.doc.text[max(start, span.start - _LINE) : end if end >= 0 else span.end + _LINE])

    def _runs_on(self, line: Words) -> bool:
        small = [
            word
            for word, capital in zip(line.folded, line.capital, strict=True)
            if not capital and word.isalpha() and word not in self._joins
        ]
        return len(small) >= _SENTENCE

    def _has_role_behind(self, end: int) -> bool:
        words = Words(self.doc.text[end : end + _REACH].partition("\n\n")[0])
        behind = f"{' '.join(words.folded)} "
        sizes = [role.count(" ") + 1 for role in self._before if behind.startswith(f"{role} ")]
        # A name behind the word: then the word is the title of somebody else.
        return any(size >= len(words) or not words.capital[size] for size in sizes)


def _over_89(entity: Entity, view: DocumentView) -> bool:
    numbers = [int(n) for span in entity.mentions for n in re.findall(r"\d+", view.text_of(span))]
    return not numbers or max(numbers) > 89  # an age in words is hidden rather than read


def _has_more_than_years(entity: Entity, view: DocumentView, *, since: int) -> bool:
    return any(without_years(view.doc.text, span, since=since) for span in entity.mentions)


def parts_that_go(entity: Entity, doc: Document, rule: str) -> tuple[Span, ...] | None:
    """What of an entity a rule hides, if not simply all: of a date perhaps all but the year."""
    if rule not in _SINCE:
        return None
    since = _SINCE[rule]()
    pieces = [piece for span in entity.mentions for piece in without_years(doc.text, span, since=since)]
    return tuple(pieces) or None


_SINCE: Final[Mapping[str, Callable[[], int]]] = {"keep_year": lambda: 0, "keep_recent_year": recent}
Rule = Callable[[Entity, DocumentView], bool]
RULES: Final[Mapping[str, Rule]] = {
    "hide": lambda entity, view: True,
    "keep": lambda entity, view: False,
    "in_address": lambda entity, view: any(map(view.is_in_address, entity.mentions)),
    "unless_year": lambda entity, view: (
        not all(_YEAR.fullmatch(view.text_of(span)) for span in entity.mentions)
    ),
    "keep_year": lambda entity, view: _has_more_than_years(entity, view, since=0),
    "keep_recent_year": lambda entity, view: _has_more_than_years(entity, view, since=recent()),
    "over_89": _over_89,
    "if_listed": lambda entity, view: any(span.is_own for span in entity.mentions),
    "unless_officer": lambda entity, view: not any(map(view.is_officer, entity.mentions)),
    # Somebody named elsewhere too is a party of this case, whoever else was called so.
    "unless_cited": lambda entity, view: not all(map(view.is_cited, entity.mentions)),
    "unless_officer_or_cited": lambda entity, view: (
        not any(map(view.is_officer, entity.mentions)) and not all(map(view.is_cited, entity.mentions))
    ),
}
