"""Token-level: the label of every token, and whether it is sensitive at all."""

from __future__ import annotations

import numpy as np

from nescio.evaluate.metrics.arrays import Arrays, Bools, Ints, paint, tally
from nescio.evaluate.metrics.scores import CountTable


def token_table(arrays: Arrays) -> CountTable:
    """A token is right when both sides give it the same label; B and I are not told apart."""
    gold, predicted, document = arrays.gold_tags, arrays.predicted_tags, arrays.token_document
    shape = (arrays.documents, arrays.size)
    right = (gold == predicted) & (gold > 0)
    cells = [
        tally(document[chosen], tags[chosen], shape)
        for tags, chosen in ((gold, right), (predicted, predicted > 0), (gold, gold > 0))
    ]
    return CountTable(np.stack(cells, axis=-1))


def binary_table(arrays: Arrays, sensitive: Bools | None = None) -> CountTable:
    """A token is right when both sides call it sensitive, whatever its class.

    `sensitive` tells which gold mentions must be hidden; without it, all.
    """
    gold = gold_sensitive(arrays, sensitive)
    predicted = arrays.predicted_tags > 0
    shape = (arrays.documents, 2)
    cells = [
        tally(arrays.token_document[chosen], np.ones(int(chosen.sum()), dtype=np.int64), shape)
        for chosen in (gold & predicted, predicted, gold)
    ]
    return CountTable(np.stack(cells, axis=-1))


def gold_sensitive(arrays: Arrays, sensitive: Bools | None = None) -> Bools:
    if sensitive is None:
        return arrays.gold_tags > 0
    return paint(arrays.gold.where(sensitive), len(arrays.token_start)) > 0


def confusion(arrays: Arrays) -> Ints:
    """Tokens by gold label (row) and predicted label (column); row and column 0 are O."""
    flat = np.bincount(
        arrays.gold_tags * arrays.size + arrays.predicted_tags, minlength=arrays.size * arrays.size
    )
    return flat.reshape(arrays.size, arrays.size).astype(np.int64)
