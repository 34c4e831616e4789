"""Pooled, mean of classes, mean of documents; F1 and F2."""

from __future__ import annotations

import pytest

from nescio.evaluate.metrics.scores import Counts, f_measure, score
from nescio.evaluate.metrics.tokens import token_table
from tests.evaluate.corpora import arrays_of

DOCUMENTS = (
    (["B-PER", "I-PER", "O", "B-LOC"], ["B-PER", "I-PER", "O", "O"]),
    (["B-PER", "O"], ["O", "B-PER"]),
    (["O", "O"], ["O", "O"]),
)


def test_the_overall_figure_pools_all_tokens() -> None:
    found = token_table(arrays_of(*DOCUMENTS)).overall()
    assert found == Counts(2, 3, 4)


def test_macro_gives_every_class_the_same_weight() -> None:
    found = token_table(arrays_of(*DOCUMENTS)).macro()
    assert found.precision == pytest.approx((2 / 3 + 0) / 2)
    assert found.recall == pytest.approx((2 / 3 + 0) / 2)


def test_micro_gives_every_document_the_same_weight_and_skips_those_without_anything() -> None:
    found = token_table(arrays_of(*DOCUMENTS)).micro()
    assert found.precision == pytest.approx((1 + 0) / 2)
    assert found.recall == pytest.approx((2 / 3 + 0) / 2)
    assert found.f1 == pytest.approx((0.8 + 0) / 2)


def test_f2_prefers_recall() -> None:
    assert f_measure(0.5, 1.0, 2) == pytest.approx(5 * 0.5 / (4 * 0.5 + 1))
    assert f_measure(0.5, 1.0, 2) > f_measure(1.0, 0.5, 2)


def test_the_figures_of_the_judicial_thesis_are_reproduced() -> None:
    # Table 3.11: precision 96.05, recall 74.73, F1 84.05, "F2" 80.70, which is F with beta squared = 2.
    assert f_measure(0.9605, 0.7473) == pytest.approx(0.8405, abs=1e-4)
    assert f_measure(0.9605, 0.7473, 2**0.5) == pytest.approx(0.8070, abs=1e-4)


def test_nothing_out_of_nothing_is_zero() -> None:
    assert score(Counts(0, 0, 0)) == (0, 0, 0, 0)
