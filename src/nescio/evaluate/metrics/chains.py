"""B-cubed (Bagga & Baldwin 1998): how far mentions of one entity were kept together."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from nescio.evaluate.metrics.arrays import Floats
from nescio.evaluate.metrics.scores import f_measure, ratio

Chains = Mapping[Hashable, Hashable]  # mention -> its chain


class BCubed(NamedTuple):
    """The two scores and their harmonic mean."""

    precision: float
    recall: float
    f1: float


def b_cubed(documents: Sequence[tuple[Chains, Chains]]) -> BCubed:
    """Over all mentions of all documents; each document is (gold chains, predicted chains).

    Mentions are the same on both sides when their keys are equal. One that only the other side
    has shares no chain with anything: it earns nothing.
    """
    sums = np.array([_document(gold, predicted) for gold, predicted in documents]).reshape(-1, 4).sum(axis=0)
    return _score(sums)


def b_cubed_by_document(documents: Sequence[tuple[Chains, Chains]]) -> BCubed:
    """The mean over documents that have a mention."""
    rows = [_score(np.array(_document(gold, predicted))) for gold, predicted in documents if gold]
    if not rows:
        return BCubed(0.0, 0.0, 0.0)
    return BCubed(*(sum(column) / len(rows) for column in zip(*rows, strict=True)))


def singletons(gold: Chains) -> Chains:
    """The answer that links nothing: the baseline of table C.6 of the multilingual thesis."""
    return {mention: (mention,) for mention in gold}


def _score(sums: Floats) -> BCubed:
    precision, recall = ratio(float(sums[0]), float(sums[1])), ratio(float(sums[2]), float(sums[3]))
    return BCubed(precision, recall, f_measure(precision, recall))


def _document(gold: Chains, predicted: Chains) -> tuple[float, int, float, int]:
    """Sum of precisions, mentions predicted, sum of recalls, mentions in the gold."""
    both = [(gold[mention], predicted[mention]) for mention in gold if mention in predicted]
    if not both:
        return 0.0, len(predicted), 0.0, len(gold)
    shared: dict[tuple[Hashable, Hashable], int] = {}
    for cell in both:
        shared[cell] = shared.get(cell, 0) + 1
    gold_size, predicted_size = _sizes(gold), _sizes(predicted)
    precision = sum(n * n / predicted_size[p] for (_, p), n in shared.items())
    recall = sum(n * n / gold_size[g] for (g, _), n in shared.items())
    return precision, len(predicted), recall, len(gold)


def _sizes(chains: Chains) -> dict[Hashable, int]:
    sizes: dict[Hashable, int] = {}
    for chain in chains.values():
        sizes[chain] = sizes.get(chain, 0) + 1
    return sizes
