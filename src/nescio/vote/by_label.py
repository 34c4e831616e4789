"""A voter per label: each settles the claims of its labels, the main voter the rest and the overlaps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nescio.core.labels import LabelSet
from nescio.core.model import Document, Span
from nescio.core.protocols import Voter


class ByLabelVoter:
    """Asks the voter of the nearest label above each claim; then the main voter about what is left."""

    def __init__(self, main: Voter, voter_of: Mapping[str, Voter], labels: LabelSet) -> None:
        self._main = main
        self._voter_of = dict(voter_of)
        self._labels = labels

    def vote(self, doc: Document, candidates: Sequence[Span]) -> list[Span]:
        groups: dict[str, list[Span]] = {}
        settled: list[Span] = []
        for claim in candidates:
            owner = next((name for name in self._labels.lineage(claim.label) if name in self._voter_of), None)
            if owner is None:
                settled.append(claim)
            else:
                groups.setdefault(owner, []).append(claim)
        for owner, claims in sorted(groups.items()):
            settled += self._voter_of[owner].vote(doc, claims)
        return self._main.vote(doc, settled)
