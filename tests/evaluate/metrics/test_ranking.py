"""A separator finds what signs tell, and nothing where they tell nothing."""

from __future__ import annotations

import numpy as np

from nescio.evaluate.metrics.ranking import Separator


def test_signs_that_tell_order_the_two_kinds() -> None:
    dice = np.random.default_rng(16)
    truth = (np.arange(200) % 5 == 0).astype(float)
    signs = np.column_stack([truth * 2 + dice.normal(0, 0.1, 200), dice.normal(0, 1, 200)])
    points = Separator(signs, truth).points(signs)
    assert points[truth == 1].min() > points[truth == 0].max()


def test_a_sign_that_is_the_same_for_all_changes_nothing() -> None:
    truth = np.array([1.0, 0.0, 0.0, 1.0])
    signs = np.array([[1.0], [0.0], [0.0], [1.0]])
    constant = np.column_stack([signs, np.ones(4)])
    one, other = Separator(signs, truth).points(signs), Separator(constant, truth).points(constant)
    assert np.allclose(one, other)
