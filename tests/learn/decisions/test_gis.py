"""Generalized iterative scaling: by hand, and against an independent optimiser."""

from __future__ import annotations

import numpy as np
import pytest

from nescio.learn.decisions.gis import likelihood, make_events, scores, train_gis, without_rare


def test_one_predicate_by_hand() -> None:
    # Seen three times with A and once with N: one step reaches log(3/2) - log(1/2) = log 3.
    events = make_events(np.zeros((4, 1), dtype=np.int64), np.array([True, True, True, False]), 1)
    assert train_gis(events, iterations=1)[0] == pytest.approx(np.log(3))


def test_two_predicates_by_hand() -> None:
    # Contexts {0}, {0, 1}, {0, 1} with tags N, A, A: the constant is 2. At first every tag has 1/2:
    # expected of predicate 0 is 3/2 per tag, seen 2 (A) and 1 (N); of predicate 1 it is 1, seen 2 (A).
    codes = np.array([[0, -1], [0, 1], [0, 1]])
    events = make_events(codes, np.array([False, True, True]), 2)
    found = train_gis(events, iterations=1)
    assert found[0] == pytest.approx((np.log(2 / 1.5) - np.log(1 / 1.5)) / 2)
    assert found[1] == pytest.approx(np.log(2 / 1) / 2)


def test_it_reaches_the_likelihood_of_an_independent_optimiser() -> None:
    linear_model = pytest.importorskip("sklearn.linear_model")
    rng = np.random.default_rng(3)
    active = rng.random((400, 6)) < 0.4
    active[:, 0] = True  # a predicate of all words, as the other has a constant
    tags = rng.random(400) < 1 / (1 + np.exp(-(active @ rng.normal(size=6))))
    codes = np.where(active, np.arange(6), -1)
    events = make_events(codes, tags, 6)
    ours = likelihood(events, train_gis(events, iterations=4000))
    other = linear_model.LogisticRegression(C=1e9, fit_intercept=False, tol=1e-10, max_iter=2000)
    other.fit(active.astype(float), tags)
    theirs = likelihood(events, other.coef_[0])
    assert ours == pytest.approx(theirs, abs=1e-3)


def test_the_likelihood_never_falls() -> None:
    rng = np.random.default_rng(5)
    codes = np.where(rng.random((60, 5)) < 0.5, np.arange(5), -1)
    events = make_events(codes, rng.random(60) < 0.4, 5)
    seen = [likelihood(events, np.zeros(5))]
    train_gis(events, iterations=40, tell=lambda number, weights: seen.append(likelihood(events, weights)))
    assert seen == sorted(seen)
    assert len(seen) == 41


def test_like_contexts_are_one_event() -> None:
    events = make_events(np.array([[0, 1], [0, 1], [2, -1]]), np.array([True, False, False]), 3)
    assert events.rows.tolist() == [[0, 1], [2, -1]]
    assert events.tallies.tolist() == [[1, 1], [1, 0]]


def test_rare_predicates_are_cut_off() -> None:
    events = make_events(np.array([[0, 1], [0, -1]]), np.array([True, False]), 2)
    assert without_rare(events, 2).rows.tolist() == [[0, -1], [0, -1]]
    assert train_gis(events, cut_off=2)[1] == 0


def test_a_row_without_predicates_scores_nothing() -> None:
    assert scores(np.array([[-1, -1]]), np.array([4.0])).tolist() == [0.0]
