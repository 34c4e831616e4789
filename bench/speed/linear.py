"""How the time grows with the text: every stage and command, on varied and on hostile text.

The exponent is the slope of the logarithm of the processor time over that of the size: 1 is linear, 2 is
quadratic. What takes less than a fifth of a second at the largest size is noise and has none. The garbage
collector of Python rests meanwhile: when it comes, and how long it takes, is no part of what is measured.
The part `large` takes most of an hour and is measured when it is asked for; what is not measured this time
stays in the report as it was.
"""

from __future__ import annotations

import gc
import json
import math
import os
import platform
from argparse import Namespace
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

from threadpoolctl import threadpool_info

from bench.hostile import KINDS
from bench.reporting import LANGUAGES, RESULTS, make_parser, publish, say
from bench.speed.growth import STEPS, TITLES, Figures, Found, by_size, is_steep, report
from bench.speed.processes import ONE_THREAD, run_alone
from bench.speed.subjects import Times, commands, imports, stages
from bench.texts import varied

SIZES: Final = {
    "stages": (500_000, 1_000_000, 2_000_000),
    "commands": (50_000, 150_000, 500_000),
    "hostile": (40_000, 160_000),
    "large": (500_000, 5_000_000),
}
USUAL: Final = ("stages", "commands", "hostile")
DUMPS: Final = "dumps"
Action = Callable[[int, Collection[str]], Times]  # by the size of a text, and what is to be counted in steps
# What works on many little objects reads above the aim by time on most machines: counted from the first go.
COUNTED: Final = ("second_pass", "replace: tag", "replace: suppress", "replace: generalize")
FURTHER: Final = (4, 16)  # times the largest size: hostile text is measured there while it looks steep
TOGETHER: Final = 3  # kinds of hostile text in one process
LARGE: Final = (DUMPS, "names sharing eight first words", "places in a list")


class Subject(NamedTuple):
    """What one process measures."""

    language: str
    part: str
    texts: tuple[str, ...]


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--languages", nargs="+", default=LANGUAGES)
    parser.add_argument("--parts", nargs="+", default=USUAL, choices=TITLES)
    parser.add_argument("--sizes", nargs="+", type=int, help="in characters, instead of those of the part")
    parser.add_argument("--texts", nargs="+", help="kinds of hostile text, instead of those of the part")
    parser.add_argument("--times", type=int, default=2, help="goes at most, of which the best counts")
    parser.add_argument("--together", type=int, default=1, help="processes at a time")
    parser.add_argument("--alone", nargs=2, help="measure a language and a part in this process; print JSON")
    wish = parser.parse_args()
    if wish.alone:
        language, part = wish.alone
        unit = Subject(language, part, tuple(wish.texts))
        print(json.dumps(measure_unit(unit, wish.sizes or SIZES[unit.part], wish.times)))
        return
    path = wish.output or RESULTS / "speed" / "linear.md"
    about, figures = earlier(path.with_suffix(".json"))
    for part in wish.parts:
        load = os.getloadavg()[0]
        for unit, texts in measure_part(part, wish):  # kept one by one: it may be broken off
            figures.setdefault(unit.language, {}).setdefault(part, {}).update(texts)
            about[part] = (
                f"{machine()}. Load {load:.1f} at the beginning, {os.getloadavg()[0]:.1f} at the end."
            )
            content = {"about": about, "figures": figures}
            publish(__file__, report(about, figures), output=path, figures=content)


def machine() -> str:
    """Of what a figure is: the kernels of the linear algebra may make a difference of two."""
    where = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    kernels = sorted({str(own["architecture"]) for own in threadpool_info() if "architecture" in own})
    return f"{datetime.now(UTC):%Y-%m-%d}, {where}, matrices by kernels for {', '.join(kernels) or 'any'}"


