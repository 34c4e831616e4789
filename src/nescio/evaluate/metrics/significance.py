"""Approximate randomization: could the difference of two systems be chance?"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import numpy as np

from nescio.core.errors import InputError
from nescio.evaluate.metrics.arrays import Floats

SHUFFLES = 9_999
_BLOCK = 4_000_000  # random numbers held at once
_TINY = 1e-12  # equal up to rounding


class Difference(NamedTuple):
    """The difference of two systems in one measure and its significance level."""

    first: float
    second: float
    p: float

    @property
    def difference(self) -> float:
        return self.second - self.first


class Comparison(NamedTuple):
    """Two systems over the same documents."""

    precision: Difference
    recall: Difference
    f1: Difference
    f2: Difference
    shuffles: int
    units: int  # documents in which the two differ


def randomization(first: Floats, second: Floats, *, shuffles: int = SHUFFLES, seed: int = 0) -> Comparison:
    """Stratified shuffling: in each document the answers of the two systems are swapped or not.

    Rows are documents, columns right, predicted and gold. NGE counts the pseudo-results whose
    absolute difference is at least the real one; s = (NGE + 1) / (NS + 1), two-sided.
    """
    _check(first, second)
    rng = np.random.default_rng(seed)
    change = second - first
    change = change[change.any(axis=1)]  # swapping equal answers changes nothing
    at_least = np.zeros(4)
    for swaps in _swaps(rng, shuffles, len(change)):
        at_least += _count(first.sum(axis=0), second.sum(axis=0), swaps @ change)
    return _comparison(first, second, (at_least + 1) / (shuffles + 1), shuffles, len(change))


def permutation(first: Floats, second: Floats) -> Comparison:
    """The exact test that randomization approximates: all ways to swap, for few documents only."""
    _check(first, second)
    change = second - first
    change = change[change.any(axis=1)]
    if len(change) > 20:
        raise InputError(f"The exact test takes at most 20 documents that differ; here {len(change)} do.")
    swaps = np.array(list(product((0.0, 1.0), repeat=len(change)))).reshape(-1, len(change))
    at_least = _count(first.sum(axis=0), second.sum(axis=0), swaps @ change)
    return _comparison(first, second, at_least / len(swaps), len(swaps), len(change))


def _check(first: Floats, second: Floats) -> None:
    if first.shape != second.shape:
        raise InputError(
            f"The systems have {len(first)} and {len(second)} documents; they must have the same."
        )


def _swaps(rng: np.random.Generator, shuffles: int, units: int) -> Iterator[Floats]:
    step = max(1, _BLOCK // max(units, 1))
    for begin in range(0, shuffles, step):
        rows = min(step, shuffles - begin)
        yield rng.integers(0, 2, size=(rows, units), dtype=np.int8).astype(np.float64)


def _count(first: Floats, second: Floats, moved: Floats) -> Floats:
    """For each measure how many pseudo-results differ at least as much as the real ones."""
    real = np.abs(_measures(second) - _measures(first))
    pseudo = np.abs(_measures(second - moved) - _measures(first + moved))
    return np.asarray((pseudo >= real - _TINY).reshape(-1, 4).sum(axis=0), dtype=np.float64)


def _measures(totals: Floats) -> Floats:
    """Precision, recall, F1, F2 of totals in the last axis."""
    right, predicted, gold = totals[..., 0], totals[..., 1], totals[..., 2]

    def divide(part: Floats, whole: Floats) -> Floats:
        return np.divide(part, whole, out=np.zeros_like(part, dtype=np.float64), where=whole > 0)

    return np.stack(
        [
            divide(right, predicted),
            divide(right, gold),
            divide(2 * right, predicted + gold),
            divide(5 * right, predicted + 4 * gold),
        ],
        axis=-1,
    )


def _comparison(first: Floats, second: Floats, p: Floats, shuffles: int, units: int) -> Comparison:
    a, b = _measures(first.sum(axis=0)), _measures(second.sum(axis=0))
    cells = [Difference(float(a[n]), float(b[n]), float(p[n])) for n in range(4)]
    return Comparison(cells[0], cells[1], cells[2], cells[3], shuffles, units)
