"""A user's own lists and rules, and what a format says, go before whatever any detector claims."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from nescio.core.labels import NAMES, OTHER_NAME, LabelSet
from nescio.core.model import FORMAT, OWN, Document, Span
from nescio.core.protocols import Voter
from nescio.core.stretches import touched
from nescio.text.pieces import beside
from nescio.vote.claims import covers, fill, same_kind

_LISTED: Final = f"lists:{OWN}"


class OwnFirstVoter:
    """Settles the user's own claims first and lets another voter settle the rest around them.

    Of overlapping own claims the longer wins, then the surer. Another claim of the same kind makes
    an own one grow (the whole name goes, under the user's label). A word of a list never tears a longer
    name of another kind: the whole of it goes, as what it is. Of other claims of another kind only what
    lies beyond stays, so that half a name is never uncovered.
    """

    def __init__(self, inner: Voter, labels: LabelSet) -> None:
        self._inner = inner
        self._labels = labels

    def vote(self, doc: Document, candidates: Sequence[Span]) -> list[Span]:
        if not any(claim.is_told for claim in candidates):
            return self._inner.vote(doc, candidates)
        winners = fill(doc.text, [], sorted((claim for claim in candidates if claim.is_own), key=_rank))
        others = _with_told(winners, (claim for claim in candidates if claim.is_told and not claim.is_own))
        for claim in sorted((claim for claim in candidates if not claim.is_told), key=_rank):
            first, last = touched(winners, claim)
            rivals = winners[first:last]
            if len(rivals) == 1 and self._may_grow(rivals[0], claim):
                winners[first] = _grown(rivals[0], claim)
            elif rivals and all(self._is_part(own_claim, claim) for own_claim in rivals):
                winners[first:last] = [claim._replace(source=rivals[0].source)]
            else:
                others += beside(doc.text, claim, rivals)
        # Once more: the last of the own claims may have grown since.
        rest = [piece for claim in others for piece in beside(doc.text, claim, winners)]
        return sorted([*winners, *self._inner.vote(doc, rest)])

    def _may_grow(self, own: Span, claim: Span) -> bool:
        """The borders of what a format says, such as a cell, are sure."""
        return own.maker != FORMAT and same_kind(claim, own, self._labels)

    def _is_part(self, own: Span, claim: Span) -> bool:
        """A listed word inside a longer name, or one of which the user does not say what it is."""
        if not covers(claim, own) or not own.source.startswith(_LISTED):
            return False
        longer = claim.end - claim.start > own.end - own.start
        return self._labels.root(own.label) == OTHER_NAME or (
            longer and self._labels.root(claim.label) in NAMES
        )


def _with_told(winners: list[Span], told: Iterable[Span]) -> list[Span]:
    """Adds what formats say; the user's word within is the whole of it. Gives back what it is no part of."""
    others = []
    for claim in sorted(told, key=_rank):
        first, last = touched(winners, claim)
        rivals = winners[first:last]
        if all(covers(claim, own) for own in rivals):
            source = rivals[0].source if rivals else claim.source
            winners[first:last] = [claim._replace(source=source)]
        else:
            others.append(claim)
    return others


def _rank(claim: Span) -> tuple[int, float, Span]:
    return (claim.start - claim.end, -claim.score, claim)


def _grown(own: Span, claim: Span) -> Span:
    return own._replace(start=min(own.start, claim.start), end=max(own.end, claim.end))
