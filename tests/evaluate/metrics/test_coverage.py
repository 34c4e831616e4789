"""What is hidden: mentions, entities, and the information that is kept."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nescio.evaluate.metrics.arrays import build_arrays
from nescio.evaluate.metrics.coverage import cover, entity_recall, information, utility
from nescio.evaluate.model import Mark
from tests.evaluate.corpora import unit

TEXT = "Anna Maia, Rio"


def covered(gold: list[Mark], predicted: list[Mark], text: str = TEXT) -> tuple[list[bool], list[bool]]:
    found = cover(build_arrays([unit(text, gold, predicted)]))
    return found.full.tolist(), found.any.tolist()


def test_a_mention_is_hidden_whatever_label_hides_it() -> None:
    assert covered([Mark(0, 9, "PER")], [Mark(0, 9, "ORG")]) == ([True], [True])


def test_several_predictions_may_share_the_work_and_spaces_may_stay() -> None:
    assert covered([Mark(0, 9, "PER")], [Mark(0, 4, "PER"), Mark(5, 9, "PER")]) == ([True], [True])


def test_half_a_name_is_touched_but_not_hidden() -> None:
    assert covered([Mark(0, 9, "PER")], [Mark(5, 9, "PER")]) == ([False], [True])


def test_the_comma_between_may_stay() -> None:
    gold, predicted = [Mark(5, 14, "LOC")], [Mark(5, 9, "PER"), Mark(11, 14, "LOC")]
    assert covered(gold, predicted) == ([True], [True])


def test_a_mention_of_marks_alone_must_be_hidden_as_it_stands() -> None:
    assert covered([Mark(0, 2, "CODE")], [], "?! x") == ([False], [False])
    assert covered([Mark(0, 2, "CODE")], [Mark(0, 2, "CODE")], "?! x") == ([True], [True])


def test_nested_gold_is_judged_mention_by_mention() -> None:
    gold = [Mark(0, 14, "ORG"), Mark(11, 14, "LOC")]
    assert covered(gold, [Mark(11, 14, "LOC")]) == ([False, True], [True, True])


spans = st.lists(
    st.tuples(st.integers(0, 13), st.integers(1, 14)).filter(lambda pair: pair[0] < pair[1]), max_size=6
)


@given(spans, spans)
def test_coverage_is_what_a_set_of_characters_says(
    gold: list[tuple[int, int]], found: list[tuple[int, int]]
) -> None:
    full, touched = covered([Mark(*s, "PER") for s in gold], [Mark(*s, "LOC") for s in found])
    hidden = {at for a, b in found for at in range(a, b)}
    for (a, b), is_full, is_touched in zip(gold, full, touched, strict=True):
        needed = {at for at in range(a, b) if TEXT[at].isalnum()} or set(range(a, b))
        assert is_full == (needed <= hidden)
        assert is_touched == bool(hidden & set(range(a, b)))


def test_an_entity_counts_only_when_all_its_mentions_are_hidden() -> None:
    full = np.array([True, False, True, True])
    found = entity_recall(full, ["anna", "anna", "rio", "rio"], np.ones(4, dtype=bool))
    assert (found.hidden, found.entities, found.recall) == (1, 2, 0.5)


def test_entities_without_a_chosen_mention_do_not_count() -> None:
    found = entity_recall(np.array([False]), ["anna"], np.zeros(1, dtype=bool))
    assert (found.entities, found.recall) == (0, 0.0)


def test_information_content_follows_the_counts_given() -> None:
    arrays = build_arrays([unit("a b", [], [])])
    bits = information(arrays, {"a": 7, "c": 6})
    assert bits.tolist() == pytest.approx([-math.log2(8 / 16), -math.log2(1 / 16)])


def test_utility_is_the_share_of_information_that_is_kept() -> None:
    arrays = build_arrays([unit("a b", [Mark(0, 1, "PER")], [Mark(2, 3, "PER")])])
    found = utility(arrays, counts={"a": 7, "c": 6})
    assert found.kept == pytest.approx(1 / 5)  # 1 bit of 1 + 4
    assert (found.harmless_kept, found.weighted_precision) == (0.0, 0.0)


def test_an_untouched_text_keeps_everything_and_an_empty_one_has_nothing() -> None:
    assert utility(build_arrays([unit("a b", [], [])])).kept == 1.0
    assert utility(build_arrays([])).kept == 0.0
