"""How the time grows with the text: every stage and command, on varied and on hostile text.

The exponent is the slope of the logarithm of the processor time over that of the size: 1 is linear, 2 is
quadratic. What takes less than a fifth of a second at the largest size is noise and has none. The garbage
collector of Python rests meanwhile: when it comes, and how long it takes, is no part of what is measured.
"""

from __future__ import annotations

import gc
import json
import math
import os
import platform
from argparse import Namespace
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any

from bench.hostile import KINDS
from bench.reporting import LANGUAGES, make_parser, publish, say, table
from bench.speed.processes import ONE_THREAD, run_alone
from bench.speed.subjects import Times, commands, stages
from bench.texts import varied

AIM = 1.1
NOISE = 0.2  # seconds
VARIED = (100_000, 300_000, 1_000_000)
HOSTILE = (30_000, 120_000)
SHARE = 4  # commands go over many letters several times: a part of the size is enough
SMALL = 400_000  # characters up to which a measurement is repeated
Series = dict[int, float]  # size -> seconds
READING = (
    "Processor seconds by size, without the garbage collector, and the exponent of their growth: "
    f"bold above {AIM}, none below {NOISE} s."
)


def measure(action: Callable[[int], Times], sizes: Sequence[int], times: int) -> dict[str, Series]:
    """For each thing measured its seconds by size: the best of several goes, of one where a go is long."""
    found: dict[str, Series] = {}
    for size in sizes:
        for _ in range(times if size <= SMALL else 1):
            for name, seconds in undisturbed(action, size).items():
                series = found.setdefault(name, {})
                series[size] = min(seconds, series.get(size, math.inf))
    return found


def undisturbed(action: Callable[[int], Times], size: int) -> Times:
    gc.collect()
    gc.disable()
    try:
        return action(size)
    finally:
        gc.enable()


def exponent(series: Series) -> float | None:
    """The slope by least squares; None where there is too little to measure."""
    if len(series) < 2 or series[max(series)] < NOISE:
        return None
    points = [(math.log(size), math.log(max(seconds, 1e-4))) for size, seconds in series.items()]
    x, y = (sum(values) / len(points) for values in zip(*points, strict=True))
    across = sum((a - x) ** 2 for a, _ in points)
    return sum((a - x) * (b - y) for a, b in points) / across


def rows_of(found: dict[str, Series], *about: str) -> list[list[str]]:
    """The cells of a table: what was measured, its seconds at each size, its exponent."""
    return [
        [*about, name, *(f"{seconds:.2f}" for seconds in series.values()), shown(exponent(series))]
        for name, series in found.items()
    ]


def shown(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:.2f}" if value <= AIM else f"**{value:.2f}**"


def worst(by_language: dict[str, dict[str, Series]]) -> tuple[str, str, float] | None:
    """The language and the stage whose time grows most."""
    all_ = [
        (language, name, slope)
        for language, found in by_language.items()
        for name, series in found.items()
        if (slope := exponent(series)) is not None
    ]
    return max(all_, key=lambda item: item[2], default=None)


def hostile_row(kind: str, by_language: dict[str, dict[str, Series]]) -> list[str]:
    largest = max(size for found in by_language.values() for series in found.values() for size in series)
    totals = [sum(series[largest] for series in found.values()) for found in by_language.values()]
    last = worst(by_language)
    place = f"{last[1]}, {last[0]}" if last else "–"
    return [kind, f"{max(totals):.2f}", shown(last[2] if last else None), place]


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--languages", nargs="+", default=LANGUAGES)
    parser.add_argument("--sizes", nargs="+", type=int, default=VARIED, help="of varied text, in characters")
    parser.add_argument("--hostile", nargs="*", type=int, default=HOSTILE, help="sizes of hostile text")
    parser.add_argument("--kinds", nargs="+", default=list(KINDS), help="of hostile text")
    parser.add_argument("--times", type=int, default=1, help="goes, of which the best counts")
    parser.add_argument("--together", type=int, default=1, help="languages that are measured at a time")
    parser.add_argument("--alone", help="measure one language in this process and print JSON")
    wish = parser.parse_args()
    if wish.alone:
        print(json.dumps(measure_language(wish.alone, wish)))
        return
    load = os.getloadavg()[0]
    with ThreadPoolExecutor(wish.together) as pool:
        answers = list(
            pool.map(lambda code: run_alone(__spec__.name, *arguments(wish, code)), wish.languages)
        )
    figures = dict(zip(wish.languages, map(by_size, answers), strict=True))
    lines = report(wish, figures)
    lines[2] += f" Load {load:.1f} at the beginning, {os.getloadavg()[0]:.1f} at the end."
    publish(__file__, lines, output=wish.output, figures=figures)


