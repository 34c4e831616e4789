"""A user's own lists and rules go before whatever any recognizer claims."""

from __future__ import annotations

from collections.abc import Sequence

from nescio.core.labels import LabelSet
from nescio.core.model import Document, Span
from nescio.core.protocols import Voter
from nescio.text.pieces import uncovered
from nescio.vote.claims import touched


class OwnFirstVoter:
    """Settles the user's own claims first and lets another voter settle the rest around them.

    Of overlapping own claims the longer wins, then the surer. Another claim of the same kind makes
    an own one grow (the whole name goes, under the user's label); of a claim of another kind only what
    lies beyond stays, so that half a name is never uncovered.
    """

    def __init__(self, inner: Voter, labels: LabelSet) -> None:
        self._inner = inner
        self._labels = labels

    def vote(self, doc: Document, candidates: Sequence[Span]) -> list[Span]:
        own = [claim for claim in candidates if claim.is_own]
        if not own:
            return self._inner.vote(doc, candidates)
        winners: list[Span] = []
        for claim in sorted(own, key=_rank):
            first, last = touched(winners, claim)
            rivals = winners[first:last]
            pieces = uncovered(doc.text, claim, rivals) if rivals else [claim]
            winners[first:last] = sorted([*rivals, *pieces])
        others: list[Span] = []
        for claim in sorted((claim for claim in candidates if not claim.is_own), key=_rank):
            first, last = touched(winners, claim)
            rivals = winners[first:last]
            if len(rivals) == 1 and self._same_kind(claim, rivals[0]):
                winners[first] = _grown(rivals[0], claim)
            elif rivals:
                others += uncovered(doc.text, claim, rivals)
            else:
                others.append(claim)
        rest = [piece for claim in others for piece in self._beyond(doc, claim, winners)]
        return sorted([*winners, *self._inner.vote(doc, rest)])

    def _beyond(self, doc: Document, claim: Span, winners: Sequence[Span]) -> list[Span]:
        """What the own claims still leave of a claim after the last of them has grown."""
        first, last = touched(winners, claim)
        return list(uncovered(doc.text, claim, winners[first:last])) if first < last else [claim]

    def _same_kind(self, one: Span, other: Span) -> bool:
        return self._labels.root(one.label) == self._labels.root(other.label)


def _rank(claim: Span) -> tuple[int, float, Span]:
    return (claim.start - claim.end, -claim.score, claim)


def _grown(own: Span, claim: Span) -> Span:
    return own._replace(start=min(own.start, claim.start), end=max(own.end, claim.end))
