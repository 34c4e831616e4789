"""Logistic regression with a quadratic penalty, by limited-memory BFGS."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from nescio.learn.decisions.gis import Codes, Floats, scores

Objective = Callable[[Floats], tuple[float, Floats]]
_MEMORY: Final = 10
_ARMIJO: Final = 1e-4
_SHORTEST: Final = 1e-12  # a step that changes nothing any more


def minimize(
    objective: Objective, start: Floats, *, iterations: int = 500, tolerance: float = 1e-8
) -> Floats:
    """The place of the smallest value of a smooth convex function, which gives value and gradient."""
    place, (value, slope) = start.copy(), objective(start)
    memory: deque[tuple[Floats, Floats]] = deque(maxlen=_MEMORY)
    for _ in range(iterations):
        if np.abs(slope).max(initial=0.0) <= tolerance * max(1.0, abs(value)):
            break
        direction = -_against(slope, memory)
        if direction @ slope >= 0:  # rounding spoilt the memory: begin again downhill
            memory.clear()
            direction = -slope
        step = 1.0 if memory else min(1.0, 1.0 / float(np.abs(slope).sum()))
        while step > _SHORTEST:
            there, new = place + step * direction, objective(place + step * direction)
            if new[0] <= value + _ARMIJO * step * float(direction @ slope):
                break
            step /= 2
        else:
            break
        if (there - place) @ (new[1] - slope) > 0:
            memory.append((there - place, new[1] - slope))
        place, (value, slope) = there, new
    return place


def _against(slope: Floats, memory: deque[tuple[Floats, Floats]]) -> Floats:
    """The slope times the inverse curvature that the memory tells (two-loop recursion)."""
    found, shares = slope.copy(), []
    for move, bend in reversed(memory):
        share = (move @ found) / (move @ bend)
        shares.append(share)
        found -= share * bend
    if memory:
        move, bend = memory[-1]
        found *= (move @ bend) / (bend @ bend)
    for (move, bend), share in zip(memory, reversed(shares), strict=True):
        found += move * (share - (bend @ found) / (move @ bend))
    return found


def fit_logistic(
    rows: Codes, wanted: NDArray[np.bool_], size: int, *, penalty: float, weights: Floats | None = None
) -> Floats:
    """Weights of the predicates of rows, then that of the constant, which alone has no penalty."""
    signs = np.where(wanted, 1.0, -1.0)
    counts = np.ones(len(signs)) if weights is None else weights
    there = rows >= 0
    flat, lengths = rows[there], there.sum(axis=1)
    shrunk = np.append(np.full(size, penalty), 0.0)

    def objective(place: Floats) -> tuple[float, Floats]:
        margins = signs * (scores(rows, place[:-1]) + place[-1])
        value = float(counts @ np.logaddexp(0.0, -margins) + 0.5 * (shrunk * place) @ place)
        pull = counts * signs / (1.0 + np.exp(np.clip(margins, -500, 500)))
        slope = np.bincount(flat, weights=np.repeat(pull, lengths), minlength=size)
        return value, shrunk * place - np.append(slope, pull.sum())

    return minimize(objective, np.zeros(size + 1))
