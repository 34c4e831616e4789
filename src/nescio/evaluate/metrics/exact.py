"""CoNLL: a mention is right when extent and label are right, and nothing else counts."""

from __future__ import annotations

import numpy as np

from nescio.evaluate.metrics.arrays import Arrays, Bools, Ints, Layer, tally
from nescio.evaluate.metrics.scores import CountTable


def exact_table(arrays: Arrays) -> CountTable:
    """Counts of exact matches; a mention that one side names twice counts once."""
    gold, predicted = _keys(arrays.gold, arrays), _keys(arrays.predicted, arrays)
    gold_at = np.unique(gold, return_index=True)[1]
    predicted_at = np.unique(predicted, return_index=True)[1]
    right_at = predicted_at[np.isin(predicted[predicted_at], gold)]
    shape = (arrays.documents, arrays.size)
    cells = [
        tally(layer.document[at], layer.label[at], shape)
        for layer, at in (
            (arrays.predicted, right_at),
            (arrays.predicted, predicted_at),
            (arrays.gold, gold_at),
        )
    ]
    return CountTable(np.stack(cells, axis=-1))


def _keys(layer: Layer, arrays: Arrays) -> Ints:
    """One number per extent and label."""
    width = int(max((side.end - side.start).max(initial=0) for side in (arrays.gold, arrays.predicted))) + 1
    return (layer.start * width + (layer.end - layer.start)) * arrays.size + layer.label


def is_right(arrays: Arrays) -> Bools:
    """For each predicted mention whether the gold has it exactly."""
    return np.isin(_keys(arrays.predicted, arrays), _keys(arrays.gold, arrays))


def is_found(arrays: Arrays) -> Bools:
    """For each gold mention whether it was predicted exactly."""
    return np.isin(_keys(arrays.gold, arrays), _keys(arrays.predicted, arrays))