def earlier(path: Path) -> tuple[dict[str, str], Figures]:
    """What was measured before, of which this run renews a part."""
    content = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    if "figures" not in content:  # a report of another form is replaced
        return {}, {}
    figures = {
        code: {part: by_size(texts) for part, texts in parts.items()}
        for code, parts in content["figures"].items()
    }
    return content["about"], figures


def measure_part(part: str, wish: Namespace) -> Iterator[tuple[Subject, dict[str, Found]]]:
    """What a part of the report shows, by unit; each is measured in a process of its own."""
    units = [unit for language in wish.languages for unit in units_of(part, language, wish.texts)]
    with ThreadPoolExecutor(wish.together) as pool:
        answers = pool.map(lambda unit: by_size(measured(unit, wish)), units)
        yield from zip(units, answers, strict=True)


def units_of(part: str, language: str, texts: Sequence[str] | None) -> list[Subject]:
    if part == "hostile":  # a few at a time, so that what is done is kept when the rest is broken off
        kinds = tuple(texts or KINDS)
        return [Subject(language, part, kinds[i : i + TOGETHER]) for i in range(0, len(kinds), TOGETHER)]
    if part == "large":  # each alone, so that memory is free again
        return [Subject(language, part, (text,)) for text in texts or LARGE]
    return [Subject(language, part, ("varied" if part == "stages" else "letters",))]


def measured(unit: Subject, wish: Namespace) -> Any:
    sizes = [str(size) for size in wish.sizes or SIZES[unit.part]]
    asked = ["--alone", unit.language, unit.part, "--texts", *unit.texts, "--times", str(wish.times)]
    answer = run_alone(__spec__.name, *asked, "--sizes", *sizes, **ONE_THREAD)
    say(f"{unit.language}, {unit.part}: {', '.join(unit.texts[:2])} done")
    return answer


def measure_unit(unit: Subject, sizes: Sequence[int], times: int) -> dict[str, Found]:
    counted = COUNTED if unit.part == "stages" else ()
    further = [max(sizes) * factor for factor in FURTHER] if unit.part == "hostile" else ()
    return {text: measure(action_of(unit, text), sizes, times, counted, further) for text in unit.texts}


def action_of(unit: Subject, text: str) -> Action:
    """What is measured on a text of a size; only of stages can steps be counted: a command runs once."""
    if unit.part == "commands":
        return lambda size, _: commands(unit.language, size)
    if text == DUMPS:
        return lambda size, _: imports(unit.language, size)
    make = varied if unit.part == "stages" else KINDS[text]
    return lambda size, counted: stages(unit.language, make(unit.language, size), counted)


def measure(
    action: Action, sizes: Sequence[int], times: int, counted: Sequence[str] = (), further: Sequence[int] = ()
) -> Found:
    """The seconds of each thing by size, and at further sizes where one looks steep. The best go counts."""
    found: Found = {}
    steep = measure_sizes(found, action, sizes, times, counted)
    for before, size in pairwise((max(sizes), *further)):
        if steep:
            steep = measure_sizes(found, action, (before, size), 1, steep)
    return found


def measure_sizes(
    found: Found, action: Action, sizes: Sequence[int], times: int, counted: Sequence[str]
) -> list[str]:
    """Adds the seconds of these sizes, again with steps where one looks steep, and says what still does.

    What looks steep only by the last go has one more: a better time of the smallest size makes it so.
    """
    steep = list(counted)
    for go in range(1, times + 2):
        for size in sizes:
            for what, seconds in undisturbed(action, size, steep).items():
                series = found.setdefault(what, {})
                series[size] = min(seconds, series.get(size, math.inf))
        steep = [what for what in found if is_steep(what, found)]
        are_counted = all(max(sizes) in found.get(f"{what}{STEPS}", ()) for what in steep)
        if not steep or (go >= times and are_counted):
            break
    return steep


def undisturbed(action: Action, size: int, steep: Collection[str]) -> Times:
    gc.collect()
    gc.disable()
    try:
        return action(size, steep)
    finally:
        gc.enable()


if __name__ == "__main__":
    main()
