"""A user's own lists and rules go before whatever any detector claims."""

from __future__ import annotations

from collections.abc import Sequence

from nescio.core.labels import LabelSet
from nescio.core.model import Document, Span
from nescio.core.protocols import Voter
from nescio.core.stretches import touched
from nescio.text.pieces import beside
from nescio.vote.claims import fill, same_kind


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
        winners = fill(doc.text, [], sorted(own, key=_rank))
        others: list[Span] = []
        for claim in sorted((claim for claim in candidates if not claim.is_own), key=_rank):
            first, last = touched(winners, claim)
            rivals = winners[first:last]
            if len(rivals) == 1 and same_kind(claim, rivals[0], self._labels):
                winners[first] = _grown(rivals[0], claim)
            else:
                others += beside(doc.text, claim, rivals)
        # Once more: the last of the own claims may have grown since.
        rest = [piece for claim in others for piece in beside(doc.text, claim, winners)]
        return sorted([*winners, *self._inner.vote(doc, rest)])


def _rank(claim: Span) -> tuple[int, float, Span]:
    return (claim.start - claim.end, -claim.score, claim)


def _grown(own: Span, claim: Span) -> Span:
    return own._replace(start=min(own.start, claim.start), end=max(own.end, claim.end))
