"""The user's own claims go first, whatever the voter."""

from __future__ import annotations

from pathlib import Path

import pytest

import nescio
from nescio.core.model import Document, Job, Span
from nescio.core.protocols import Voter
from nescio.packs import load_pack
from nescio.testing import VoterContract
from nescio.vote.cascade import CascadeVoter
from nescio.vote.majority import MajorityVoter
from nescio.vote.own_first import OwnFirstVoter
from nescio.vote.union import UnionVoter
from nescio.vote.weighted import WeightedVoter
from tests.helpers import LABELS

TEXT = "Anna Meier, Port Zenn 24"
#       0    5     12   17   22
VOTERS = [
    CascadeVoter(["patterns", "tagger", "lists"], LABELS),
    MajorityVoter(["patterns", "tagger", "lists"], LABELS),
    WeightedVoter(LABELS, threshold=0.9),
    UnionVoter(LABELS),
]


class TestOwnFirst(VoterContract):
    def make(self) -> Voter:
        pack = load_pack("xx")
        return OwnFirstVoter(CascadeVoter.build(pack, {"precedence": ["a", "b"]}), pack.labels)


def claim(start: int, end: int, label: str, source: str = "tagger:x", score: float = 0.99) -> Span:
    return Span(start, end, label, score, source)


def own(start: int, end: int, label: str, score: float = 0.95) -> Span:
    return claim(start, end, label, "lists:own/mine", score)


def ruled(start: int, end: int, label: str) -> Span:
    return claim(start, end, label, "patterns:own/mine")


CASES = [
    ("the own label wins", [own(0, 4, "ORG"), claim(0, 4, "PER")], [(0, 4, "ORG")]),
    (
        "of another kind only what lies beyond stays",
        [ruled(17, 21, "CODE"), claim(12, 21, "LOC")],
        [(12, 16, "LOC"), (17, 21, "CODE")],
    ),
    (
        "a listed word does not tear a longer name",
        [own(17, 21, "ORG"), claim(12, 21, "LOC")],
        [(12, 21, "LOC")],
    ),
    (
        "two listed words do not tear a longer name",
        [own(0, 4, "ORG"), own(17, 21, "ORG"), claim(0, 21, "LOC")],
        [(0, 21, "LOC")],
    ),
    (
        "a longer claim that is no name leaves a listed word its label",
        [own(17, 21, "ORG"), claim(12, 24, "DATE")],
        [(12, 16, "DATE"), (17, 21, "ORG"), (22, 24, "DATE")],
    ),
    (
        "a listed word that nobody described is what others say",
        [own(0, 10, "MISC"), claim(0, 10, "PER"), claim(0, 4, "LOC", score=0.5)],
        [(0, 10, "PER")],
    ),
    ("of the same kind the whole goes", [own(5, 10, "PER"), claim(0, 10, "GIVEN")], [(0, 10, "PER")]),
    ("the longer own claim wins", [own(12, 21, "LOC"), own(17, 21, "ORG")], [(12, 21, "LOC")]),
    (
        "what overlaps a claim that made an own one grow",
        [own(5, 10, "PER"), claim(0, 10, "PER"), claim(0, 4, "ORG")],
        [(0, 10, "PER")],
    ),
    (
        "the rest is voted as before",
        [own(0, 4, "ORG"), claim(12, 21, "LOC")],
        [(0, 4, "ORG"), (12, 21, "LOC")],
    ),
]


@pytest.mark.parametrize("voter", VOTERS, ids=lambda voter: type(voter).__name__)
@pytest.mark.parametrize(("claims", "spans"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_own_claims_go_first(voter: Voter, claims: list[Span], spans: list[tuple[int, int, str]]) -> None:
    for order in (claims, claims[::-1]):
        found = OwnFirstVoter(voter, LABELS).vote(Document("d", TEXT), order)
        assert [span[:3] for span in found] == spans


def test_a_source_tells_whether_a_claim_is_the_users() -> None:
    assert own(0, 4, "PER").is_own
    assert not claim(0, 4, "PER", "lists:owners").is_own
    assert not claim(0, 4, "PER", "own").is_own


def test_the_whole_pipeline_prefers_the_users_list_to_its_own_rules(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text("Ida Voss,ORG\n", encoding="utf-8")
    options = {
        "detect": {"detectors": ["patterns", "lists"], "options": {"lists": {"files": [str(path)]}}},
        "second_pass": {"enabled": False},
    }
    anonymizer = nescio.load("en", options=options)
    [job] = anonymizer.run([Job(Document("d", "Mrs Ida Voss came.", "en"))], stop="vote")
    assert [(span.label, span.source) for span in job.voted or ()] == [("ORG", "lists:own/mine")]
    assert any(claim.source == "patterns:person_title_en" for claim in job.candidates or ())
