"""Which claims are believed: weights per label, learnt from documents, of the signs around a claim."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from typing import Final

from nescio.core.labels import OUTSIDE, LabelSet
from nescio.core.model import Document, Span
from nescio.core.stretches import Stretches
from nescio.packs import Pack
from nescio.vote.signs import SignReader, Signs

SURE: Final = 0.85  # a claim of the witness that is surer than this is not judged

Floors = Mapping[str, Mapping[str, float]]  # detector -> label -> how probable a claim must be


class Trust:
    """Drops the claims that proved to be wrong, more often than not, where such signs stood around.

    The signs of a claim (who makes it and how sure he is, what the others say, how its words are written
    and how common they are, where it stands) have weights for each label; their sum is the logarithm of
    its odds. A claim below the floor of its detector and label does not count. What has no floor and the
    user's own claims are not judged.
    """

    def __init__(self, pack: Pack, *, witness: str, floors: Floors) -> None:
        self._labels: LabelSet = pack.labels
        self._table = pack.trust
        self._signs = SignReader(pack, witness=witness)
        self._witness = witness
        self._floors = floors
        self._kinds: dict[tuple[str, str], str] = {}  # by detector and label, asked for every claim

    def believed(self, doc: Document, claims: Sequence[Span], among: Sequence[Span]) -> list[Span]:
        """Of some claims about a document those that count; `among` are all that were made."""
        if not any(self.judges(claim) for claim in claims):
            return list(claims)
        reading = self._signs.read(doc, among)
        sure = Stretches(
            [c for c in among if c.maker == self._witness and c.score >= SURE and not c.is_doubt]
        )

        def counts(claim: Span) -> bool:
            if not self.judges(claim) or sure.cover(claim):  # inside what goes anyway
                return True
            label = self.kind(claim)
            floor = self._floors[claim.maker][label]
            return self.chance(label, self._signs.signs(reading, claim)) >= floor

        return [claim for claim in claims if counts(claim)]

    def judges(self, claim: Span) -> bool:
        """Whether a claim is weighed at all."""
        if claim.is_told or claim.label in OUTSIDE or not self.kind(claim):
            return False
        return claim.maker != self._witness or claim.is_doubt or claim.score < SURE

    def chance(self, label: str, signs: Signs) -> float:
        """How probable it is that a claim with these signs is right."""
        weights = self._table.of_label(label)
        if not weights:
            return 1.0  # nothing was learnt about it
        return 1 / (1 + exp(-sum(weights.get(sign, 0.0) * value for sign, value in signs.items())))

    def kind(self, claim: Span) -> str:
        """The label of a claim or the nearest above it that has a floor."""
        asked = (claim.maker, claim.label)
        found = self._kinds.get(asked)
        if found is None:
            floors = self._floors.get(claim.maker, {})
            line = self._labels.lineage(claim.label)
            found = self._kinds[asked] = next((name for name in line if name in floors), "")
        return found
