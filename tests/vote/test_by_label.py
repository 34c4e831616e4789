"""A voter of its own for a label."""

from __future__ import annotations

from nescio.core.model import Document, Span
from nescio.core.protocols import Voter
from nescio.packs import load_pack
from nescio.testing import VoterContract
from nescio.vote.by_label import ByLabelVoter
from nescio.vote.cascade import CascadeVoter
from nescio.vote.majority import MajorityVoter
from nescio.vote.union import UnionVoter
from tests.helpers import LABELS

TEXT = "Anna Meier, Port Zenn 24"


class TestByLabel(VoterContract):
    def make(self) -> Voter:
        labels = load_pack("xx").labels
        return ByLabelVoter(CascadeVoter(["a", "b"], labels), {"PER": UnionVoter(labels)}, labels)


def test_what_the_voter_of_a_label_chose_is_never_dropped() -> None:
    main = MajorityVoter(["patterns", "tagger"], LABELS, quorum=2)
    voter = ByLabelVoter(main, {"PER": UnionVoter(LABELS)}, LABELS)
    claims = [Span(0, 10, "PER", 0.9, "tagger:x"), Span(12, 21, "LOC", 0.9, "tagger:x")]
    assert [span[:3] for span in voter.vote(Document("d", TEXT), claims)] == [(0, 10, "PER")]
