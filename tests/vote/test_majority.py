"""The majority of detectors."""

from __future__ import annotations

import pytest

from nescio.core.errors import ConfigError
from nescio.core.model import Document, Span
from nescio.core.protocols import Voter
from nescio.packs import load_pack
from nescio.testing import VoterContract
from nescio.vote.majority import MajorityVoter

TEXT = "Anna Meier, Port Zenn 24"
#       0    5     12   17   22
DOC = Document("d", TEXT, "en")


def claim(start: int, end: int, label: str, source: str, score: float = 0.5) -> Span:
    return Span(start, end, label, score, source)


class TestContract(VoterContract):
    def make(self) -> Voter:
        return MajorityVoter.build(load_pack("xx"), {"precedence": ["a", "b"]})


CASES = [
    ("nothing", [], []),
    ("what nobody disputes stands", [claim(0, 10, "PER", "a")], [claim(0, 10, "PER", "a")]),
    (
        "two outvote one surer claim",
        [claim(12, 21, "LOC", "a", 0.6), claim(12, 21, "LOC", "b", 0.6), claim(12, 21, "PER", "c", 0.99)],
        [claim(12, 21, "LOC", "b", 0.6)],
    ),
    (
        "one detector has one vote",
        [claim(12, 21, "PER", "a:1"), claim(12, 21, "PER", "a:2"), claim(12, 21, "LOC", "b:1", 0.9)],
        [claim(12, 21, "LOC", "b:1", 0.9)],
    ),
    (
        "borders of the majority",
        [claim(0, 10, "PER", "a"), claim(0, 10, "PER", "b"), claim(0, 16, "PER", "c", 0.9)],
        [claim(0, 10, "PER", "b")],
    ),
    (
        "without a majority everything stays covered",
        [claim(0, 4, "PER", "a"), claim(0, 10, "PER", "b")],
        [claim(0, 10, "PER", "b")],
    ),
    (
        "the loser keeps what the winner does not cover",
        [claim(0, 4, "PER", "a"), claim(0, 4, "PER", "b"), claim(0, 10, "ORG", "c")],
        [claim(0, 4, "PER", "b"), claim(5, 10, "ORG", "c")],
    ),
    (
        "a tie goes to the surer",
        [claim(12, 21, "PER", "a", 0.4), claim(12, 21, "LOC", "b", 0.6)],
        [claim(12, 21, "LOC", "b", 0.6)],
    ),
    (
        "then to the detector that comes first",
        [claim(12, 21, "PER", "a"), claim(12, 21, "LOC", "b")],
        [claim(12, 21, "LOC", "b")],
    ),
]


@pytest.mark.parametrize(("name", "claims", "spans"), CASES, ids=[case[0] for case in CASES])
def test_the_majority_decides(name: str, claims: list[Span], spans: list[Span]) -> None:
    voter = MajorityVoter.build(load_pack("xx"), {"precedence": ["b", "a"]})
    assert voter.vote(DOC, claims) == spans


def test_a_quorum_drops_what_too_few_claim() -> None:
    voter = MajorityVoter.build(load_pack("xx"), {"quorum": 2})
    claims = [claim(0, 10, "PER", "a"), claim(12, 21, "LOC", "a"), claim(12, 21, "LOC", "b")]
    assert voter.vote(DOC, claims) == [claim(12, 21, "LOC", "b")]


@pytest.mark.parametrize("options", [{"quorum": 0}, {"quorum": "2"}, {"quorum": True}, {"quota": 1}])
def test_wrong_options_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(ConfigError):
        MajorityVoter.build(load_pack("xx"), options)
