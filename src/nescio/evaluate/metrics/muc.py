"""MUC: gold and predicted mentions are paired, and half a match earns half a point."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from nescio.evaluate.metrics.arrays import Arrays, Bools, Ints, overlapping
from nescio.evaluate.metrics.scores import Counts


class Pairing(NamedTuple):
    """Which gold mention (`left`) was paired with which prediction (`right`), one to one."""

    left: Ints
    right: Ints


def pair_mentions(arrays: Arrays) -> Pairing:
    """The best partners first: same extent and label, same label, same extent, any overlap.

    Among equals the larger overlap wins, then the earlier mention.
    """
    gold, predicted = arrays.gold, arrays.predicted
    left, right = overlapping(gold, predicted)
    shared = np.minimum(gold.end[left], predicted.end[right]) - np.maximum(
        gold.start[left], predicted.start[right]
    )
    extent = (gold.start[left] == predicted.start[right]) & (gold.end[left] == predicted.end[right])
    label = gold.label[left] == predicted.label[right]
    rank = 2 * label + extent
    order = np.lexsort((right, left, -shared, -rank))
    taken_left, taken_right = bytearray(len(gold)), bytearray(len(predicted))
    pairs = []
    for a, b in zip(left[order].tolist(), right[order].tolist(), strict=True):
        if not taken_left[a] and not taken_right[b]:
            taken_left[a] = taken_right[b] = 1
            pairs.append((a, b))
    chosen = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    return Pairing(chosen[:, 0], chosen[:, 1])


class Muc(NamedTuple):
    """The counts of MUC: correct, partial, incorrect, missing, spurious."""

    correct: int
    partial: int
    incorrect: int
    missing: int
    spurious: int

    def counts(self) -> Counts:
        """precision = (COR + PAR/2) / ACT, recall = (COR + PAR/2) / POS."""
        paired = self.correct + self.partial + self.incorrect
        return Counts(self.correct + self.partial / 2, paired + self.spurious, paired + self.missing)


def muc(arrays: Arrays, pairing: Pairing) -> Muc:
    """Correct: same extent and label. Partial: same label, other extent. Incorrect: other label."""
    extent, label = _agreement(arrays, pairing)
    correct, partial = int((extent & label).sum()), int((~extent & label).sum())
    paired = len(pairing.left)
    return Muc(
        correct,
        partial,
        paired - correct - partial,
        len(arrays.gold) - paired,
        len(arrays.predicted) - paired,
    )


def muc6(arrays: Arrays, pairing: Pairing) -> Counts:
    """The named-entity task of MUC-6: extent and type of each mention are two answers."""
    extent, label = _agreement(arrays, pairing)
    return Counts(int(extent.sum()) + int(label.sum()), 2 * len(arrays.predicted), 2 * len(arrays.gold))


def mention_confusion(arrays: Arrays, pairing: Pairing) -> Ints:
    """Mentions by gold label (row) and predicted label (column); 0 is missed or spurious."""
    cells = np.zeros((arrays.size, arrays.size), dtype=np.int64)
    np.add.at(cells, (arrays.gold.label[pairing.left], arrays.predicted.label[pairing.right]), 1)
    lonely = np.setdiff1d(np.arange(len(arrays.gold)), pairing.left)
    cells[:, 0] += np.bincount(arrays.gold.label[lonely], minlength=arrays.size)
    extra = np.setdiff1d(np.arange(len(arrays.predicted)), pairing.right)
    cells[0] += np.bincount(arrays.predicted.label[extra], minlength=arrays.size)
    return cells


def _agreement(arrays: Arrays, pairing: Pairing) -> tuple[Bools, Bools]:
    gold, predicted = arrays.gold, arrays.predicted
    left, right = pairing
    extent = (gold.start[left] == predicted.start[right]) & (gold.end[left] == predicted.end[right])
    return extent, gold.label[left] == predicted.label[right]
