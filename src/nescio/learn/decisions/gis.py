"""Maximum entropy with two tags by generalized iterative scaling (Darroch and Ratcliff 1972)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.int64]
Floats = NDArray[np.float64]
ITERATIONS: Final = 50
CUT_OFF: Final = 0
Told = Callable[[int, Floats], None]


class Events(NamedTuple):
    """Distinct contexts as rows of predicates, -1 where there is none, and how often each tag was seen."""

    rows: Codes
    tallies: Floats  # rows, tag N and tag A
    size: int  # of predicates


def make_events(codes: Codes, tags: NDArray[np.bool_], size: int) -> Events:
    """Words with the same predicates are one context: it costs as much as a single one."""
    rows, place = np.unique(codes, axis=0, return_inverse=True)
    place = place.reshape(-1)
    tallies = np.stack([np.bincount(place, weights=tags == tag, minlength=len(rows)) for tag in (0, 1)], 1)
    return Events(rows.astype(np.int64), tallies.astype(np.float64), size)


def without_rare(events: Events, cut_off: int) -> Events:
    """Predicates that were seen less often than `cut_off` are left out."""
    if cut_off <= 1:
        return events
    seen = _expected(events.rows, events.tallies.sum(axis=1), events.size)
    known = np.append(seen >= cut_off, False)
    return events._replace(rows=np.where(known[events.rows], events.rows, -1))


def _expected(rows: Codes, weights: Floats, size: int) -> Floats:
    """How often each predicate is there, where a row counts by its weight."""
    there = rows >= 0
    spread = np.broadcast_to(weights[:, None], rows.shape)
    return np.bincount(rows[there], weights=spread[there], minlength=size).astype(np.float64)


def scores(rows: Codes, weights: Floats) -> Floats:
    """The weights of the predicates of each row in sum; `weights` has one number per predicate."""
    return np.asarray(np.append(weights, 0.0)[rows].sum(axis=1), dtype=np.float64)


def likelihood(events: Events, weights: Floats) -> float:
    """The logarithm of the likelihood of the tags, in sum."""
    found = scores(events.rows, weights)
    return float(
        -(events.tallies[:, 1] @ np.logaddexp(0, -found) + events.tallies[:, 0] @ np.logaddexp(0, found))
    )


def train_gis(
    events: Events, *, iterations: int = ITERATIONS, cut_off: int = CUT_OFF, tell: Told = lambda n, w: None
) -> Floats:
    """The weight of tag A against tag N of each predicate after so many iterations.

    As in OpenNLP each pair of predicate and tag that was seen has a parameter, there is no feature for
    the slack, and the constant is the largest number of predicates of a context.
    """
    events = without_rare(events, cut_off)
    there = events.rows >= 0
    constant = max(1, int(there.sum(axis=1).max(initial=0)))
    seen = np.stack([_expected(events.rows, events.tallies[:, tag], events.size) for tag in (0, 1)])
    observed = seen > 0
    parameters = np.zeros((2, events.size))
    totals = events.tallies.sum(axis=1)
    for iteration in range(1, iterations + 1):
        of_a = 1.0 / (1.0 + np.exp(-np.clip(scores(events.rows, parameters[1] - parameters[0]), -500, 500)))
        for tag, share in ((0, 1.0 - of_a), (1, of_a)):
            expected = _expected(events.rows, totals * share, events.size)
            change = np.divide(
                seen[tag], expected, out=np.ones(events.size), where=observed[tag] & (expected > 0)
            )
            parameters[tag] += np.log(change) / constant
        tell(iteration, parameters[1] - parameters[0])
    return np.asarray(parameters[1] - parameters[0], dtype=np.float64)
