"""What a bench of speed needs: a process of its own, its processor time, its memory."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from types import FrameType
from typing import Any

from bench.reporting import ROOT

# Waiting threads of the linear algebra count as processor time though they do nothing.
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")


def command_of(module: str, *arguments: str) -> list[str]:
    return [sys.executable, "-m", module, *arguments]


def run_alone(module: str, *arguments: str, **environment: str) -> Any:
    """What a bench prints as JSON when it runs in a process of its own."""
    command = command_of(module, *arguments)
    done = subprocess.run(
        command, check=True, stdout=subprocess.PIPE, cwd=ROOT, env=os.environ | environment
    )  # what it says beside its answer is seen at once
    return json.loads(done.stdout)


def peak_memory() -> float:
    """Megabytes that this process had at most."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def seconds(action: Callable[[], object]) -> float:
    """Processor seconds of one go; other programs on the machine do not count."""
    began = time.process_time()
    action()
    return time.process_time() - began


def steps(action: Callable[[], object]) -> int:
    """How many lines, calls and returns of Python one go takes; the same on every machine."""
    count = 0

    def trace(frame: FrameType, event: str, value: Any) -> Any:
        nonlocal count
        count += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        action()
    finally:
        sys.settrace(before)
    return count


def best_seconds(action: Callable[[], object], times: int = 3) -> float:
    return min(seconds(action) for _ in range(times))
