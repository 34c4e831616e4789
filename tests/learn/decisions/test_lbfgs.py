"""Logistic regression by L-BFGS, against an independent optimiser."""

from __future__ import annotations

import numpy as np
import pytest

from nescio.learn.decisions.lbfgs import fit_logistic, minimize


def test_the_least_of_a_bowl_is_found() -> None:
    centre = np.array([3.0, -2.0, 0.5])
    scale = np.array([1.0, 50.0, 0.01])
    found = minimize(lambda x: (float(scale @ (x - centre) ** 2), 2 * scale * (x - centre)), np.zeros(3))
    assert found == pytest.approx(centre, abs=1e-3)


def test_weights_are_those_of_an_independent_optimiser() -> None:
    linear_model = pytest.importorskip("sklearn.linear_model")
    rng = np.random.default_rng(2)
    active = rng.random((200, 7)) < 0.3
    wanted = active[:, 0] ^ (rng.random(200) < 0.2)
    found = fit_logistic(np.where(active, np.arange(7), -1), wanted, 7, penalty=2.0)
    other = linear_model.LogisticRegression(C=0.5, tol=1e-10, max_iter=1000).fit(active.astype(float), wanted)
    assert found[:-1] == pytest.approx(other.coef_[0], abs=1e-4)
    assert found[-1] == pytest.approx(other.intercept_[0], abs=1e-4)
