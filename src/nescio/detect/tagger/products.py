"""Products of matrices whose rows do not depend on each other's company."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
_ROWS = 24  # below, some libraries of linear algebra compute a row in another order of its sums


def times(rows: Floats, matrix: Floats) -> Floats:
    """The product; what a row comes to does not depend on how many there are."""
    if len(rows) >= _ROWS:
        return np.asarray(rows @ matrix)
    padded = np.zeros((_ROWS, rows.shape[1]), dtype=rows.dtype)
    padded[: len(rows)] = rows
    return np.asarray((padded @ matrix)[: len(rows)])
