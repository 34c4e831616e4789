"""Speed and memory of the pipeline: figures to look at, never limits in a test.

Each case runs in a process of its own, so that its peak memory is its own.
"""

from __future__ import annotations

import json
import platform
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

from bench.reporting import make_parser, publish, row, sample, say, table
from bench.speed.processes import peak_memory, run_alone

LANGUAGE = "de"
SIZES = {"10 kB": 10_000, "100 kB": 100_000, "1 MB": 1_000_000, "10 MB": 10_000_000}
HOSTILE = {
    "one line, 1 MB": lambda: sample(LANGUAGE, 1_000_000).replace("\n", " ").replace("\r", " "),
    "a x 1 MB": lambda: "a" * 1_000_000,
    "nested brackets, 1 MB": lambda: "(" * 500_000 + ")" * 500_000,
    "digits, 1 MB": lambda: "1234567890" * 100_000,
    "dots and spaces, 1 MB": lambda: ". " * 500_000,
    "capital words, 1 MB": lambda: "Anna " * 200_000,
    "@ signs, 1 MB": lambda: "a@" * 500_000,
}
STAGES = ("detect", "vote", "second_pass", "coref", "decide", "replace")


def measure(case: str) -> dict[str, float]:
    """One case in this process: seconds per stage and peak memory in MB."""
    from nescio import Document, Job, load

    text = sample(LANGUAGE, SIZES[case]) if case in SIZES else HOSTILE[case]()
    anonymizer = load(LANGUAGE)
    anonymizer.anonymize("Frau Anna Meier wohnt seit dem 3. März 2024 in Berlin.")
    before = peak_memory()
    began = time.perf_counter()
    [job] = anonymizer.run([Job(Document("bench", text, LANGUAGE))])
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
        "peak": peak_memory(),
        "before": before,
        **stages,
    }


def startup(*command: str, times: int = 5) -> float:
    """The best of some runs of a command, in seconds."""
    best = float("inf")
    for _ in range(times):
        began = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        best = min(best, time.perf_counter() - began)
    return best


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--case", help="measure one case in this process and print JSON")
    wish = parser.parse_args()
    if wish.case:
        print(json.dumps(measure(wish.case)))
        return
    head = ("text", "replaced", *STAGES, "all", "peak MB")
    lines = [
        "# Speed and memory",
        "",
        f"{datetime.now(UTC):%Y-%m-%d}, Python {platform.python_version()}, one core, German text.",
        "Characters per second, by stage and in all; peak memory of the process.",
        "",
        *table(head, map(figures, (*SIZES, *HOSTILE))),
        "",
        *startup_lines(),
    ]
    publish(__file__, lines, output=wish.output)


def figures(case: str) -> list[str]:
    data = run_alone(__spec__.name, "--case", case)
    speeds = [rate(data["characters"], data[stage]) for stage in (*STAGES, "total")]
    cells = [case, f"{data['replacements']:,}", *speeds, f"{data['peak']:.0f}"]
    say(row(cells))
    return cells


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
    return [
        f"- `import nescio`: {1000 * (imported - bare):.0f} ms beyond a bare Python (aim: under 150 ms)",
        f"- `nescio --help`: {helped:.2f} s (aim: under 0.4 s)",
    ]


if __name__ == "__main__":
    main()
