"""Approximate randomization against the exact test, and under a true null hypothesis."""

from __future__ import annotations

import numpy as np
import pytest

from nescio.core.errors import InputError
from nescio.evaluate.compare import compare, letters
from nescio.evaluate.metrics.significance import permutation, randomization
from nescio.evaluate.report.plain import Saved

MEASURES = ("precision", "recall", "f1", "f2")


def counts(
    rng: np.random.Generator, documents: int, skill: float
) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    gold = rng.integers(1, 12, documents)
    right = rng.binomial(gold, skill)
    return np.stack([right, right + rng.binomial(gold, 0.2), gold], axis=1).astype(np.float64)


@pytest.mark.parametrize("seed", range(5))
def test_randomization_comes_near_the_exact_test(seed: int) -> None:
    rng = np.random.default_rng(seed)
    first, second = counts(rng, 10, 0.6), counts(rng, 10, 0.75)
    second[:, 2] = first[:, 2]
    exact, near = permutation(first, second), randomization(first, second, seed=seed)
    for measure in MEASURES:
        p = getattr(exact, measure).p
        # Four standard deviations of a share out of 9,999.
        assert getattr(near, measure).p == pytest.approx(p, abs=4 * (p * (1 - p) / 9_999) ** 0.5 + 2e-4)
        assert getattr(near, measure).difference == pytest.approx(getattr(exact, measure).difference)


def test_the_exact_test_by_hand() -> None:
    """Two documents; swapping both or none gives the real difference, swapping one gives none."""
    first = np.array([[0.0, 2, 2], [0, 2, 2]])
    second = np.array([[2.0, 2, 2], [2, 2, 2]])
    assert permutation(first, second).f1.p == 0.5


def test_p_is_uniform_when_nothing_is_different() -> None:
    rng = np.random.default_rng(20)
    values = []
    for trial in range(300):
        first, second = counts(rng, 40, 0.7), counts(rng, 40, 0.7)
        second[:, 2] = first[:, 2]
        second[:, 0] = np.minimum(second[:, 0], second[:, 2])
        swap = rng.integers(0, 2, 40).astype(bool)  # makes the two sides exchangeable
        first[swap], second[swap] = second[swap].copy(), first[swap].copy()
        values.append(randomization(first, second, shuffles=199, seed=trial).f1.p)
    ordered = np.sort(values)
    grid = np.arange(1, 301) / 300
    # Kolmogorov and Smirnov at the level 0.001: 1.95 / sqrt(300).
    assert np.abs(ordered - grid).max() < 1.95 / 300**0.5 + 1 / 200
    assert 0.02 <= np.mean(ordered <= 0.05) <= 0.09


def test_a_great_difference_is_significant_and_p_is_never_zero() -> None:
    rng = np.random.default_rng(1)
    first = counts(rng, 200, 0.3)
    second = first.copy()
    second[:, 0] = second[:, 2]
    found = randomization(first, second)
    assert found.recall.p == 1 / 10_000
    assert letters(found) == "P, R, F"


def test_equal_systems_never_differ() -> None:
    rng = np.random.default_rng(1)
    first = counts(rng, 30, 0.5)
    found = randomization(first, first)
    assert [getattr(found, measure).p for measure in MEASURES] == [1.0] * 4
    assert (found.units, letters(found)) == (0, "-")


def test_the_same_seed_gives_the_same_p() -> None:
    rng = np.random.default_rng(3)
    first, second = counts(rng, 30, 0.5), counts(rng, 30, 0.55)
    assert randomization(first, second, seed=4) == randomization(first, second, seed=4)


def test_systems_on_different_documents_are_refused() -> None:
    table = {metric: np.zeros((2, 3)) for metric in ("conll", "token", "binary", "instance")}
    with pytest.raises(InputError, match="not evaluated on the same documents"):
        compare(Saved("a", ("1", "2"), table), Saved("b", ("1", "3"), table))
    with pytest.raises(InputError, match="same"):
        randomization(np.zeros((2, 3)), np.zeros((3, 3)))


def test_views_of_one_document_are_swapped_together() -> None:
    first = {
        metric: np.array([[1.0, 2, 2], [1, 2, 2]]) for metric in ("conll", "token", "binary", "instance")
    }
    second = {metric: table + np.array([1.0, 0, 0]) for metric, table in first.items()}
    assert compare(Saved("a", ("1", "1"), first), Saved("b", ("1", "1"), second))["conll"].units == 1
    assert compare(Saved("a", ("1", "2"), first), Saved("b", ("1", "2"), second))["conll"].units == 2


def test_the_exact_test_refuses_what_would_take_for_ever() -> None:
    first = np.zeros((21, 3))
    with pytest.raises(InputError, match="at most 20"):
        permutation(first, first + 1)
