"""The cascade of precedence."""

from __future__ import annotations

import pytest

from nescio.core.model import Document, Span
from nescio.core.protocols import Voter
from nescio.packs import load_pack
from nescio.testing import VoterContract
from nescio.vote.cascade import CascadeVoter
from tests.helpers import LABELS

TEXT = "Anna Meier, Port Zenn 24"
#       0    5     12   17   22


class TestCascade(VoterContract):
    def make(self) -> Voter:
        return CascadeVoter.build(load_pack("xx"), {"precedence": ["a", "b"]})


def claim(start: int, end: int, label: str = "PER", score: float = 0.9, source: str = "first:x") -> Span:
    return Span(start, end, label, score, source)


CASES = [
    ("no claims", [], []),
    ("neighbours", [claim(0, 4), claim(5, 10)], [claim(0, 4), claim(5, 10)]),
    ("touching claims stay two", [claim(0, 5), claim(5, 10)], [claim(0, 5), claim(5, 10)]),
    (
        "precedence wins over score",
        [claim(0, 4, "LOC", 0.1), claim(0, 4, "PER", 1.0, "second")],
        [claim(0, 4, "LOC", 0.1)],
    ),
    (
        "an unknown detector comes last",
        [claim(0, 4, "LOC", 0.1, "second"), claim(0, 4, "PER", 1.0, "nobody")],
        [claim(0, 4, "LOC", 0.1, "second")],
    ),
    ("then score", [claim(0, 4, "LOC", 0.5), claim(0, 4, "PER", 0.9)], [claim(0, 4, "PER", 0.9)]),
    (
        "a hair of score does not matter, then length",
        [claim(0, 4, "LOC", 0.91), claim(0, 10, "PER", 0.90)],
        [claim(0, 10, "PER", 0.90)],
    ),
    ("one kind grows together", [claim(0, 10), claim(5, 16)], [claim(0, 16)]),
    (
        "a name in a name of its kind is part of it",
        [claim(0, 4, "GIVEN", 1.0), claim(0, 10, "PER", 0.5, "second")],
        [claim(0, 10, "GIVEN", 1.0)],
    ),
    (
        "a claim that bridges two winners of its kind makes one of them",
        [claim(0, 4), claim(5, 10), claim(2, 7, "GIVEN", 0.2, "second")],
        [claim(0, 10)],
    ),
    (
        "another kind keeps what nobody covers, trimmed",
        [claim(12, 16, "LOC"), claim(0, 24, "ORG", 1.0, "second")],
        [claim(0, 10, "ORG", 1.0, "second"), claim(12, 16, "LOC"), claim(17, 24, "ORG", 1.0, "second")],
    ),
    (
        "what is left of another kind may be nothing",
        [claim(0, 10), claim(0, 12, "ORG", 1.0, "second")],
        [claim(0, 10)],
    ),
    (
        "a claim between two kinds keeps its own middle",
        [claim(0, 4), claim(12, 16, "LOC"), claim(0, 16, "LOC", 0.3, "second")],
        [claim(0, 4), claim(5, 10, "LOC", 0.3, "second"), claim(12, 16, "LOC")],
    ),
]


@pytest.mark.parametrize(("claims", "winners"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_the_vote(claims: list[Span], winners: list[Span]) -> None:
    voter = CascadeVoter(["first", "second"], LABELS)
    assert voter.vote(Document("d", TEXT), claims) == winners
    assert voter.vote(Document("d", TEXT), claims[::-1]) == winners


def test_the_options_of_a_detector_do_not_change_its_rank() -> None:
    voter = CascadeVoter(["remote/press", "lists"], LABELS)
    one, two = claim(0, 4, "LOC", 0.5, "remote/press:press"), claim(0, 4, "PER", 0.9, "lists:names")
    assert voter.vote(Document("d", TEXT), [two, one]) == [one]


def test_of_a_number_whose_figures_another_takes_nothing_is_left() -> None:
    """`PIN 00193847`: the rule for codes claims both, the word before the number is nobody's."""
    voter = CascadeVoter(["a", "b"], load_pack("en").labels)
    whole, figures = Span(0, 12, "CODE", 0.5, "b"), Span(4, 12, "ID", 0.9, "a")
    assert voter.vote(Document("d", "PIN 00193847"), [whole, figures]) == [figures]
    name = whole._replace(label="PER")
    assert len(voter.vote(Document("d", "Ann 00193847"), [name, figures])) == 2
