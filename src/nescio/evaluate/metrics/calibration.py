"""Are probabilities true, and do errors lie where a person would look for them?"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from nescio.evaluate.metrics.arrays import Bools, Floats
from nescio.evaluate.metrics.scores import ratio


class Bin(NamedTuple):
    """The predictions whose score lies in one range."""

    low: float
    high: float
    size: int
    score: float  # mean score
    right: float  # share that is right


class Calibration(NamedTuple):
    """The reliability diagram and its summary."""

    bins: tuple[Bin, ...]
    expected_error: float
    largest_error: float
    brier: float


def calibrate(scores: Floats, right: Bools, *, bins: int = 10) -> Calibration:
    """Equal ranges of score; the expected error weighs each range by its predictions.

    A score on the border of two ranges belongs to the lower one, as in Guo et al. (2017).
    """
    truth = right.astype(np.float64)
    place = np.clip(np.ceil(scores * bins).astype(np.int64) - 1, 0, bins - 1)
    count = np.bincount(place, minlength=bins).astype(np.float64)
    some = count > 0
    mean = np.divide(np.bincount(place, scores, bins), count, out=np.zeros(bins), where=some)
    share = np.divide(np.bincount(place, truth, bins), count, out=np.zeros(bins), where=some)
    gap = np.abs(mean - share)
    rows = tuple(
        Bin(n / bins, (n + 1) / bins, int(count[n]), float(mean[n]), float(share[n])) for n in range(bins)
    )
    return Calibration(
        rows,
        float((gap * count).sum() / count.sum()) if len(scores) else 0.0,
        float(gap[some].max(initial=0.0)),
        float(((scores - truth) ** 2).mean()) if len(scores) else 0.0,
    )


class Boundary(NamedTuple):
    """What lies near the decision boundary (e-mail study, section 7)."""

    threshold: float
    margin: float
    errors: int
    near_errors: int
    near: int

    @property
    def share(self) -> float:
        """The share of all errors that lie near the boundary: what a checker would catch there."""
        return ratio(self.near_errors, self.errors)

    @property
    def concentration(self) -> float:
        """The share of instances near the boundary that are errors: how worthwhile looking is."""
        return ratio(self.near_errors, self.near)


def near_boundary(
    scores: Floats, is_error: Bools, *, threshold: float = 0.5, margin: float = 0.2
) -> Boundary:
    """Instances are predictions with their score and missed mentions with the best claim about them."""
    close = np.abs(scores - threshold) <= margin + 1e-12
    return Boundary(threshold, margin, int(is_error.sum()), int((is_error & close).sum()), int(close.sum()))
