"""Floating selection: against all subsets, floating where it must, and resumable."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import pytest

from nescio.core.errors import InputError
from nescio.learn.decisions.selection import Search, Step, best_step, select

TEN = tuple("abcdefghij")


def silent(search: Search, steps: Sequence[Step]) -> None:
    pass


def worth(names: Sequence[str]) -> float:
    """Each feature has its worth; two of them say the same, and two are good only together."""
    chosen = set(names)
    value = sum((TEN.index(name) + 1) ** 1.5 for name in chosen)
    if {"i", "j"} <= chosen:
        value -= 31
    if {"a", "b"} <= chosen:
        value += 9
    return value - 4 * max(0, len(chosen) - 6)


def test_the_best_of_all_subsets_of_ten_features_is_found() -> None:
    every = [subset for size in range(1, 11) for subset in combinations(TEN, size)]
    best = max(every, key=worth)
    steps = select(Search(TEN), worth, wanted=10, tell=silent)
    assert set(best_step(steps).chosen) == set(best)


def test_a_feature_goes_when_others_make_it_needless() -> None:
    values = {"a": 5, "b": 4, "c": 3, "ab": 6, "ac": 6.5, "bc": 9, "abc": 8}
    steps = select(
        Search(("a", "b", "c")), lambda names: values["".join(sorted(names))], wanted=3, tell=silent
    )
    assert ("a", False) in [(step.feature, step.adds) for step in steps]
    assert best_step(steps).chosen == ("c", "b")


def test_it_ends_although_every_further_feature_harms() -> None:
    steps = select(Search(TEN), lambda names: -len(names), wanted=10, tell=silent)
    assert len(steps[-1].chosen) == 10


def test_a_search_goes_on_without_asking_twice() -> None:
    asked: list[tuple[str, ...]] = []

    def counting(names: Sequence[str]) -> float:
        asked.append(tuple(names))
        return worth(names)

    first = Search(TEN, "stamp")
    steps = select(first, counting, wanted=4, tell=silent)
    number = len(asked)
    again = Search.from_json(first.as_json(steps), features=TEN, stamp="stamp")
    assert select(again, counting, wanted=4, tell=silent) == steps
    assert len(asked) == number


@pytest.mark.parametrize("change", [{"stamp": "other"}, {"features": ["a"]}, {"tried": 3}])
def test_a_search_of_something_else_is_refused(change: dict[str, object]) -> None:
    content = {**Search(TEN, "stamp").as_json(), **change}
    with pytest.raises(InputError, match="state of the selection"):
        Search.from_json(content, features=TEN, stamp="stamp")
