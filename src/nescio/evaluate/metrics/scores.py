"""Precision, recall and F from counts, and the ways to average them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from nescio.evaluate.metrics.arrays import Bools, Floats


def ratio(part: float, whole: float) -> float:
    """Nothing out of nothing is 0, as in seqeval and scikit-learn."""
    return part / whole if whole else 0.0


def f_measure(precision: float, recall: float, beta: float = 1.0) -> float:
    square = beta * beta
    return ratio((1 + square) * precision * recall, square * precision + recall)


class Counts(NamedTuple):
    """How many are right, how many were predicted, how many there are."""

    right: float
    predicted: float
    gold: float

    @property
    def precision(self) -> float:
        return ratio(self.right, self.predicted)

    @property
    def recall(self) -> float:
        return ratio(self.right, self.gold)

    def f(self, beta: float = 1.0) -> float:
        return f_measure(self.precision, self.recall, beta)


class Score(NamedTuple):
    """The four figures of every metric."""

    precision: float
    recall: float
    f1: float
    f2: float


def score(counts: Counts) -> Score:
    return Score(counts.precision, counts.recall, counts.f(), counts.f(2.0))


class CountTable(NamedTuple):
    """Counts per document and label: `cells[document, label] = right, predicted, gold`.

    Label 0 is O and holds nothing.
    """

    cells: Floats

    def overall(self) -> Counts:
        """Pooled over the whole corpus: every mention (or token) weighs the same."""
        return Counts(*(float(value) for value in self.cells.sum(axis=(0, 1))))

    def of_label(self, label: int) -> Counts:
        return Counts(*(float(value) for value in self.cells[:, label].sum(axis=0)))

    def of_documents(self) -> Floats:
        return np.asarray(self.cells.sum(axis=1), dtype=np.float64)

    def macro(self) -> Score:
        """The mean over the classes that occur on either side: every class weighs the same."""
        present = [n for n in range(self.cells.shape[1]) if self.cells[:, n, 1:].any()]
        return _mean([score(self.of_label(n)) for n in present])

    def micro(self) -> Score:
        """The mean over documents: every document weighs the same.

        A document counts for precision when something was predicted in it, for recall when it
        has something to find, for F when either is true.
        """
        totals = self.of_documents()
        right, predicted, gold = totals[:, 0], totals[:, 1], totals[:, 2]
        precision = _divide(right, predicted)
        recall = _divide(right, gold)
        some = (predicted > 0) | (gold > 0)
        return Score(
            _mean_where(precision, predicted > 0),
            _mean_where(recall, gold > 0),
            _mean_where(_f(precision, recall, 1.0), some),
            _mean_where(_f(precision, recall, 2.0), some),
        )


def _divide(part: Floats, whole: Floats) -> Floats:
    return np.divide(part, whole, out=np.zeros_like(part), where=whole > 0)


def _f(precision: Floats, recall: Floats, beta: float) -> Floats:
    square = beta * beta
    return _divide((1 + square) * precision * recall, square * precision + recall)


def _mean_where(values: Floats, chosen: Bools) -> float:
    return float(values[chosen].mean()) if chosen.any() else 0.0


def _mean(scores: Sequence[Score]) -> Score:
    if not scores:
        return Score(0.0, 0.0, 0.0, 0.0)
    return Score(*(sum(column) / len(scores) for column in zip(*scores, strict=True)))
