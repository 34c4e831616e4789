"""Calibration curves say what a score is worth."""

from __future__ import annotations

from nescio.learn.tagger.calibrate import (
    Judged,
    _best_threshold,
    calibration_error,
    crossed_errors,
    fit_curves,
)


def test_curves_rise_and_remove_a_constant_overconfidence() -> None:
    judged = [Judged("PER", 0.2 + 0.001 * i, i % 4 == 0) for i in range(400)]
    judged += [Judged(label, 0.9, True) for label in ("LOC", "ORG") for _ in range(60)]
    curves = fit_curves(judged)
    assert len(curves["PLATE"]["raw"]) > 4, "a label without claims takes the curve of all"
    assert curves["PER"]["true"] == sorted(curves["PER"]["true"])
    assert abs(curves["PER"]["true"][5] - 0.25) < 0.05


def test_the_calibration_error_of_honest_scores_is_small() -> None:
    judged = [Judged("PER", 0.75, i % 4 != 0) for i in range(400)]
    assert calibration_error(judged) < 1e-9


def test_every_label_with_enough_claims_has_an_error_of_its_own() -> None:
    judged = [Judged("PER", 0.002 * i, i % 10 < i // 40) for i in range(400)]
    judged += [Judged("LOC", 0.9, True) for _ in range(20)]
    errors = crossed_errors(judged)
    assert set(errors) == {"all", "PER"}
    assert errors["PER"] < 0.06


def test_a_word_is_hidden_from_where_a_miss_costs_more() -> None:
    claims = [(at / 1000, at % 10 < at // 100) for at in range(1000)]  # as often right as they say
    assert abs(_best_threshold(claims, lean=1) - 0.5) < 0.06
    assert abs(_best_threshold(claims, lean=4) - 0.2) < 0.06
    assert _best_threshold(claims[:10], lean=4) == 0.2
