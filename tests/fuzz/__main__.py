"""`make fuzz`: attacks one subject after the other until the time is over, and keeps what it finds."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from random import Random

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from tests.fuzz.harness import attack
from tests.fuzz.subjects import SUBJECTS


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--subject", choices=SUBJECTS, action="append", help="only this one; repeatable")
    parser.add_argument("--shrink", action="store_true", help="look for the smallest input that does it")
    parser.add_argument("--seed", type=int, default=None, help="run the same attacks as an earlier call")
    wish = parser.parse_args()
    start = wish.seed if wish.seed is not None else time.time_ns() % 1_000_000
    end = time.monotonic() + 60 * wish.minutes
    counts: Counter[str] = Counter()
    found: dict[str, str] = {}
    while time.monotonic() < end:
        for name in wish.subject or SUBJECTS:
            if name not in found and time.monotonic() < end:
                start += 1
                found |= _hunt(name, start, counts, shrink=wish.shrink)
    for name, said in found.items():
        print(f"FOUND in {name}:\n{said}\n")
    print(f"{sum(counts.values())} commands: " + ", ".join(f"{n} {name}" for name, n in counts.most_common()))
    return 1 if found else 0


def _hunt(name: str, start: int, counts: Counter[str], *, shrink: bool) -> dict[str, str]:
    """Some rounds of a subject, smaller and smaller once something was found."""
    phases = (Phase.generate, Phase.shrink) if shrink else (Phase.generate,)

    @seed(start)
    @settings(max_examples=30, deadline=None, database=None, phases=phases,
              suppress_health_check=list(HealthCheck))  # fmt: skip
    @given(st.randoms(use_true_random=False))
    def rounds(random: Random) -> None:
        counts[name] += attack(name, random)

    try:
        rounds()
    except AssertionError as error:
        return {name: f"seed {start}: {str(error)[:3000]}"}
    except BaseExceptionGroup as group:
        return {name: f"seed {start}: " + "\n".join(str(error)[:1500] for error in group.exceptions)}
    return {}


if __name__ == "__main__":
    sys.exit(main())
