"""Garbage is collected rarely during a run, and as before behind it."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from nescio.core.collecting import collecting_rarely


@pytest.fixture(autouse=True)
def thresholds() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


def test_what_a_program_had_set_comes_back_behind_the_last_of_the_runs() -> None:
    gc.set_threshold(650, 7, 5)
    with collecting_rarely():
        with collecting_rarely():
            pass
        rare = gc.get_threshold()
    assert rare[0] > 10_000
    assert rare[1:] == (7, 5)
    assert gc.get_threshold() == (650, 7, 5)


def test_a_run_that_fails_leaves_nothing_behind() -> None:
    before = gc.get_threshold()
    with pytest.raises(ValueError, match="broken"), collecting_rarely():
        raise ValueError("broken")
    assert gc.get_threshold() == before


@pytest.mark.parametrize("own", [(0, 10, 10), (10_000_000, 10, 10)])
def test_who_collects_more_rarely_or_never_keeps_that(own: tuple[int, int, int]) -> None:
    gc.set_threshold(*own)
    with collecting_rarely():
        assert gc.get_threshold() == own
    assert gc.get_threshold() == own
