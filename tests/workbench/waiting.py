"""Waits for what another thread does."""

from __future__ import annotations

import time
from collections.abc import Callable


def wait_for(is_so: Callable[[], bool], *, seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, "it did not come to pass"
        time.sleep(0.02)
