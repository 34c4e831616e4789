"""Reliability, expected error, and errors near the decision boundary."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nescio.evaluate.metrics.calibration import calibrate, near_boundary


def test_a_worked_example() -> None:
    found = calibrate(np.array([0.95, 0.95, 0.95, 0.55]), np.array([True, True, False, True]))
    assert found.bins[9].size == 3
    assert found.bins[9].right == pytest.approx(2 / 3)
    assert found.expected_error == pytest.approx((3 * abs(0.95 - 2 / 3) + 0.45) / 4)
    assert found.largest_error == pytest.approx(0.45)
    assert found.brier == pytest.approx((2 * 0.05**2 + 0.95**2 + 0.45**2) / 4)


def test_scores_on_a_border_belong_to_the_lower_range() -> None:
    found = calibrate(np.array([0.0, 0.1, 0.2, 1.0]), np.ones(4, dtype=bool))
    assert [one.size for one in found.bins] == [2, 1, 0, 0, 0, 0, 0, 0, 0, 1]


def test_no_prediction_has_no_error() -> None:
    found = calibrate(np.zeros(0), np.zeros(0, dtype=bool))
    assert (found.expected_error, found.brier) == (0.0, 0.0)


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=50))
def test_the_expected_error_is_the_weighted_gap(rows: list[tuple[float, bool]]) -> None:
    scores = np.array([score for score, _ in rows])
    right = np.array([is_right for _, is_right in rows])
    found = calibrate(scores, right)
    assert sum(one.size for one in found.bins) == len(rows)
    gaps = sum(one.size * abs(one.score - one.right) for one in found.bins)
    assert found.expected_error == pytest.approx(gaps / len(rows))
    assert 0 <= found.expected_error <= found.largest_error + 1e-12 <= 1 + 1e-9


def test_errors_near_the_boundary_and_how_dense_they_are() -> None:
    scores = np.array([0.5, 0.4, 0.65, 0.95, 0.0])
    errors = np.array([True, True, False, True, True])
    found = near_boundary(scores, errors, threshold=0.5, margin=0.2)
    assert (found.errors, found.near_errors, found.near) == (4, 2, 3)
    assert (found.share, found.concentration) == (pytest.approx(0.5), pytest.approx(2 / 3))


def test_the_edge_of_the_margin_is_near() -> None:
    assert near_boundary(np.array([0.7, 0.3]), np.array([True, False])).near == 2
