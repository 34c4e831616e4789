"""What is hidden: mentions covered in full or in part, entities, and the information that is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from nescio.evaluate.metrics.arrays import Arrays, Bools, Floats, Ints
from nescio.evaluate.metrics.scores import ratio
from nescio.evaluate.metrics.tokens import gold_sensitive


class Coverage(NamedTuple):
    """For each gold mention whether the predictions hide all of it, and whether any of it."""

    full: Bools
    any: Bools


def cover(arrays: Arrays) -> Coverage:
    """Labels do not count, and several predictions may share the work.

    A mention is hidden in full when all its letters and digits are; the comma and the spaces
    between them may stay. A mention without letters and digits must be hidden as it stands.
    """
    size = len(arrays.text)
    steps = np.zeros(size + 1, dtype=np.int64)
    np.add.at(steps, arrays.predicted.start, 1)
    np.add.at(steps, arrays.predicted.end, -1)
    hidden = np.cumsum(steps)[:size] > 0
    content = arrays.content
    gold = arrays.gold
    needed = _between(content, gold.start, gold.end)
    open_content = _between(content & ~hidden, gold.start, gold.end)
    open_all = _between(~hidden, gold.start, gold.end)
    full = np.where(needed > 0, open_content == 0, open_all == 0)
    touched = (gold.end - gold.start) > open_all
    return Coverage(full, touched)


def _between(flags: Bools, start: Ints, end: Ints) -> Ints:
    sums = np.concatenate([[0], np.cumsum(flags)])
    return np.asarray(sums[end] - sums[start])


class EntityRecall(NamedTuple):
    """Of so many entities so many had all their mentions hidden."""

    hidden: int
    entities: int

    @property
    def recall(self) -> float:
        return ratio(self.hidden, self.entities)


def entity_recall(full: Bools, entities: Sequence[object], chosen: Bools) -> EntityRecall:
    """An entity counts as hidden when every one of its chosen mentions is hidden in full."""
    state: dict[object, bool] = {}
    for name, is_full, counts in zip(entities, full.tolist(), chosen.tolist(), strict=True):
        if counts:
            state[name] = state.get(name, True) and is_full
    return EntityRecall(sum(state.values()), len(state))


class Utility(NamedTuple):
    """Shares of the information content: of the whole text, and of what need not be hidden."""

    kept: float
    harmless_kept: float
    weighted_precision: float  # of the information that was hidden, the share that had to be


def utility(
    arrays: Arrays, sensitive: Bools | None = None, counts: Mapping[str, int] | None = None
) -> Utility:
    """Each token weighs its information content, -log2 p(token).

    p comes from the given counts of words, or from the corpus itself when there are none; one
    is added to every count, so that a word never seen has one too.
    """
    weight = information(arrays, counts)
    hidden = arrays.predicted_tags > 0
    secret = gold_sensitive(arrays, sensitive)
    return Utility(
        ratio(float(weight[~hidden].sum()), float(weight.sum())),
        ratio(float(weight[~hidden & ~secret].sum()), float(weight[~secret].sum())),
        ratio(float(weight[hidden & secret].sum()), float(weight[hidden].sum())),
    )


def information(arrays: Arrays, counts: Mapping[str, int] | None = None) -> Floats:
    """The information content of every token in bits."""
    text = arrays.text
    words = [
        text[a:b].casefold()
        for a, b in zip(arrays.token_start.tolist(), arrays.token_end.tolist(), strict=True)
    ]
    if not words:
        return np.zeros(0)
    kinds: dict[str, int] = {}
    place = np.array([kinds.setdefault(word, len(kinds)) for word in words])
    if counts is None:
        seen = np.bincount(place).astype(np.float64)
        total = float(len(words))
    else:
        seen = np.array([counts.get(word, 0) for word in kinds], dtype=np.float64)
        total = float(sum(counts.values()))
    return np.asarray(-np.log2((seen + 1) / (total + len(kinds) + 1))[place], dtype=np.float64)
