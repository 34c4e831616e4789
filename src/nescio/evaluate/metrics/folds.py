"""k-fold cross-validation: every document is judged once, by a system that has not seen it."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from nescio.core.errors import InputError

Item = TypeVar("Item")
System = TypeVar("System")


class Fold(NamedTuple):
    """The numbers of the documents to learn from and to judge."""

    train: tuple[int, ...]
    test: tuple[int, ...]


def make_folds(size: int, k: int = 10, *, seed: int = 0) -> list[Fold]:
    """Shuffled once, cut into k parts whose sizes differ by at most one."""
    if not 2 <= k <= size:
        raise InputError(f"{size} documents cannot be cut into {k} parts; possible: 2 to {size}.")
    order = list(range(size))
    random.Random(seed).shuffle(order)  # noqa: S311 - a split, not a secret
    parts = [sorted(order[n::k]) for n in range(k)]
    return [Fold(tuple(sorted(set(order) - set(part))), tuple(part)) for part in parts]


class Spread(NamedTuple):
    """The mean of a measure over the folds and its standard deviation (n - 1)."""

    mean: float
    deviation: float


def spread(values: Sequence[float]) -> Spread:
    mean = sum(values) / len(values)
    squares = sum((value - mean) ** 2 for value in values)
    return Spread(mean, (squares / (len(values) - 1)) ** 0.5 if len(values) > 1 else 0.0)


def cross_validate(
    items: Sequence[Item],
    train: Callable[[Sequence[Item]], System],
    judge: Callable[[System, Sequence[Item]], float],
    *,
    k: int = 10,
    seed: int = 0,
) -> tuple[Spread, list[float]]:
    """Train on all parts but one and judge that one, in turn."""
    values = [
        judge(train([items[n] for n in fold.train]), [items[n] for n in fold.test])
        for fold in make_folds(len(items), k, seed=seed)
    ]
    return spread(values), values
