"""Two systems on the same documents: is the difference more than chance?"""

from __future__ import annotations

from typing import Any

import numpy as np

from nescio.core.errors import InputError
from nescio.evaluate.evaluation import COMPARED
from nescio.evaluate.metrics.arrays import Floats
from nescio.evaluate.metrics.significance import SHUFFLES, Comparison, randomization
from nescio.evaluate.report.plain import Saved

MEASURES = ("precision", "recall", "f1", "f2")


def compare(first: Saved, second: Saved, *, shuffles: int = SHUFFLES, seed: int = 0) -> dict[str, Comparison]:
    """Approximate randomization for every metric; documents are the strata.

    All annotators' views of a document are swapped together: they are one observation.
    """
    if first.ids != second.ids:
        raise InputError(
            f"{first.name!r} and {second.name!r} were not evaluated on the same documents "
            f"({len(first.ids)} and {len(second.ids)}); evaluate both on one gold."
        )
    return {
        metric: randomization(
            _by_document(first.ids, first.counts[metric]),
            _by_document(second.ids, second.counts[metric]),
            shuffles=shuffles,
            seed=seed,
        )
        for metric in COMPARED
    }


def _by_document(ids: tuple[str, ...], counts: Floats) -> Floats:
    numbers: dict[str, int] = {}
    place = np.array([numbers.setdefault(name, len(numbers)) for name in ids], dtype=np.int64)
    sums = np.zeros((len(numbers), 3))
    np.add.at(sums, place, counts)
    return sums


def letters(comparison: Comparison, *, alpha: float = 0.01) -> str:
    """P, R and F for the measures that differ significantly, as in table 5.1 of the thesis."""
    cells = zip("PRF", (comparison.precision, comparison.recall, comparison.f1), strict=True)
    return ", ".join(letter for letter, cell in cells if cell.p < alpha) or "-"


def to_json(comparisons: dict[str, Comparison]) -> dict[str, Any]:
    return {
        metric: {
            **{
                measure: {**(cell := getattr(found, measure))._asdict(), "difference": cell.difference}
                for measure in MEASURES
            },
            "shuffles": found.shuffles,
            "documents_that_differ": found.units,
        }
        for metric, found in comparisons.items()
    }
