"""Weighted by calibrated confidence: scores are probabilities, and they add up as such."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any, Final

from nescio.core.errors import ConfigError, check_options
from nescio.core.labels import LabelSet
from nescio.core.model import Document, Span
from nescio.core.options import job_options
from nescio.packs import Pack
from nescio.vote.claims import fill, kinds, places

OPTIONS: Final = {"precedence": True, "threshold": True, "weights": True}
_CAP: Final = 0.999  # nobody is certain, or a single voice would silence all others


class WeightedVoter:
    """At each place the kind with the highest probability wins, if it reaches the threshold.

    The scores of different detectors for one kind combine as independent witnesses
    (1 - the product of their doubts); kinds compete with each other and with "nothing here". A
    weight scales how far a detector is believed. The score of a span is its probability.
    """

    def __init__(
        self, labels: LabelSet, *, threshold: float = 0.0, weights: Mapping[str, float] | None = None
    ) -> None:
        self._labels = labels
        self._threshold = threshold
        self._weights = dict(weights or {})

    @classmethod
    @job_options(OPTIONS)
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> WeightedVoter:
        check_options("The voter 'weighted'", options, OPTIONS)
        threshold, weights = options.get("threshold", 0.0), options.get("weights", {})
        if not _is_share(threshold):
            raise ConfigError("The option 'threshold' of 'weighted' must be a number from 0 to 1.")
        if not isinstance(weights, Mapping) or not all(map(_is_share, weights.values())):
            raise ConfigError("The option 'weights' of 'weighted' gives each detector a number from 0 to 1.")
        return cls(pack.labels, threshold=float(threshold), weights=weights)

    def vote(self, doc: Document, candidates: Sequence[Span]) -> list[Span]:
        return [span for place in places(candidates) for span in self._settle(doc.text, place)]

    def _settle(self, text: str, claims: list[Span]) -> list[Span]:
        probability_of = {
            kind: self._believed(of_kind) for kind, of_kind in kinds(claims, self._labels).items()
        }
        spans: list[Span] = []
        for kind, of_kind in kinds(claims, self._labels).items():
            for place in places(of_kind):
                rivals = [p for other, p in probability_of.items() if other != kind]
                score = _against(self._believed(place), rivals)
                if score >= self._threshold:
                    spans.append(self._span(place, score))
        order = sorted(spans, key=lambda span: (-span.score, span.start - span.end, span))
        return fill(text, [], order)

    def _believed(self, claims: Sequence[Span]) -> float:
        """How sure the witnesses are together; each is heard once, at its surest."""
        surest: dict[str, float] = {}
        for claim in claims:
            voter = claim.maker
            weight = self._weights.get(voter, 1.0)
            surest[voter] = max(surest.get(voter, 0.0), min(claim.score * weight, _CAP))
        return 1.0 - prod(1.0 - score for score in sorted(surest.values()))

    def _span(self, claims: Sequence[Span], score: float) -> Span:
        best = max(claims, key=lambda claim: (claim.score * self._weights.get(claim.maker, 1.0), claim))
        start, end = min(claim.start for claim in claims), max(claim.end for claim in claims)
        return best._replace(start=start, end=end, score=round(score, 6))


def _against(own: float, rivals: Sequence[float]) -> float:
    """The probability of one kind when kinds exclude each other and nothing may be there at all."""
    nothing = prod((1.0 - p for p in sorted(rivals)), start=1.0 - own)
    everyone = [own, *rivals]
    odds = [
        p * prod(1.0 - q for other, q in enumerate(everyone) if other != place)
        for place, p in enumerate(everyone)
    ]
    return odds[0] / (nothing + sum(sorted(odds)))


def _is_share(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
