"""Decisions counted in the layout of the judicial thesis, and by role."""

from __future__ import annotations

from nescio.decide.decided import DecidedEntity
from nescio.evaluate.decision_counts import (
    CountedEntities,
    DecidedOutcome,
    RoleCounts,
    count_anonymizable,
    count_others,
    count_roles,
    thesis_counts,
)


def entity(label: str, mentions: int, role: str, *, hide: bool) -> DecidedEntity:
    return DecidedEntity("e", label, tuple((at, at + 1) for at in range(mentions)), hide, role)


OUTCOME = DecidedOutcome(
    [
        (entity("PER", 3, "party", hide=True), [True, True, False]),
        (entity("PER", 2, "party", hide=True), [True, True]),
        (entity("ORG", 1, "party", hide=True), [False]),
        (entity("DATE", 1, "birth of p1", hide=True), [True]),
        (entity("PHONE", 2, "", hide=True), [True, True]),
        (entity("PER", 2, "judge", hide=False), [True, False]),
        (entity("PER", 1, "judge", hide=False), [False]),
    ],
    strange=2,
    strange_places=5,
)


def test_an_entity_is_found_with_its_first_mention_and_all_are_counted() -> None:
    found = count_anonymizable([OUTCOME, OUTCOME])
    assert found["gold"] == {
        "names": CountedEntities(6, 12), "dates": CountedEntities(2, 2), "others": CountedEntities(2, 4),
    }  # fmt: skip
    assert found["found"] == {
        "names": CountedEntities(4, 8), "dates": CountedEntities(2, 2), "others": CountedEntities(2, 4),
    }  # fmt: skip


def test_what_need_not_go_is_marked_or_strange() -> None:
    assert count_others([OUTCOME]) == CountedEntities(3, 6)


def test_roles_are_counted_by_whole_entities() -> None:
    assert count_roles([OUTCOME]) == {
        "birth": RoleCounts(1, 1, 0, 0), "judge": RoleCounts(0, 0, 2, 1),
        "no role said": RoleCounts(1, 1, 0, 0), "party": RoleCounts(3, 1, 0, 0),
    }  # fmt: skip


def test_scores_are_those_of_the_thesis_for_its_first_document() -> None:
    # Table 3.9: 449 names and 6 parts of dates, of which 336 and 4 were found; table 3.10: 14 others.
    dates = (entity("DATE", 6, "", hide=True), [True] * 4 + [False] * 2)
    names = (entity("PER", 449, "", hide=True), [True] * 336 + [False] * 113)
    found = thesis_counts([DecidedOutcome([names, dates], strange=7, strange_places=14)])
    assert (found["gold"]["total"], found["found"]["total"]) == (455, 340)
    assert found["not_anonymizable"] == {"distinct": 7, "occurrences": 14}
    assert found["precision"] == 0.9605  # table 3.11: 96.05, 74.73
    assert found["recall"] == 0.7473
