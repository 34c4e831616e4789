"""What is left to check: the order, and an estimate that can be wrong in no hidden way."""

from __future__ import annotations

import pytest

from nescio.core.model import Document, Entity, Job, Span
from nescio.workbench.reading import Suspect, left_to_check, shown_suspects, suspects

TEXT = "Ada met Bo, Cy and Di."


def entity(id: int, *scores: float) -> Entity:
    return Entity(
        id, "PER", tuple(Span(id * 100 + n, id * 100 + n + 1, "PER", s, "t") for n, s in enumerate(scores))
    )


def test_the_likeliest_miss_comes_first_and_what_is_sure_last() -> None:
    left = left_to_check(
        [(entity(1, 0.99), False), (entity(2, 0.3), False)], [], [Suspect(900, 902, "PER", 0.6)]
    )
    assert left["order"] == [[900, 902, 0], [200, 201, 1], [100, 101, 1]]


def test_the_estimate_is_the_share_of_what_is_expected() -> None:
    left = left_to_check([(entity(1, 1.0, 1.0, 1.0), False)], [], [Suspect(900, 902, "PER", 0.5)] * 2)
    assert left["recall"] == pytest.approx(3 / 4)
    assert left["missed"] == pytest.approx(1.0)
    low, high = left["range"]
    assert low < 3 / 4 < high
    assert left["goals"] == [[0.95, 2], [0.98, 2], [0.99, 2], [0.995, 2]]


def test_what_a_person_checked_is_certain_and_not_read_again() -> None:
    left = left_to_check([(entity(1, 0.4), True)], [], [])
    assert left == {
        "order": [], "recall": 1.0, "range": [1.0, 1.0], "missed": 0, "false_alarms": 0.0, "goals": [],
    }  # fmt: skip


def test_a_text_without_anything_is_no_division_by_zero() -> None:
    assert left_to_check([], [], [])["recall"] == 1.0


def test_a_text_with_one_unlikely_miss_and_nothing_hidden_has_an_estimate() -> None:
    left = left_to_check([], [], [Suspect(900, 902, "PER", 0.04)])
    assert (left["recall"], left["range"]) == (0.0, [0.0, 1.0])


def test_a_claim_that_was_not_taken_is_a_suspect_unless_something_there_is_hidden() -> None:
    claims = (
        Span(0, 3, "PER", 0.9, "tagger"),
        Span(8, 10, "PER", 0.2, "tagger:doubt"),
        Span(8, 10, "ORG", 0.7, "lists:companies"),
        Span(12, 14, "PER", 0.3, "tagger:doubt"),
        Span(12, 14, "O", 1.0, "lists:veto"),
    )
    job = Job(Document("d", TEXT), candidates=claims)
    found = suspects(job, [Span(0, 3, "PER", 0.9, "tagger")])
    assert [(s.start, s.end, s.label, s.chance) for s in found] == [
        (8, 10, "PER", 0.2),
        (12, 14, "PER", 0.04),
    ]
    assert [s.start for s in shown_suspects(found)] == [8]
