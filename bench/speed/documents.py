"""Documents of each format: processor time and memory of a whole run, for documents of a hundred pages.

Each document runs in a process of its own, with reading, the pipeline, writing and the second reader; loading
the language counts for memory and not for time. Twice the size must not take more than about twice the time.
"""

from __future__ import annotations

import json
from pathlib import Path

from bench.reporting import make_parser, publish, row, say, table
from bench.speed.making import CASES, made
from bench.speed.processes import ONE_THREAD, peak_memory, run_alone, seconds

HEAD = ("document", "size", "texts", "replaced", "seconds", "half of it", "memory")


def measure(case: str, share: float) -> dict[str, float]:
    """One document in this process: processor seconds and peak memory in MB."""
    from nescio.run.formats import Formats
    from nescio.run.opening import open_anonymizer

    path, data = Path(f"bench.{case.partition(' ')[0]}"), made(case, share)
    anonymizer = open_anonymizer("en")
    anonymizer.anonymize("Mrs Anna Baker has lived in Boston since 3 March 2024.")
    formats = Formats.of_anonymizer(anonymizer)
    found: dict[str, float] = {}

    def go() -> None:
        jobs = formats.read(path, data, name=path.name)
        done = formats.settled(path, anonymizer.run(jobs), data=data)
        written = formats.write(path, done, data=data)
        solutions = [job.solution for job in done if job.solution is not None]
        found["replaced"] = sum(len(solution.replacements) for solution in solutions)
        found["characters"] = sum(len(job.document.text) for job in jobs)
        found["written"] = len(written)

    taken = seconds(go)
    return {**found, "seconds": taken, "size": len(data), "peak": peak_memory()}


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--case", help="measure one document in this process, and print it as JSON")
    parser.add_argument("--share", type=float, default=1.0, help="of the size of the document")
    args = parser.parse_args()
    if args.case:
        print(json.dumps(measure(args.case, args.share)))
        return
    rows = [_figures(case) for case in CASES]
    lines = ["# Documents", "", *(__doc__ or "").splitlines()[2:], "", *table(HEAD, rows)]
    publish(__file__, lines, output=args.output)


def _figures(case: str) -> list[str]:
    whole, half = (
        run_alone("bench.speed.documents", "--case", case, "--share", share, **ONE_THREAD)
        for share in ("1", "0.5")
    )
    size = f"{whole['size'] / 1000:,.0f} kB"
    counts = [f"{whole[name]:,.0f}" for name in ("characters", "replaced")]
    times = [f"{found['seconds']:.1f}" for found in (whole, half)]
    cells = [case, size, *counts, *times, f"{whole['peak']:.0f} MB"]
    say(row(cells))
    return cells


if __name__ == "__main__":
    main()
