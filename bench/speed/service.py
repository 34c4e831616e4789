"""The service under load on this machine: two processes, texts of 2 kB, for minutes.

How long a request takes beside the library's own time, whether one fails, whether memory grows, and what is
said when too many come at once. A failed request, growth, or a p99 above ten times the library's time
ends with exit code 1.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple

import httpx

import nescio
from bench.reporting import make_parser, publish, sample, say, table
from nescio.web.binding import Binding, listen

SIZE: Final = 2000  # characters of a text
AT_ONCE: Final = 2  # callers: as many as there are processes
CROWD: Final = 40  # callers when there are too many
MOST_TIMES: Final = 10  # the library's own time
MOST_GROWTH: Final = 0.15  # of the memory after the first fifth
WORKERS: Final = 2


class TimedAnswer(NamedTuple):
    """How one request ended."""

    status: int  # 0: not at all
    seconds: float
    says_when: bool  # a Retry-After


class Load(NamedTuple):
    """What was seen."""

    minutes: float
    requests: int
    statuses: dict[int, int]
    seconds: list[float]
    memory: list[int]  # kB of all processes, sampled


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--minutes", type=float, default=5.0)
    asked = parser.parse_args()
    text = sample("en", SIZE)
    times = _library(text)
    with tempfile.TemporaryDirectory() as folder:
        server, url = _start(Path(folder))
        try:
            load = _load(url, text, asked.minutes * 60, server.pid)
            crowd = _crowd(url, text)
            after = _ask(url, text)().status
        finally:
            server.terminate()
            server.wait(60)
    own = statistics.median([*times, *_library(text)])  # other work on this machine comes and goes
    faults = _faults(load, crowd, after, own)
    publish(__file__, _report(load, crowd, own, faults), output=asked.output)
    for fault in faults:
        say(fault)
    sys.exit(1 if faults else 0)


def _library(text: str) -> list[float]:
    """How long the library takes for the same text."""
    anonymizer = nescio.load("en")
    anonymizer.anonymize(text)
    times = []
    for _ in range(20):
        begin = time.perf_counter()
        anonymizer.anonymize(text)
        times.append(time.perf_counter() - begin)
    return times


def _start(state: Path) -> tuple[subprocess.Popen[bytes], str]:
    with listen(Binding("127.0.0.1", 0)) as found:
        port = found.getsockname()[1]
    options = [
        "--port", port, "--state", state, "--workers", WORKERS, "-l", "en", "--rate", 100_000,
        "--waiting", 16,
    ]  # fmt: skip
    command = [sys.executable, "-m", "nescio", "serve", *map(str, options)]
    server = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}"
    for _ in range(1200):
        try:
            if httpx.get(f"{url}/health/ready", trust_env=False).status_code == 200:
                return server, url
        except httpx.TransportError:
            pass
        time.sleep(0.1)
    sys.exit("The service did not become ready.")


def _ask(url: str, text: str) -> Callable[[], TimedAnswer]:
    client = httpx.Client(base_url=url, trust_env=False, timeout=60)

    def ask() -> TimedAnswer:
        begin = time.perf_counter()
        try:
            found = client.post("/v1/anonymize", json={"text": text, "language": "en"})
        except httpx.TransportError:
            return TimedAnswer(0, time.perf_counter() - begin, says_when=False)
        return TimedAnswer(found.status_code, time.perf_counter() - begin, "retry-after" in found.headers)

    return ask


def _load(url: str, text: str, seconds: float, pid: int) -> Load:
    end, memory = time.monotonic() + seconds, [_memory(pid)]

    def caller(_: int) -> list[TimedAnswer]:
        ask, found = _ask(url, text), []
        while time.monotonic() < end:
            found.append(ask())
        return found

    with ThreadPoolExecutor(AT_ONCE) as threads:
        running = [threads.submit(caller, number) for number in range(AT_ONCE)]
        while time.monotonic() < end:
            time.sleep(max(seconds / 50, 0.2))
            memory.append(_memory(pid))
        answers = [item for thread in running for item in thread.result()]
    statuses = Counter(answer.status for answer in answers)
    return Load(seconds / 60, len(answers), dict(statuses), [answer.seconds for answer in answers], memory)


def _crowd(url: str, text: str) -> list[TimedAnswer]:
    with ThreadPoolExecutor(CROWD) as threads:
        return list(threads.map(lambda _: _ask(url, text)(), range(CROWD * 3)))


def _statuses(answers: Sequence[TimedAnswer]) -> dict[int, int]:
    return dict(Counter(answer.status for answer in answers))


def _memory(pid: int) -> int:
    """Of the server and its processes, in kB."""
    pids = [pid]
    for tasks in Path(f"/proc/{pid}/task").glob("*/children"):
        pids += [int(child) for child in tasks.read_text().split()]
    return sum(_resident(item) for item in pids)


def _resident(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


def _faults(load: Load, crowd: Sequence[TimedAnswer], after: int, own: float) -> list[str]:
    found = []
    if set(load.statuses) != {200}:
        found.append(f"Requests failed: {load.statuses}.")
    if _percentile(load.seconds, 99) > MOST_TIMES * own:
        found.append("The slowest hundredth took more than ten times the library's time.")
    if _growth(load.memory) > MOST_GROWTH:
        found.append(f"Memory grew by {_growth(load.memory):.0%}.")
    seen = _statuses(crowd)
    if not set(seen) <= {200, 503, 429} or len(seen) == 1 or after != 200:
        found.append(f"A crowd was answered with {seen}, and then one with {after}.")
    if not all(answer.says_when for answer in crowd if answer.status != 200):
        found.append("Who was sent away was not told when to come again.")
    return found


def _growth(memory: Sequence[int]) -> float:
    warm = memory[len(memory) // 5 :]
    return max(warm[-3:]) / warm[0] - 1 if warm and warm[0] else 0.0


def _percentile(values: Sequence[float], share: int) -> float:
    return sorted(values)[min(len(values) - 1, len(values) * share // 100)]


def _share_told(crowd: Sequence[TimedAnswer]) -> str:
    away = [answer for answer in crowd if answer.status != 200]
    return f"{sum(answer.says_when for answer in away)} of {len(away)}"


def _report(load: Load, crowd: Sequence[TimedAnswer], own: float, faults: Sequence[str]) -> list[str]:
    rows = [
        ("requests", f"{load.requests:,}"),
        ("answers by status", str(load.statuses)),
        ("the library's own time, median", f"{own * 1000:.1f} ms"),
        *(
            (f"p{share} of a request", f"{_percentile(load.seconds, share) * 1000:.1f} ms")
            for share in (50, 95, 99)
        ),
        (
            "memory of all processes, warm and at the end",
            f"{load.memory[len(load.memory) // 5]:,} and {load.memory[-1]:,} kB",
        ),
        ("p99, in times of the library", f"{_percentile(load.seconds, 99) / own:.1f}"),
        (f"a crowd of {CROWD} at once, by status", str(_statuses(crowd))),
        ("of those sent away, told when to come again", _share_told(crowd)),
    ]
    head = (
        f"{WORKERS} processes, {AT_ONCE} callers for {load.minutes:g} minutes, English texts of {SIZE:,} "
        "characters, on one machine with two cores and other work on it."
    )
    return ["# The service under load", "", head, "", *table(("", ""), rows), "", *(faults or ["No fault."])]


if __name__ == "__main__":
    main()
