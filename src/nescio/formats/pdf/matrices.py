"""The six numbers that carry one coordinate system into another."""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal
from typing import Any, Final

Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Final[Matrix] = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def multiplied(first: Matrix, second: Matrix) -> Matrix:
    """`first` is applied before `second`."""
    a, b, c, d, e, f = first
    p, q, r, s, t, u = second
    return (a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u)


def moved(matrix: Matrix, x: float, y: float) -> Matrix:
    """The matrix whose origin was moved within its own system."""
    a, b, c, d, e, f = matrix
    return (a, b, c, d, x * a + y * c + e, x * b + y * d + f)


def to_number(value: Any) -> float:
    """A number of a content stream; what is none counts as nothing."""
    if isinstance(value, int | float | Decimal):
        number = float(value)
        return number if math.isfinite(number) else 0.0
    try:
        return float(value)
    except (TypeError, ValueError):
        return 0.0


def to_matrix(values: Sequence[Any] | None) -> Matrix:
    numbers = [to_number(value) for value in values or ()]
    if len(numbers) != 6:
        return IDENTITY
    return (numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])


def decimal(value: float) -> Decimal:
    """A number as a content stream writes it: short, never with an exponent."""
    return Decimal(f"{value:.5f}").normalize() + 0 if abs(value) < 1e9 else Decimal(0)
