"""Cross-validation: every document is judged exactly once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nescio.core.errors import InputError
from nescio.evaluate.metrics.folds import cross_validate, make_folds, spread


@given(st.integers(2, 60), st.integers(2, 12), st.integers(0, 5))
def test_folds_part_the_documents(size: int, k: int, seed: int) -> None:
    if k > size:
        return
    folds = make_folds(size, k, seed=seed)
    assert sorted(n for fold in folds for n in fold.test) == list(range(size))
    for fold in folds:
        assert sorted((*fold.train, *fold.test)) == list(range(size))
    sizes = [len(fold.test) for fold in folds]
    assert max(sizes) - min(sizes) <= 1


def test_a_system_is_judged_on_what_it_has_not_seen() -> None:
    items = list(range(20))

    def train(seen: object) -> set[int]:
        assert isinstance(seen, list)
        return set(seen)

    found, values = cross_validate(
        items, train, lambda known, unseen: float(not known & set(unseen)), k=4, seed=1
    )
    assert values == [1.0] * 4
    assert found == (1.0, 0.0)


def test_spread_is_mean_and_deviation() -> None:
    assert spread([1.0, 3.0]) == (2.0, pytest.approx(2**0.5))
    assert spread([1.0]) == (1.0, 0.0)


@pytest.mark.parametrize("k", [0, 1, 6])
def test_impossible_folds_are_refused(k: int) -> None:
    with pytest.raises(InputError, match="cannot be cut"):
        make_folds(5, k)
