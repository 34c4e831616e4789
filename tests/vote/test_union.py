"""The union of all claims, and laws that hold for every voter."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nescio.core.model import Document, Span
from nescio.core.protocols import Voter
from nescio.packs import load_pack
from nescio.testing import VoterContract
from nescio.vote.by_label import ByLabelVoter
from nescio.vote.cascade import CascadeVoter
from nescio.vote.majority import MajorityVoter
from nescio.vote.union import UnionVoter
from nescio.vote.weighted import WeightedVoter

PACK = load_pack("xx")
VOTERS: dict[str, Voter] = {
    "cascade": CascadeVoter.build(PACK, {"precedence": ["a", "b"]}),
    "majority": MajorityVoter.build(PACK, {"precedence": ["a", "b"]}),
    "weighted": WeightedVoter.build(PACK, {"threshold": 0.2}),
    "union": UnionVoter.build(PACK, {}),
    "by label": ByLabelVoter(UnionVoter(PACK.labels), {"PER": MajorityVoter((), PACK.labels)}, PACK.labels),
}
TEXT = "Anna (Meier), Port-Zenn 24 " * 2


class TestContract(VoterContract):
    def make(self) -> Voter:
        return UnionVoter.build(load_pack("xx"), {})


def test_everything_claimed_is_covered() -> None:
    claims = [Span(0, 4, "PER", 0.3, "a"), Span(2, 12, "ORG", 0.9, "b"), Span(14, 18, "LOC", 0.1, "a")]
    spans = UnionVoter.build(PACK, {}).vote(Document("d", TEXT, "en"), claims)
    assert [(s.start, s.end, s.label) for s in spans] == [(0, 2, "PER"), (2, 12, "ORG"), (14, 18, "LOC")]


claims = st.lists(
    st.builds(
        lambda start, size, label, score, source: Span(
            start, min(start + size, len(TEXT)), label, score, source
        ),
        st.integers(0, len(TEXT) - 1),
        st.integers(1, 12),
        st.sampled_from(["PER", "GIVEN", "LOC", "CITY", "ORG"]),
        st.sampled_from([0.1, 0.5, 0.50001, 0.9, 1.0]),
        st.sampled_from(["a:1", "a:2", "b:1", "c"]),
    ),
    max_size=12,
)


@pytest.mark.parametrize("name", VOTERS)
@given(claims=claims, dice=st.randoms())
def test_winners_never_overlap_and_the_order_of_claims_is_irrelevant(
    name: str, claims: list[Span], dice: Any
) -> None:
    doc = Document("d", TEXT, "en")
    spans = VOTERS[name].vote(doc, claims)
    assert spans == sorted(spans)
    assert all(not left.overlaps(right) for left, right in pairwise(spans))
    shuffled = list(claims)
    dice.shuffle(shuffled)
    assert VOTERS[name].vote(doc, shuffled) == spans


@pytest.mark.parametrize("name", ["cascade", "union"])
@given(claims=claims)
def test_what_is_claimed_stays_covered(name: str, claims: list[Span]) -> None:
    spans = VOTERS[name].vote(Document("d", TEXT, "en"), claims)
    covered = {place for span in spans for place in range(span.start, span.end)}
    claimed = {place for claim in claims for place in range(claim.start, claim.end) if TEXT[place].isalnum()}
    assert claimed <= covered
