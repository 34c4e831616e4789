"""How often somebody may ask: a bucket that fills with time, for each who asks."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Final

_MOST: Final = 10_000  # buckets that are kept; who has not asked for longest begins anew


class AskingRates:
    """`wait(who, rate)` is 0 if somebody may ask now, else how many seconds to wait."""

    def __init__(self, *, burst_seconds: float = 10.0, clock: Callable[[], float] = time.monotonic) -> None:
        self._burst, self._clock = burst_seconds, clock
        self._buckets: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()  # left, when

    def wait(self, who: Hashable, rate: float, *, cost: float = 1.0) -> float:
        """`rate` is per second; what a few seconds allow may be used at once."""
        now, most = self._clock(), max(1.0, rate * self._burst)
        left, then = self._buckets.pop(who, (most, now))
        left = min(most, left + (now - then) * rate)
        lacking = min(cost, most) - left
        self._buckets[who] = (left if lacking > 0 else left - cost, now)
        if len(self._buckets) > _MOST:
            self._buckets.popitem(last=False)
        return lacking / rate if lacking > 0 else 0.0
