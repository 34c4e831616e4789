"""The union for recall: everything that anybody claims is covered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from nescio.core.labels import LabelSet
from nescio.core.model import Document, Span
from nescio.core.options import job_options
from nescio.packs import Pack
from nescio.vote.claims import fill, kinds, places


class UnionVoter:
    """Claims of one kind that touch become one span; of two kinds the surer keeps the common part."""

    def __init__(self, labels: LabelSet) -> None:
        self._labels = labels

    @classmethod
    @job_options({"precedence": True})
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> UnionVoter:
        return cls(pack.labels)

    def vote(self, doc: Document, candidates: Sequence[Span]) -> list[Span]:
        return [span for place in places(candidates) for span in self._settle(doc.text, place)]

    def _settle(self, text: str, claims: list[Span]) -> list[Span]:
        by_kind = kinds(claims, self._labels)
        spans = [_whole(place) for of_kind in by_kind.values() for place in places(of_kind)]
        spans.sort(key=lambda span: (-span.score, span.start - span.end, span))
        return fill(text, [], spans)


def _whole(claims: Sequence[Span]) -> Span:
    best = max(claims, key=lambda claim: (claim.score, claim.end - claim.start, claim))
    start, end = min(claim.start for claim in claims), max(claim.end for claim in claims)
    return best._replace(start=start, end=end)
