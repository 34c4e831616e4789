"""The cascade of precedence: the first detector that claims a place decides about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from nescio.core.labels import LabelSet
from nescio.core.model import Document, Span
from nescio.core.options import job_options
from nescio.core.stretches import touched
from nescio.packs import Pack
from nescio.text.pieces import uncovered
from nescio.vote.claims import covers, places, same_kind

NUMBERS: Final = frozenset({"CODE", "ID", "ACCOUNT", "PLATE", "CARD"})


class CascadeVoter:
    """Claims win in the order of the detectors; what a loser covers beyond is never uncovered.

    A claim that overlaps winners of its own kind makes them grow together, and the more specific
    label is kept. A claim of another kind keeps the pieces that no winner covers: dropping them
    would leave half a name in the text.
    """

    def __init__(self, precedence: Sequence[str], labels: LabelSet) -> None:
        self._rank_of = {name: rank for rank, name in enumerate(precedence)}
        self._labels = labels

    @classmethod
    @job_options({"precedence": True})
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> CascadeVoter:
        return cls(options.get("precedence", ()), pack.labels)

    def vote(self, doc: Document, candidates: Sequence[Span]) -> list[Span]:
        return [span for group in places(candidates) for span in self._settle(doc, group)]

    def _settle(self, doc: Document, group: Sequence[Span]) -> list[Span]:
        if len(group) == 1:
            return list(group)
        first_claim, *others = sorted(group, key=self._rank)
        winners = [first_claim]
        for claim in others:
            first, last = touched(winners, claim)
            rivals = winners[first:last]
            if all(same_kind(claim, rival, self._labels) for rival in rivals):
                winners[first:last] = [self._grown(claim, rivals)]
            else:
                winners[first:last] = sorted([*rivals, *self._left(doc.text, claim, rivals)])
        return winners

    def _left(self, text: str, claim: Span, rivals: Sequence[Span]) -> list[Span]:
        """What a loser still covers; of a number whose figures went to others only its name is left."""
        pieces = list(uncovered(text, claim, rivals))
        if NUMBERS.isdisjoint(self._labels.lineage(claim.label)) or not _has_figure(text, claim):
            return pieces
        return [piece for piece in pieces if _has_figure(text, piece)]

    def _rank(self, claim: Span) -> tuple[int, float, int, Span]:
        # Longer wins a tie: "Anna Meier" over "Anna". Span last, so the order never
        # depends on which claim came first.
        rank = self._rank_of.get(claim.maker, len(self._rank_of))
        return (rank, -round(claim.score, 1), claim.start - claim.end, claim)

    def _grown(self, claim: Span, rivals: Sequence[Span]) -> Span:
        if not rivals:
            return claim
        best = rivals[0] if len(rivals) == 1 else min(rivals, key=self._rank)
        label = best.label
        if label != claim.label and label in self._labels.lineage(claim.label) and covers(claim, best):
            label = claim.label  # "a city" says more than "a place"
        start, end = min(claim.start, rivals[0].start), max(claim.end, rivals[-1].end)
        return Span(start, end, label, best.score, best.source)


def _has_figure(text: str, span: Span) -> bool:
    return any(map(str.isdigit, text[span.start : span.end]))
