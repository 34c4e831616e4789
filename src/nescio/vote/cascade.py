"""The cascade of precedence: the first recognizer that claims a place decides about it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from nescio.core.labels import LabelSet
from nescio.core.model import Document, Span
from nescio.packs import Pack


class CascadeVoter:
    """Claims win in the order of the recognizers; what a loser covers beyond is never uncovered.

    A claim that overlaps winners of its own kind makes them grow together. A claim of
    another kind keeps the pieces that no winner covers: dropping them would leave half a
    name in the text.
    """

    def __init__(self, precedence: Sequence[str], labels: LabelSet) -> None:
        self._rank_of = {name: rank for rank, name in enumerate(precedence)}
        self._labels = labels

    @classmethod
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> CascadeVoter:
        return cls(options.get("precedence", ()), pack.labels)

    def vote(self, doc: Document, candidates: Sequence[Span]) -> list[Span]:
        return [span for group in _groups(candidates) for span in self._settle(doc, group)]

    def _settle(self, doc: Document, group: Sequence[Span]) -> list[Span]:
        winners: list[Span] = []
        for claim in sorted(group, key=self._rank):
            first, last = _overlapped(winners, claim)
            rivals = winners[first:last]
            if all(self._same_kind(claim, rival) for rival in rivals):
                winners[first:last] = [self._grown(claim, rivals)]
            else:
                winners[first:last] = sorted([*rivals, *_uncovered(doc.text, claim, rivals)])
        return winners

    def _rank(self, claim: Span) -> tuple[int, float, int, Span]:
        # Longer wins a tie: "Anna Meier" over "Anna". Span last, so the order never
        # depends on which claim came first.
        recognizer = claim.source.partition(":")[0]
        rank = self._rank_of.get(recognizer, len(self._rank_of))
        return (rank, -round(claim.score, 1), claim.start - claim.end, claim)

    def _same_kind(self, one: Span, other: Span) -> bool:
        return self._labels.root(one.label) == self._labels.root(other.label)

    def _grown(self, claim: Span, rivals: Sequence[Span]) -> Span:
        if not rivals:
            return claim
        best = min(rivals, key=self._rank)
        start = min(claim.start, *(rival.start for rival in rivals))
        end = max(claim.end, *(rival.end for rival in rivals))
        return best._replace(start=start, end=end)


def _groups(claims: Sequence[Span]) -> Iterator[list[Span]]:
    """Claims that hang together by overlaps; each group is settled alone, so cost stays linear."""
    group: list[Span] = []
    reach = -1
    for claim in sorted(claims):
        if group and claim.start >= reach:
            yield group
            group = []
        group.append(claim)
        reach = max(reach, claim.end)
    if group:
        yield group


def _overlapped(winners: Sequence[Span], claim: Span) -> tuple[int, int]:
    """Winners never overlap, so those that the claim touches stand side by side."""
    first = bisect_left(winners, claim.start, key=lambda winner: winner.end - 1)
    last = bisect_left(winners, claim.end, key=lambda winner: winner.start)
    return first, max(first, last)


def _uncovered(text: str, claim: Span, rivals: Sequence[Span]) -> Iterator[Span]:
    """The pieces of a claim between its rivals, trimmed to letters and digits."""
    edges = [claim.start, *(edge for rival in rivals for edge in (rival.start, rival.end)), claim.end]
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        while start < end and not text[start].isalnum():
            start += 1
        while start < end and not text[end - 1].isalnum():
            end -= 1
        if start < end:
            yield claim._replace(start=start, end=end)
