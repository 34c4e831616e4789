"""A voter per label: each settles the claims of its labels, the main voter the rest and the overlaps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nescio.core.labels import LabelSet
from nescio.core.model import Document, Span
from nescio.core.protocols import Voter
from nescio.vote.claims import fill


class ByLabelVoter:
    """Asks the voter of the nearest label above each claim; then the main voter about what overlaps.

    What the voter of a label chose is covered in the end, whoever wins the common part.
    """

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
        chosen: set[Span] = set()
        for owner, claims in sorted(groups.items()):
            chosen.update(winners := self._voter_of[owner].vote(doc, claims))
            settled += winners
        # The main voter may want more witnesses than one; what the voter of a label chose stays chosen.
        kept = sorted((claim for claim in settled if claim in chosen), key=_rank)
        return fill(doc.text, self._main.vote(doc, settled), kept)


def _rank(claim: Span) -> tuple[float, int, Span]:
    return (-claim.score, claim.start - claim.end, claim)
