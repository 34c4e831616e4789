"""Sequential forward floating selection (Pudil, Novovičová and Kittler 1994; thesis 3.3.1), resumable."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from nescio.core.errors import InputError

Criterion = Callable[[Sequence[str]], float]


class Step(NamedTuple):
    """A feature that came or went, and the value of what was chosen then."""

    adds: bool
    feature: str
    value: float
    chosen: tuple[str, ...]


@dataclass
class Search:
    """A selection on its way: what was tried and what it was worth; begun again it asks nothing twice."""

    features: tuple[str, ...]
    stamp: str = ""  # of the data and parameters: a search goes on only with the same ones
    tried: dict[frozenset[str], float] = field(default_factory=dict)

    def as_json(self, steps: Sequence[Step] = ()) -> dict[str, Any]:
        return {
            "features": list(self.features),
            "stamp": self.stamp,
            "tried": [[sorted(names), value] for names, value in self.tried.items()],
            "steps": [[step.adds, step.feature, step.value] for step in steps],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any], *, features: Sequence[str], stamp: str) -> Search:
        """The search of a file, if it is about the same features and data."""
        try:
            known = tuple(map(str, data["features"]))
            tried = {frozenset(map(str, names)): float(value) for names, value in data["tried"]}
            same = known == tuple(features) and data["stamp"] == stamp
        except (KeyError, TypeError, ValueError) as error:
            raise InputError("The state of the selection is damaged; begin without it.") from error
        if not same:
            raise InputError("The state of the selection is of other texts, features or parameters.")
        return cls(known, stamp, tried)


def select(
    search: Search, criterion: Criterion, *, wanted: int, tell: Callable[[Search, Sequence[Step]], None]
) -> list[Step]:
    """The way to so many features; `tell` hears of each subset that was tried.

    After each feature that comes, features go as long as what is left is better than the chosen ones and
    than any choice of that size before: the second condition keeps the search from going in a circle.
    """
    steps: list[Step] = []
    best: dict[int, float] = {}
    chosen: tuple[str, ...] = ()

    def value_of(names: tuple[str, ...]) -> float:
        key = frozenset(names)
        if key not in search.tried:
            search.tried[key] = criterion(sorted(names, key=search.features.index))
            tell(search, steps)
        return search.tried[key]

    while len(chosen) < min(wanted, len(search.features)):
        rest = [name for name in search.features if name not in chosen]
        come = max(rest, key=lambda name: value_of((*chosen, name)))
        chosen = (*chosen, come)
        steps.append(_step(best, chosen, come, value_of(chosen), adds=True))
        while len(chosen) > 2:
            go = max(chosen, key=lambda name: value_of(_without(chosen, name)))
            value = value_of(_without(chosen, go))
            if value <= value_of(chosen) or value <= best[len(chosen) - 1]:
                break
            chosen = _without(chosen, go)
            steps.append(_step(best, chosen, go, value, adds=False))
    tell(search, steps)
    return steps


def _step(best: dict[int, float], chosen: tuple[str, ...], name: str, value: float, *, adds: bool) -> Step:
    """The step, entered among the best values of each size."""
    best[len(chosen)] = max(value, best.get(len(chosen), value))
    return Step(adds, name, value, chosen)


def _without(chosen: tuple[str, ...], gone: str) -> tuple[str, ...]:
    return tuple(name for name in chosen if name != gone)


def best_step(steps: Sequence[Step]) -> Step:
    """The choice with the highest value; of equal ones the smallest."""
    return max(steps, key=lambda step: (step.value, -len(step.chosen)))
