"""Calibration curves say what a score is worth."""

from __future__ import annotations

from nescio.learn.tagger.calibrate import Judged, calibration_error, fit_curves


def test_curves_rise_and_remove_a_constant_overconfidence() -> None:
    judged = [Judged("PER", 0.2 + 0.001 * i, i % 4 == 0) for i in range(400)]
    judged += [Judged(label, 0.9, True) for label in ("LOC", "ORG") for _ in range(60)]
    curves = fit_curves(judged)
    assert curves["PER"]["true"] == sorted(curves["PER"]["true"])
    assert abs(curves["PER"]["true"][5] - 0.25) < 0.05


def test_the_calibration_error_of_honest_scores_is_small() -> None:
    judged = [Judged("PER", 0.75, i % 4 != 0) for i in range(400)]
    assert calibration_error(judged) < 1e-9
