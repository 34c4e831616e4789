"""The values: immutable, and silent about the text."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from nescio.core.edits import Place, ReplacementOverridden
from nescio.core.identity import Identity, KeptPerson
from nescio.core.model import Document, Entity, Job, Note, Replacement, Solution, Span
from nescio.core.scene import Context

NAME = "Zephyrine"
DOCUMENT = Document("d", f"{NAME} left.", "en", {"title": NAME})


@pytest.mark.parametrize(
    "value",
    [
        DOCUMENT,
        Job(DOCUMENT, options={"secret": NAME}, solution=Solution(f"kept {NAME}")),
        Solution(f"kept {NAME}"),
        Context(DOCUMENT, 1, "PERSON"),
        Entity(0, "PER", (Span(0, 9, "PER", 1.0, "t"),), {"head": NAME}),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_repr_holds_no_source_text(value: object) -> None:
    assert NAME not in repr(value)


def test_a_job_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        Job(DOCUMENT).spans = ()  # type: ignore[misc]  # the point of the test


@pytest.mark.parametrize(
    ("other", "overlaps"),
    [((0, 5), False), ((0, 6), True), ((5, 10), True), ((6, 7), True), ((9, 12), True), ((10, 12), False)],
)
def test_half_open_spans_overlap_only_if_they_share_a_character(
    other: tuple[int, int], overlaps: bool
) -> None:
    one, two = Span(5, 10, "PER", 1.0, "t"), Span(*other, "LOC", 0.5, "u")
    assert one.overlaps(two) is two.overlaps(one) is overlaps


def test_the_failure_of_a_job_is_its_first_failed_note() -> None:
    done, failed = Note("detect", "done"), Note("vote", "failed: X at y.py:1")
    assert Job(DOCUMENT, notes=(done,)).failure is None
    assert Job(DOCUMENT, notes=(done, failed)).failure == failed


def test_a_solution_says_which_occurrence_each_replacement_is() -> None:
    rows = [Replacement(at, at + 1, "P1", 0, "PER", "tag", at) for at in (3, 6)]
    counted = Solution("P1 P1 P1", tuple(rows)).counted([(0, "P1"), (3, "P1"), (6, "P1")])
    assert [row.order for row in counted.replacements] == [1, 2]
    assert counted.totals == {"P1": 3}


def test_what_a_ledger_keeps_and_what_a_person_writes_stays_out_of_a_repr() -> None:
    kept = KeptPerson("f", {"zoraida": "Clara"}, {"quist": "Reed"})
    job = Job(
        Document("d", "x"),
        entities=(Entity(0, "PER", (Span(0, 1, "PER", 1.0, "t"),), identity=Identity("PER-1", (kept,))),),
        solution=Solution("x", kept={0: (kept,)}),
        taken=(kept,),
        edits=(ReplacementOverridden(Place(0, 1), "not Zoraida", by="rev", why="Zoraida Quist herself"),),
    )
    shown = repr((job, kept)).lower()
    assert "zoraida" not in shown
    assert "quist" not in shown
