"""Rare collections of garbage while many small values are made, none of which is in a circle."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Final

_YOUNG: Final = (
    100_000  # values made since the last collection; Python's own 700 are those of a few sentences
)
_lock = Lock()
_running = 0
_before: tuple[int, int, int] | None = None


@contextmanager
def collecting_rarely() -> Iterator[None]:
    """Python looks for circles of values less often meanwhile, in all threads; then as it did before.

    Where a program has switched collections off, or made them rarer by itself, nothing changes.
    """
    global _running, _before
    with _lock:
        _running += 1
        if _running == 1 and 0 < gc.get_threshold()[0] < _YOUNG:
            _before = gc.get_threshold()
            gc.set_threshold(_YOUNG, *_before[1:])
    try:
        yield
    finally:
        with _lock:
            _running -= 1
            if _running == 0 and _before is not None:
                gc.set_threshold(*_before)
                _before = None