def measured(language: str, wish: Namespace) -> Any:
    """The figures of a language from a process of its own."""
    answer = run_alone(__spec__.name, *arguments(wish, language), **ONE_THREAD)
    say(f"{language}: done")
    return answer


def arguments(wish: Namespace, language: str) -> list[str]:
    """The same wish for one language."""
    given = {"--sizes": wish.sizes, "--hostile": wish.hostile, "--kinds": wish.kinds, "--times": [wish.times]}
    return ["--alone", language, *(str(word) for name, values in given.items() for word in (name, *values))]


def measure_language(language: str, wish: Namespace) -> dict[str, dict[str, dict[str, Series]]]:
    """All figures of one language: part, then text, then what is measured, then by size."""

    def on(make: Callable[[str, int], str]) -> dict[str, Series]:
        sizes = wish.sizes if make is varied else wish.hostile
        return measure(lambda size: stages(language, make(language, size)), sizes, wish.times)

    smaller = [size // SHARE for size in wish.sizes]
    found = {
        "stages": {"varied": on(varied)},
        "commands": {"letters": measure(lambda size: commands(language, size), smaller, wish.times)},
        "hostile": {},
    }
    for kind in wish.kinds if wish.hostile else ():
        found["hostile"][kind] = on(KINDS[kind])
    return found


def by_size(answer: Any) -> dict[str, dict[str, dict[str, Series]]]:
    """The figures of a language with sizes as numbers again."""
    return {
        part: {
            text: {
                name: {int(size): seconds for size, seconds in series.items()}
                for name, series in found.items()
            }
            for text, found in texts.items()
        }
        for part, texts in answer.items()
    }


def report(wish: Namespace, figures: dict[str, dict[str, dict[str, dict[str, Series]]]]) -> list[str]:
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    kinds = wish.kinds if wish.hostile else ()
    hostile = {kind: {code: figures[code]["hostile"][kind] for code in figures} for kind in kinds}
    last = f"{max(wish.hostile):,}" if wish.hostile else "–"
    return [
        "# How the time grows with the text\n",
        READING,
        f"{datetime.now(UTC):%Y-%m-%d}, {machine}.",
        "\n## Stages, one varied text\n",
        *part_table(figures, "stages", wish.sizes),
        "\n## Commands, many letters or one dump\n",
        *part_table(figures, "commands", [size // SHARE for size in wish.sizes]),
        "\n## Hostile text, all stages and methods\n",
        f"Seconds of everything at {last} characters in the slowest language, and what grows most in any.\n",
        *table(
            ("text", "seconds", "exponent", "of"),
            [hostile_row(kind, found) for kind, found in hostile.items()],
        ),
    ]


def part_table(
    figures: dict[str, dict[str, dict[str, dict[str, Series]]]], part: str, sizes: Sequence[int]
) -> list[str]:
    head = ("language", "what", *(f"{size:,}" for size in sizes), "exponent")
    rows = [row for code in figures for found in figures[code][part].values() for row in rows_of(found, code)]
    return table(head, rows)


if __name__ == "__main__":
    main()
