"""Speed and memory of the pipeline: figures to look at, never limits in a test.

Each case runs in a process of its own, so that its peak memory is its own. Prints a table
and keeps it in bench/results/speed.md.
"""

from __future__ import annotations

import argparse
import json
import platform
import resource
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

HERE = Path(__file__).parent
EXAMPLES = HERE.parent / "examples"
RESULTS = HERE / "results" / "speed.md"
SIZES = {"10 kB": 10_000, "100 kB": 100_000, "1 MB": 1_000_000, "10 MB": 10_000_000}
HOSTILE = {
    "one line, 1 MB": lambda: sample(1_000_000).replace("\n", " ").replace("\r", " "),
    "a x 1 MB": lambda: "a" * 1_000_000,
    "nested brackets, 1 MB": lambda: "(" * 500_000 + ")" * 500_000,
    "digits, 1 MB": lambda: "1234567890" * 100_000,
    "dots and spaces, 1 MB": lambda: ". " * 500_000,
    "capital words, 1 MB": lambda: "Anna " * 200_000,
    "@ signs, 1 MB": lambda: "a@" * 500_000,
}
STAGES = ("detect", "vote", "second_pass", "coref", "decide", "replace")


def sample(size: int) -> str:
    text = "\n\n".join(path.read_bytes().decode() for path in sorted((EXAMPLES / "de").glob("*.txt")))
    return (text * (size // len(text) + 1))[:size]


def measure(case: str) -> dict[str, float]:
    """One case in this process: seconds per stage and peak memory in MB."""
    from nescio import Document, Job, load

    text = sample(SIZES[case]) if case in SIZES else HOSTILE[case]()
    anonymizer = load("de")
    anonymizer.anonymize("Frau Anna Meier wohnt seit dem 3. März 2024 in Berlin.")
    before = _peak()
    began = time.perf_counter()
    [job] = anonymizer.run([Job(Document("bench", text, "de"))])
    total = time.perf_counter() - began
    if job.solution is None:
        raise SystemExit(f"{case}: {job.failure}")
    stages = dict.fromkeys(STAGES, 0.0)
    for note in job.notes:
        stages[note.stage] = stages.get(note.stage, 0.0) + note.seconds
    return {
        "characters": len(text),
        "replacements": len(job.solution.replacements),
        "total": total,
        "peak": _peak(),
        "before": before,
        **stages,
    }


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def startup(*command: str, times: int = 5) -> float:
    """The best of some runs of a command, in seconds."""
    best = float("inf")
    for _ in range(times):
        began = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        best = min(best, time.perf_counter() - began)
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--case", help="measure one case in this process and print JSON")
    case = parser.parse_args().case
    if case:
        print(json.dumps(measure(case)))
        return
    lines = [
        "# Speed and memory",
        "",
        f"{datetime.now(UTC):%Y-%m-%d}, Python {platform.python_version()}, one core, German text.",
        "Characters per second, by stage and in all; peak memory of the process.",
        "",
        "| text | replaced | " + " | ".join(STAGES) + " | all | peak MB |",
        "|---" * (len(STAGES) + 4) + "|",
    ]
    for line in lines[-2:]:
        print(line)
    for case in (*SIZES, *HOSTILE):
        lines.append(row(case))
        print(lines[-1], flush=True)
    lines += ["", *startup_lines()]
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text("\n".join(lines) + "\n", encoding="utf-8")


def row(case: str) -> str:
    command = [sys.executable, __file__, "--case", case]
    answer = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    data = json.loads(answer)
    speeds = [rate(data["characters"], data[stage]) for stage in (*STAGES, "total")]
    return f"| {case} | {data['replacements']:,} | {' | '.join(speeds)} | {data['peak']:.0f} |"


def rate(characters: float, seconds: float) -> str:
    if seconds <= 0:
        return "–"
    value = characters / seconds
    return f"{value / 1e6:.1f} M" if value >= 1e6 else f"{value / 1e3:.0f} k"


def startup_lines() -> list[str]:
    python = sys.executable
    bare = startup(python, "-c", "pass")
    imported = startup(python, "-c", "import nescio")
    helped = startup(str(Path(python).parent / "nescio"), "--help")
    lines = [
        f"- `import nescio`: {1000 * (imported - bare):.0f} ms beyond a bare Python (aim: under 150 ms)",
        f"- `nescio --help`: {helped:.2f} s (aim: under 0.4 s)",
    ]
    for line in lines:
        print(line)
    return lines


if __name__ == "__main__":
    main()
