"""A workbench that runs beside the test."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from nescio.workbench.access import Doorkeeper
from nescio.workbench.desk import ReviewDesk
from nescio.workbench.serving import Workbench


@contextmanager
def running(desk: ReviewDesk, door: Doorkeeper | None = None, *, port: int = 0) -> Iterator[Workbench]:
    """A workbench on a port of its own; the socket is open before this begins, so no one has to wait."""
    with serving(Workbench(desk, port=port, door=door)) as bench:
        yield bench


@contextmanager
def serving(bench: Workbench) -> Iterator[Workbench]:
    thread = threading.Thread(target=bench.serve, daemon=True)
    thread.start()
    try:
        yield bench
    finally:
        bench.end()
        thread.join(timeout=10)
