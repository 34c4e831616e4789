"""Agreement between annotators: pairwise, Cohen's kappa, Fleiss's kappa, and what they mean."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np

from nescio.core.errors import InputError
from nescio.evaluate.metrics.arrays import Floats, Ints

# Landis & Koch (1977): the upper end of each range and its reading.
_READINGS: Final = (
    (0.20, "slight"),
    (0.40, "fair"),
    (0.60, "moderate"),
    (0.80, "substantial"),
    (math.inf, "almost perfect"),
)


class Agreement(NamedTuple):
    """The coefficients of table 3.5 of the multilingual thesis; a kappa is NaN when undefined."""

    pairwise: float
    cohen: float  # mean over pairs of annotators
    fleiss: float
    observed: float
    expected: float
    items: int
    annotators: int

    @property
    def reading(self) -> str:
        return landis_koch(self.fleiss)


def landis_koch(kappa: float) -> str:
    """The strength of agreement that Landis & Koch read from a kappa."""
    if math.isnan(kappa):
        return "undefined"
    if kappa < 0:
        return "poor"
    return next(reading for limit, reading in _READINGS if kappa <= limit)


def agreement(answers: Sequence[Sequence[Hashable]]) -> Agreement:
    """From one sequence of answers per annotator, about the same items in the same order."""
    codes = _codes(answers)
    pairs = list(combinations(range(len(codes)), 2))
    fleiss_value, observed, expected = _fleiss(_ratings(codes))
    return Agreement(
        float(np.mean([_same(codes[a], codes[b]) for a, b in pairs])),
        float(np.mean([_cohen(codes[a], codes[b]) for a, b in pairs])),
        fleiss_value,
        observed,
        expected,
        codes.shape[1],
        len(codes),
    )


def pairwise_agreement(first: Sequence[Hashable], second: Sequence[Hashable]) -> float:
    """The share of items about which two annotators agree."""
    codes = _codes([first, second])
    return _same(codes[0], codes[1])


def cohen_kappa(first: Sequence[Hashable], second: Sequence[Hashable]) -> float:
    """(p_o - p_e) / (1 - p_e), with p_e from the habits of each annotator."""
    codes = _codes([first, second])
    return _cohen(codes[0], codes[1])


def fleiss_kappa(ratings: Floats) -> float:
    """From a table of items (rows) and how many annotators chose each category (columns)."""
    return _fleiss(np.asarray(ratings, dtype=np.float64))[0]


def _codes(answers: Sequence[Sequence[Hashable]]) -> Ints:
    if len(answers) < 2:
        raise InputError("Agreement needs at least two annotators.")
    if len({len(row) for row in answers}) != 1 or not answers[0]:
        raise InputError("The annotators must have answered about the same items, at least one.")
    kinds: dict[Hashable, int] = {}
    rows = [[kinds.setdefault(answer, len(kinds)) for answer in row] for row in answers]
    return np.array(rows, dtype=np.int64)


def _same(first: Ints, second: Ints) -> float:
    return float((first == second).mean())


def _cohen(first: Ints, second: Ints) -> float:
    kinds = int(max(first.max(), second.max())) + 1
    size = len(first)
    expected = float(np.bincount(first, minlength=kinds) @ np.bincount(second, minlength=kinds)) / size**2
    return _kappa(_same(first, second), expected)


def _ratings(codes: Ints) -> Floats:
    kinds = int(codes.max()) + 1
    flat = (np.arange(codes.shape[1]) * kinds + codes).ravel()
    return np.bincount(flat, minlength=codes.shape[1] * kinds).reshape(-1, kinds).astype(np.float64)


def _fleiss(ratings: Floats) -> tuple[float, float, float]:
    """Kappa, observed and expected agreement."""
    raters = ratings.sum(axis=1)
    if not len(ratings) or raters.min() < 2 or raters.min() != raters.max():
        raise InputError("Every item needs the same number of annotators, at least two.")
    n = float(raters[0])
    observed = float((((ratings**2).sum(axis=1) - n) / (n * (n - 1))).mean())
    expected = float(((ratings.sum(axis=0) / ratings.sum()) ** 2).sum())
    return _kappa(observed, expected), observed, expected


def _kappa(observed: float, expected: float) -> float:
    return math.nan if expected >= 1 else (observed - expected) / (1 - expected)
