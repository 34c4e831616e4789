"""The exponents of growing times, and the report about them, for `linear.py`."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Final

from bench.reporting import table

AIM: Final = 1.1
NOISE: Final = 0.2  # seconds
REACH: Final = 10  # times the size: of sizes further apart the greater ones count
FALSE: Final = 1.5  # exponent of the time that no memory explains: what is quadratic inside a call reads 2
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
    "The exponent of growth is 1 where twice the text takes twice the work, and 2 where it takes four times "
    f"the work. The aim is at most {AIM}, for every stage, command and kind of text. What misses "
    "it is **bold**."
)
_HOW: Final = (
    "- **Seconds** are of the processor, by size, without the garbage collector; the best of all goes "
    f"counts. What takes less than {NOISE} s at the largest size has no exponent (–): it would be noise."
)
_WHY_STEPS: Final = (
    "- **Steps** are lines, calls and returns of Python, the same on every machine and under every load. "
    "Much of the time goes into waiting for the memory, and the more little objects there are, the longer "
    "each of them takes to come; other programs on the machine make it longer still. Therefore the steps are "
    "counted too, of all that is quick and of each stage whose time reads above the aim."
)
_WHICH: Final = (
    "- **What counts** is the exponent of the time; where the steps grow more slowly, theirs. Steps do not "
    "see what happens inside one call of the interpreter, such as a sort or a search: therefore a time that "
    f"grows by more than {FALSE} counts whatever the steps say."
)
_WHY_SIZES: Final = (
    "- **Sizes** begin where what is looked up no longer fits the caches of the processor: below, the same "
    "steps take less time each, and growth out of the caches would look like growth of the work."
)
_WHY_MORE: Final = (
    "- **Further sizes**: where what is within bounds has reached them, it grows no more; what begins to be "
    "found only in a long text grows out of nothing. While hostile text reads above the aim, it is therefore "
    "measured at four times the size again, twice at most; of sizes more than "
    f"{REACH} times apart the greater count."
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
    points = [
        (math.log(size), math.log(max(seconds, 1e-4)))
        for size, seconds in series.items()
        if size * REACH >= max(series)
    ]
    x, y = (sum(values) / len(points) for values in zip(*points, strict=True))
    across = sum((a - x) ** 2 for a, _ in points)
    slope: float = sum((a - x) * (b - y) for a, b in points) / across
    return slope


def is_steep(what: str, found: Found) -> bool:
    """The time grows too fast, and so do the steps if they were counted."""
    return not what.endswith(STEPS) and (counting(what, found) or 0.0) > AIM


def counting(what: str, found: Found) -> float | None:
    """The exponent that counts: that of the time, unless the steps show that the machine made it."""
    by_time, by_steps = exponent(found[what]), _by_steps(what, found)
    if by_time is None or by_steps is None or by_time > FALSE:
        return by_time
    return min(by_time, by_steps)


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
    lines = ["# How the time grows with the text\n", _READING, "", *_steepest(about, figures), ""]
    lines += [_HOW, _WHY_STEPS, _WHICH, _WHY_SIZES, _WHY_MORE]
    for part, title in TITLES.items():
        if part in about:
            lines += [f"\n## {title}\n", *filter(None, [about[part], _ABOUT.get(part)]), ""]
            lines += _every_row(figures, part) if part in ("stages", "commands") else _by_text(figures, part)
    return lines


def _every_row(figures: Figures, part: str) -> list[str]:
    rows = [
        [code, what, *(f"{time:.2f}" for time in series.values()), *_exponents(what, found)]
        for code, parts in figures.items()
        for found in parts.get(part, {}).values()
        for what, series in found.items()
        if not what.endswith(STEPS)
    ]
    head = ("language", "what", *(f"{size:,}" for size in _sizes(figures, part)))
    return table((*head, "by time", "by steps", "what counts"), rows)


def _by_text(figures: Figures, part: str) -> list[str]:
    texts = dict.fromkeys(text for parts in figures.values() for text in parts.get(part, {}))
    sizes = _sizes(figures, part)
    head = ("text", *(f"{size:,}" for size in sizes), "what counts", "of")
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
    cells = (f"{total:.2f}" if total else "–" for total in totals)
    return [text, *cells, _shown(slope), f"{what}, {code}" if code else what]


def _sizes(figures: Figures, part: str) -> list[int]:
    """All sizes of a part, which every series of it has but the last of hostile text."""
    found = (found for parts in figures.values() for found in parts.get(part, {}).values())
    return sorted({size for item in found for series in item.values() for size in series})


def _slopes(figures: Figures, part: str) -> Iterator[tuple[float, str, str, str]]:
    """The exponents of a part that count."""
    for code, parts in figures.items():
        for text, found in parts.get(part, {}).items():
            for what in found:
                slope = None if what.endswith(STEPS) else counting(what, found)
                if slope is not None:
                    yield slope, what, text, code


def _steepest(about: dict[str, str], figures: Figures) -> list[str]:
    """One row for each part: whether all of it is within the aim, or that nobody looked."""
    rows = []
    for part in (part for part in TITLES if part in about):
        slopes = list(_slopes(figures, part))
        above = sum(slope > AIM for slope, *_ in slopes)
        slope, what, text, code = max(slopes, default=(None, "–", "–", "–"))
        verdict = f"**{above} of {len(slopes)} above {AIM}**" if above else f"all {len(slopes)} at most {AIM}"
        rows.append([TITLES[part], verdict, _shown(slope), what, text, code])
    rows += ([title, "not measured", *"––––"] for part, title in TITLES.items() if part not in about)
    return table(("part", "exponents", "steepest", "what", "text", "language"), rows)


def _exponents(what: str, found: Found) -> list[str]:
    """By time, by steps, and the one that counts."""
    by_time = exponent(found[what])
    beside = (by_time, None if by_time is None else _by_steps(what, found))
    return [*("–" if value is None else f"{value:.2f}" for value in beside), _shown(counting(what, found))]


def _shown(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:.2f}" if value <= AIM else f"**{value:.2f}**"
