"""The majority: at each place the label and the borders that most detectors give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from nescio.core.errors import ConfigError, check_options
from nescio.core.labels import LabelSet
from nescio.core.model import Document, Span
from nescio.core.options import job_options
from nescio.packs import Pack
from nescio.vote.claims import fill, kinds, places

OPTIONS: Final = {"precedence": True, "quorum": True}


class MajorityVoter:
    """One detector, one vote; silence is no vote, so what nobody disputes stands.

    Where claims touch, the kind with most detectors wins, then the one with the surer claims,
    then the detector that comes first. `quorum` is the number of detectors that a span needs at least.
    """

    def __init__(self, precedence: Sequence[str], labels: LabelSet, *, quorum: int = 1) -> None:
        self._rank_of = {name: rank for rank, name in enumerate(precedence)}
        self._labels = labels
        self._quorum = quorum

    @classmethod
    @job_options(OPTIONS)
    def build(cls, pack: Pack, options: Mapping[str, Any]) -> MajorityVoter:
        check_options("The voter 'majority'", options, OPTIONS)
        quorum = options.get("quorum", 1)
        if not isinstance(quorum, int) or isinstance(quorum, bool) or quorum < 1:
            raise ConfigError("The option 'quorum' of 'majority' must be a whole number, 1 or more.")
        return cls(options.get("precedence", ()), pack.labels, quorum=quorum)

    def vote(self, doc: Document, candidates: Sequence[Span]) -> list[Span]:
        return [span for place in places(candidates) for span in self._settle(doc.text, place)]

    def _settle(self, text: str, claims: list[Span]) -> list[Span]:
        by_kind = kinds(claims, self._labels)
        order = sorted(by_kind, key=lambda kind: self._rank(by_kind[kind]))
        winners: list[Span] = []
        for kind in order:
            of_kind = by_kind[kind]
            if len({claim.maker for claim in of_kind}) < self._quorum:
                continue
            spans = [span for place in places(of_kind) for span in self._agree(place)]
            winners = fill(text, winners, spans)
        return sorted(winners)

    def _rank(self, claims: Sequence[Span]) -> tuple[int, float, int, Span]:
        voters = {claim.maker for claim in claims}
        first = min(self._rank_of.get(voter, len(self._rank_of)) for voter in voters)
        return (-len(voters), -max(claim.score for claim in claims), first, min(claims))

    def _agree(self, claims: list[Span]) -> list[Span]:
        """One span for claims of one kind that touch.

        Borders that more than half of the detectors give are taken; without such a majority
        everything that any of them covers stays covered.
        """
        votes: dict[tuple[int, int], set[str]] = {}
        for claim in claims:
            votes.setdefault((claim.start, claim.end), set()).add(claim.maker)
        edges = min(votes, key=lambda pair: (-len(votes[pair]), pair[0] - pair[1], pair))
        voters = {claim.maker for claim in claims}
        if len(votes[edges]) * 2 <= len(voters):
            edges = (min(claim.start for claim in claims), max(claim.end for claim in claims))
        best = max(claims, key=lambda claim: ((claim.start, claim.end) == edges, claim.score, claim))
        return [best._replace(start=edges[0], end=edges[1])]
