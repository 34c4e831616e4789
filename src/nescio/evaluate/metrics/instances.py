"""Instance-level of the multilingual thesis (3.1.2): correct, misclassified, spurious, deleted."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from nescio.evaluate.metrics.arrays import Arrays, Bools, Floats, expand, overlapping, tally
from nescio.evaluate.metrics.scores import CountTable


class Instances(NamedTuple):
    """How many instances of each kind, per document and label."""

    correct: Floats
    misclassified: Floats
    spurious: Floats
    deleted: Floats

    def table(self) -> CountTable:
        """precision = C / (C + M + S), recall = C / (C + M + D)."""
        found = self.correct + self.misclassified
        return CountTable(np.stack([self.correct, found + self.spurious, found + self.deleted], axis=-1))

    def totals(self) -> dict[str, int]:
        return {name: int(cells.sum()) for name, cells in zip(self._fields, self, strict=True)}


def classify_instances(arrays: Arrays) -> Instances:
    """Every gold instance is one of the four; a prediction that touches none is spurious too.

    Deleted: at least one of its tokens was not detected. Spurious: all were, and a prediction
    over it takes in tokens that are not its own. Misclassified: exactly its tokens, at least one
    with another label. Correct: exactly its tokens, all with its label, in one piece or several.
    """
    gold = arrays.gold
    shape = (arrays.documents, arrays.size)
    complete, same = _tokens_of_gold(arrays)
    inserted, touched = _touching(arrays)
    kinds = (
        complete & ~inserted & same,
        complete & ~inserted & ~same,
        complete & inserted,
        ~complete,
    )
    correct, misclassified, spurious, deleted = (
        tally(gold.document[kind], gold.label[kind], shape) for kind in kinds
    )
    alone = ~touched
    spurious = spurious + tally(arrays.predicted.document[alone], arrays.predicted.label[alone], shape)
    return Instances(correct, misclassified, spurious, deleted)


def _tokens_of_gold(arrays: Arrays) -> tuple[Bools, Bools]:
    """For each gold mention: all its tokens detected; all of them with its label."""
    gold = arrays.gold
    owner, members = expand(gold.first, gold.last)
    tags = arrays.predicted_tags[members]
    missed = np.bincount(owner[tags == 0], minlength=len(gold))
    other = np.bincount(owner[tags != gold.label[owner]], minlength=len(gold))
    return missed == 0, other == 0


def _touching(arrays: Arrays) -> tuple[Bools, Bools]:
    """Gold mentions whose prediction reaches beyond them; predictions that touch a gold mention."""
    gold, predicted = arrays.gold, arrays.predicted
    left, right = overlapping(gold, predicted)
    beyond = (predicted.first[right] < gold.first[left]) | (predicted.last[right] > gold.last[left])
    inserted = np.bincount(left[beyond], minlength=len(gold)) > 0
    touched = np.bincount(right, minlength=len(predicted)) > 0
    return inserted, touched
