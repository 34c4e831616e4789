"""The voter that adds up calibrated confidence."""

from __future__ import annotations

import pytest

from nescio.core.errors import ConfigError
from nescio.core.model import Document, Span
from nescio.core.protocols import Voter
from nescio.packs import load_pack
from nescio.testing import VoterContract
from nescio.vote.weighted import WeightedVoter

DOC = Document("d", "Anna Meier, Port Zenn 24", "en")
PACK = load_pack("xx")


def claim(start: int, end: int, label: str, source: str, score: float) -> Span:
    return Span(start, end, label, score, source)


class TestContract(VoterContract):
    def make(self) -> Voter:
        return WeightedVoter.build(load_pack("xx"), {})


def test_witnesses_for_one_kind_add_up() -> None:
    claims = [claim(0, 10, "PER", "a", 0.6), claim(0, 10, "PER", "b", 0.5)]
    [span] = WeightedVoter.build(PACK, {}).vote(DOC, claims)
    assert span.score == pytest.approx(0.8)


def test_one_detector_is_heard_once() -> None:
    claims = [claim(0, 10, "PER", "a:1", 0.6), claim(0, 10, "PER", "a:2", 0.5)]
    [span] = WeightedVoter.build(PACK, {}).vote(DOC, claims)
    assert span.score == pytest.approx(0.6)


def test_two_doubtful_claims_can_beat_one_sure_claim() -> None:
    claims = [claim(12, 21, "LOC", "a", 0.7), claim(12, 21, "LOC", "b", 0.7), claim(12, 21, "PER", "c", 0.8)]
    [span] = WeightedVoter.build(PACK, {}).vote(DOC, claims)
    assert span.label == "LOC"
    assert span.score == pytest.approx(0.91 * 0.2 / (0.91 * 0.2 + 0.8 * 0.09 + 0.09 * 0.2))


def test_what_stays_below_the_threshold_is_dropped() -> None:
    claims = [claim(0, 10, "PER", "a", 0.4), claim(12, 21, "LOC", "a", 0.6)]
    assert [s.label for s in WeightedVoter.build(PACK, {"threshold": 0.5}).vote(DOC, claims)] == ["LOC"]


def test_a_weight_scales_how_far_a_detector_is_believed() -> None:
    claims = [claim(0, 10, "PER", "a", 0.9), claim(0, 10, "ORG", "b", 0.8)]
    [span] = WeightedVoter.build(PACK, {"weights": {"a": 0.5}}).vote(DOC, claims)
    assert span.label == "ORG"


@pytest.mark.parametrize(
    "options", [{"threshold": 2}, {"threshold": "x"}, {"weights": []}, {"weights": {"a": 3}}, {"wieghts": {}}]
)
def test_wrong_options_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(ConfigError):
        WeightedVoter.build(PACK, options)
