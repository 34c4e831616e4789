"""Decisions are counted by entity and by mention, and a year or a half may stay."""

from __future__ import annotations

from nescio.decide.decided import DecidedEntity, DecidedText
from nescio.decide.policy import build_table
from nescio.evaluate.deciding import (
    Decided,
    JudgedDecisions,
    compare_decided,
    judge_given,
    judge_pipeline,
    judge_spans,
    only,
)
from nescio.packs import load_pack
from nescio.run.opening import open_anonymizer

TEXT = "Ada Quill, born 3 May 1971, met Judge Orr. Ada left Mirow."
ENTITIES = (
    DecidedEntity("p", "PER", ((0, 9), (43, 46)), True, weight="direct"),
    DecidedEntity("b", "DATE", ((16, 26),), True, weight="indirect"),
    DecidedEntity("j", "PER", ((38, 41),), False),
)
DOCUMENT = DecidedText("d", "en", TEXT, ENTITIES)


def test_an_entity_is_gone_when_all_its_mentions_are() -> None:
    assert judge_spans(DOCUMENT, [(0, 9), (16, 21), (38, 41)]) == JudgedDecisions(1, 1, 2, 2, 3, 0, 1)
    assert judge_spans(DOCUMENT, [(0, 9), (43, 46)]) == JudgedDecisions(1, 0, 2, 2, 3, 1, 1)


def test_what_nobody_marked_is_a_spurious_term() -> None:
    assert judge_spans(DOCUMENT, [(52, 57)]).spurious == 1


def test_a_policy_is_judged_about_marked_entities_and_in_the_pipeline() -> None:
    policy = build_table(load_pack("en"), {"name": "blanket"})
    given = judge_given("blanket", [DOCUMENT], {"en": policy})
    assert given.total() == JudgedDecisions(2, 1, 2, 3, 3, 0, 1)
    whole = judge_pipeline("blanket", [DOCUMENT], open_anonymizer("en", policy="blanket"))
    assert whole.total().right == 2
    assert whole.as_json()["recall"] == 1.0


def test_of_two_equal_systems_the_difference_is_chance() -> None:
    first = Decided("a", [judge_spans(DOCUMENT, [(0, 9)])] * 4)
    assert compare_decided(first, first).f2.p == 1.0


def test_what_goes_can_be_narrowed_to_one_weight() -> None:
    [text] = only([DOCUMENT], "direct")
    assert [item.name for item in text.entities] == ["p", "j"]
