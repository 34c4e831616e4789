"""What the detectors said beside the voted spans: doubts, claims that lost, and vetoes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from nescio.core.labels import OUTSIDE, LabelSet
from nescio.core.model import Span
from nescio.core.stretches import Stretches
from nescio.second_pass.guards import NEVER

# Times the support that a word needs before it is taken for a name at a place.
UNHEARD: Final = 1.0  # no detector of this text voices doubts: silence says nothing
AGREED: Final = 0.3  # a doubt of the same kind stands there
DISPUTED: Final = 1.0  # a doubt of another kind
SILENT: Final = 1.5  # every detector saw the place and had not even a doubt


class Evidence:
    """The claims about a document that are no spans, and how much they speak for a place."""

    def __init__(self, claims: Sequence[Span], labels: LabelSet) -> None:
        said = {claim.label for claim in claims} - OUTSIDE
        self._labels = labels
        self._kind_of = {label: labels.root(label) for label in said}
        self._doubts = Stretches([claim for claim in claims if claim.is_doubt])
        self._vetoes = Stretches([claim for claim in claims if claim.label in OUTSIDE])
        self._claims = Stretches([c for c in claims if not c.is_doubt and c.label not in OUTSIDE])

    def caution(self, start: int, end: int, label: str, *, is_kind: bool = False) -> float:
        """How much more or less support a name of this label needs here than elsewhere.

        A word that is a kind of thing (`court`) is a name only where a detector half agrees.
        """
        if not self._doubts:
            return UNHEARD
        kinds = {self._kind_of[doubt.label] for doubt in self._doubts.touching(start, end)}
        agreed = self._labels.root(label) in kinds
        if is_kind:
            return UNHEARD if agreed else NEVER
        if agreed:
            return AGREED
        return DISPUTED if kinds else SILENT

    def agreed(self, span: Span) -> tuple[int, int]:
        """The stretch of a span on which all claims of its kind agree; all of it if they have none."""
        kind = self._kind_of.get(span.label) or self._labels.root(span.label)
        near = [c for c in self._claims.touching(span.start, span.end) if self._kind_of[c.label] == kind]
        start, end = span.start, span.end
        for claim in near:
            start, end = max(start, claim.start), min(end, claim.end)
        return (start, end) if start < end else (span.start, span.end)

    def forbids(self, span: Span) -> bool:
        """The span lies inside a veto."""
        return self._vetoes.cover(span)
