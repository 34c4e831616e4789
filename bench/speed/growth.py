"""The exponents of growing times, and the report about them, for `linear.py`."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Final

from bench.reporting import table

AIM: Final = 1.1
NOISE: Final = 0.2  # seconds
STEPS: Final = ", steps"  # behind the name of what is counted in steps of the program, beside its seconds
Series = dict[int, float]  # size -> seconds
Found = dict[str, Series]  # what is measured -> its times
Figures = dict[str, dict[str, dict[str, Found]]]  # language -> part -> text -> what was found
TITLES: Final = {
    "stages": "Stages, one varied text",
    "commands": "Commands, many letters or one dump",
    "hostile": "Hostile text, all stages and methods",
    "large": "Hostile text and dumps up to five megabytes",
}
_READING: Final = (
    "Processor seconds by size, without the garbage collector, and the exponent of their growth: bold above "
    f"{AIM}, none below {NOISE} s. What reads above it is measured again, and the best of all goes counts."
)
_WHY_STEPS: Final = (
    "Much of the time goes into waiting for the memory, and the more little objects there are, the longer "
    "each of them takes to come. Of what is quick, and of each stage that reads above the aim, the steps are "
    "counted too: lines, calls and returns of Python, the same on every machine. Their exponent stands in "
    "brackets, and counts. Steps do not see what happens inside one call of the interpreter itself, such as "
    "a sort or a search; therefore the exponent of the time stands beside them."
)
_WHY_SIZES: Final = (
    "Sizes begin where what is looked up no longer fits the caches of the processor: below, the same steps "
    "take less time each, and growth out of the caches would look like growth of the work."
)
_ABOUT: Final = {
    "hostile": (
        "Seconds of everything in the slowest language, and what grows most in any. A list of words that "
        "outgrows the memory of the dictionary is looked up on the disk from there on."
    ),
    "large": (
        "Shown as above: every stage, method and way back, on names that share first words, which were once "
        "quadratic in the second pass, in explanations and on the way back, and on the kinds of text whose "
        "exponents were highest at smaller sizes. The hostile ones of the dumps hold nothing but one mark."
    ),
}


def exponent(series: Series, *, least: float = NOISE) -> float | None:
    """The slope by least squares; None where there is too little to measure."""
    if len(series) < 2 or series[max(series)] < least:
        return None
    points = [(math.log(size), math.log(max(seconds, 1e-4))) for size, seconds in series.items()]
    x, y = (sum(values) / len(points) for values in zip(*points, strict=True))
    across = sum((a - x) ** 2 for a, _ in points)
    slope: float = sum((a - x) * (b - y) for a, b in points) / across
    return slope


def is_steep(what: str, found: Found) -> bool:
    """The time grows too fast, and so do the steps if they were counted."""
    by_steps = _by_steps(what, found)
    if by_steps is not None and by_steps <= AIM:
        return False
    return not what.endswith(STEPS) and (exponent(found[what]) or 0.0) > AIM


def _by_steps(what: str, found: Found) -> float | None:
    return exponent(found.get(f"{what}{STEPS}", {}), least=1)


def by_size(answer: Any) -> dict[str, Found]:
    """What was found by text, with sizes as numbers again: JSON has them as words."""
    return {
        text: {what: {int(size): time for size, time in series.items()} for what, series in found.items()}
        for text, found in answer.items()
    }


def report(about: dict[str, str], figures: Figures) -> list[str]:
    """The lines of the page; `about` says of each part when and where it was measured."""
    lines = ["# How the time grows with the text\n", _READING, _WHY_SIZES, _WHY_STEPS]
    for part, title in TITLES.items():
        if part in about:
            lines += [f"\n## {title}\n", *filter(None, [about[part], _ABOUT.get(part)]), ""]
            lines += _every_row(figures, part) if part in ("stages", "commands") else _by_text(figures, part)
    return [*lines, "\n## The steepest of each part\n", *_steepest(about, figures)]


def _every_row(figures: Figures, part: str) -> list[str]:
    rows = [
        [code, what, *(f"{time:.2f}" for time in series.values()), _both(what, found)]
        for code, parts in figures.items()
        for found in parts.get(part, {}).values()
        for what, series in found.items()
        if not what.endswith(STEPS)
    ]
    return table(("language", "what", *(f"{size:,}" for size in _sizes(figures, part)), "exponent"), rows)


def _by_text(figures: Figures, part: str) -> list[str]:
    texts = dict.fromkeys(text for parts in figures.values() for text in parts.get(part, {}))
    sizes = _sizes(figures, part)
    head = ("text", *(f"{size:,}" for size in sizes), "exponent", "of")
    return table(head, [_text_row(figures, part, text, sizes) for text in texts])


def _text_row(figures: Figures, part: str, text: str, sizes: list[int]) -> list[str]:
    founds = [parts[part][text] for parts in figures.values() if text in parts.get(part, {})]
    totals = [
        max(
            sum(series.get(size, 0.0) for what, series in found.items() if not what.endswith(STEPS))
            for found in founds
        )
        for size in sizes
    ]
    slopes = [item for item in _slopes(figures, part) if item[2] == text]
    slope, what, _, code = max(slopes, default=(None, "–", "", ""))
    return [text, *(f"{total:.2f}" for total in totals), _shown(slope), f"{what}, {code}" if code else what]


def _sizes(figures: Figures, part: str) -> list[int]:
    """All sizes of a part, which every series of it has."""
    found = (found for parts in figures.values() for found in parts.get(part, {}).values())
    return sorted({size for item in found for series in item.values() for size in series})


def _slopes(figures: Figures, part: str) -> Iterator[tuple[float, str, str, str]]:
    """The exponents of a part; of what grows by more than its steps, those of the steps."""
    for code, parts in figures.items():
        for text, found in parts.get(part, {}).items():
            for what, series in found.items():
                slope = None if what.endswith(STEPS) else exponent(series)
                by_steps = _by_steps(what, found)
                if slope is not None:
                    yield min(slope, by_steps or slope), what, text, code


def _steepest(about: dict[str, str], figures: Figures) -> list[str]:
    rows = []
    for part in (part for part in TITLES if part in about):
        slopes = list(_slopes(figures, part))
        above = sum(slope > AIM for slope, *_ in slopes)
        slope, what, text, code = max(slopes, default=(None, "–", "–", "–"))
        rows.append([part, str(len(slopes)), str(above), _shown(slope), what, text, code])
    return table(("part", "exponents", f"above {AIM}", "steepest", "what", "text", "language"), rows)


def _both(what: str, found: Found) -> str:
    slope, by_steps = exponent(found[what]), _by_steps(what, found)
    if slope is None or by_steps is None:
        return _shown(slope)
    return f"{slope:.2f} ({_shown(by_steps)})"


def _shown(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:.2f}" if value <= AIM else f"**{value:.2f}**"
