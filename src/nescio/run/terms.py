"""NOME's way: a list of terms that a person ticks and edits, and the texts anonymized by that list."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from nescio.api import Anonymizer
from nescio.core.edits import (
    DecisionOverridden,
    Edit,
    Place,
    ReplacementOverridden,
    SpanAdded,
    edited_entities,
    edited_spans,
    revise,
)
from nescio.core.errors import InputError
from nescio.core.labels import OTHER_NAME
from nescio.core.model import Job
from nescio.core.stretches import Stretches
from nescio.text.folding import fold_entry

BY = "term list"  # who made the edits


class Term(NamedTuple):
    """A row of the list: what was found, how often, whether it goes, and what would stand there."""

    text: str
    label: str
    number: int  # of its mentions
    hide: bool
    replacement: str
    clash: bool = False  # another term would be replaced by the same
    reason: str = ""


@dataclass(frozen=True)
class TermList:
    """The rows that a person gave back, by their folded text; it never shows in a repr."""

    rows: Mapping[str, Term] = field(repr=False)

    @classmethod
    def of(cls, rows: Iterable[tuple[int, Term]]) -> TermList:
        """The list of numbered rows; one that is there twice or empty is refused."""
        found: dict[str, Term] = {}
        first: dict[str, int] = {}
        for line, term in rows:
            key = fold_entry(term.text)
            if not key:
                raise InputError(f"Row {line} of the list of terms has no word.")
            if key in found:
                raise InputError(f"Row {line} of the list of terms has the term of row {first[key]} again.")
            found[key], first[key] = term, line
        if not found:
            raise InputError("The list of terms is empty.")
        return cls(found)

    def additions(self, job: Job) -> list[Edit]:
        """Spans for ticked terms where nothing was found: a person added them, or a detector missed them."""
        covered = Stretches(edited_spans(job))
        text = job.document.text
        ticked = {key: term for key, term in self.rows.items() if term.hide}
        if not ticked:
            return []
        return [
            SpanAdded(Place(*match.span()), OTHER_NAME, by=BY)
            for match in self._pattern(ticked.values()).finditer(text)
            if not list(covered.touching(*match.span()))
        ]

    @staticmethod
    def _pattern(terms: Iterable[Term]) -> re.Pattern[str]:
        longest = sorted((term.text for term in terms), key=len, reverse=True)
        words = (r"\s+".join(map(re.escape, text.split())) for text in longest)
        return re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)")

    def edits(self, job: Job) -> Iterator[Edit]:
        """What the list says of the entities of a decided job; what it does not name stays as decided."""
        for entity in edited_entities(job):
            span = entity.mentions[0]
            forms = {fold_entry(job.document.text[s.start : s.end]) for s in entity.mentions}
            own = next(
                (self.rows[form] for form in sorted(forms, key=len, reverse=True) if form in self.rows), None
            )
            if own is None:
                continue
            place = Place(span.start, span.end)
            yield DecisionOverridden(place, own.hide, by=BY)
            if own.hide and any(map(str.isalnum, own.replacement)):  # an omission mark is for the method
                yield ReplacementOverridden(place, own.replacement, by=BY)


class ListedAnonymizer(Anonymizer):
    """An anonymizer whose decisions and replacements a list of terms corrects."""

    def __init__(self, listed: TermList, *args: Any, **options: Any) -> None:
        self._listed = listed
        self.met: set[str] = set()  # keys of the terms that some text has
        super().__init__(*args, **options)

    def run(self, jobs: Iterable[Job], *, start: str | None = None, stop: str = "replace") -> list[Job]:
        if stop != "replace":
            return super().run(jobs, start=start, stop=stop)
        found = super().run(jobs, start=start, stop="second_pass")
        added = [job if job.failure else revise(job, self._listed.additions(job)) for job in found]
        decided = super().run(added, stop="decide")
        return super().run([self._revised(job) for job in decided])

    def _revised(self, job: Job) -> Job:
        if job.failure is not None:
            return job
        for entity in edited_entities(job):
            self.met |= {fold_entry(job.document.text[s.start : s.end]) for s in entity.mentions}
        return revise(job, self._listed.edits(job))

    @property
    def unmet(self) -> int:
        """How many terms of the list no text had."""
        return len(self._listed.rows.keys() - self.met)


def list_terms(jobs: Sequence[Job]) -> list[Term]:
    """The terms of anonymized jobs: those that go first, then by number and text."""
    found: dict[tuple[str, bool], Term] = {}
    for job in jobs:
        replaced = {} if job.solution is None else {row.entity: row.text for row in job.solution.replacements}
        reasons = {item.entity: item for item in job.decisions or ()}
        for entity in edited_entities(job):
            names = [job.document.text[span.start : span.end] for span in entity.mentions]
            decision = reasons[entity.id]
            text = " ".join(max(names, key=len).split())
            old = found.get((fold_entry(text), decision.hide))
            number = len(names) + (old.number if old else 0)
            term = Term(
                text, entity.label, number, decision.hide, replaced.get(entity.id, ""), reason=decision.reason
            )
            found[fold_entry(text), decision.hide] = term
    return _with_clashes(_joined(found))


def _joined(found: Mapping[tuple[str, bool], Term]) -> list[Term]:
    """One row per term: what goes in one text goes in the list."""
    rows = {key: term for (key, hide), term in sorted(found.items(), key=lambda item: item[0][1])}
    return sorted(rows.values(), key=lambda term: (not term.hide, -term.number, term.text.casefold()))


def _with_clashes(terms: Sequence[Term]) -> list[Term]:
    tally = Counter(term.replacement for term in terms if term.hide)
    return [term._replace(clash=term.hide and _tells(term) and tally[term.replacement] > 1) for term in terms]


def _tells(term: Term) -> bool:
    """Whether a replacement points to one term: an omission mark may stand for many."""
    return any(map(str.isalnum, term.replacement))
