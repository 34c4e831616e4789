"""Buckets fill with time."""

from __future__ import annotations

from nescio.web.rates import AskingRates


def test_what_is_allowed_at_once_is_used_up_and_comes_back_with_time() -> None:
    now = [0.0]
    rates = AskingRates(burst_seconds=2, clock=lambda: now[0])
    assert [rates.wait("a", 2) for _ in range(5)] == [0, 0, 0, 0, 0.5]
    assert rates.wait("b", 2) == 0
    now[0] = 0.5
    assert rates.wait("a", 2) == 0
    assert rates.wait("a", 2) == 0.5


def test_who_waits_as_told_may_ask() -> None:
    now = [0.0]
    rates = AskingRates(burst_seconds=1, clock=lambda: now[0])
    waited = 0.0
    for _ in range(20):
        pause = rates.wait("a", 4)
        now[0] += pause
        waited += pause
    assert waited == 2  # four at once, then every second call after a quarter of a second


def test_buckets_are_forgotten_before_they_fill_the_memory() -> None:
    rates = AskingRates(clock=lambda: 0.0)
    for number in range(20_000):
        rates.wait(number, 1)
    assert len(rates._buckets) == 10_000
