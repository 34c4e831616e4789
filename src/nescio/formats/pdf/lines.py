"""Glyphs in the order of the stream become lines: by where they stand, not by how the stream is cut."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final, NamedTuple

from nescio.formats.pdf.content import Glyph

SPACE: Final = 0.16  # of the height of a letter: a gap that separates words
_SAME_LINE: Final = 0.45  # how far a letter may stand above or below the line
COLUMN: Final = 1.8  # a gap after which another column or cell begins
_BACK: Final = 0.6  # how far a letter may step back within its line
_FAR: Final = 1.9  # heights between lines: more begins another paragraph
_TWIN: Final = 0.12  # how far apart two prints of one letter are at most


@dataclass(slots=True)
class GlyphLine:
    """Glyphs on one baseline, in the order of the stream; `far` if a paragraph begins with it.

    `gaps` says how far each stands from the one before, in heights of a letter.
    """

    numbers: list[int] = field(default_factory=list)
    gaps: list[float] = field(default_factory=list)
    far: bool = False

    def add(self, number: int, gap: float) -> None:
        self.numbers.append(number)
        self.gaps.append(gap)


class GlyphStep(NamedTuple):
    """How a glyph stands to the one before: along the line and across it, in heights of a letter."""

    along: float
    across: float
    turned: bool


def step_between(before: Glyph, after: Glyph) -> GlyphStep:
    ux, uy = before.show.along
    vx, vy = after.show.along
    dx, dy = after.x - before.x, after.y - before.y
    em = max(before.show.em, after.show.em)
    along = dx * ux + dy * uy - before.width - max(before.show.letter, 0.0)
    return GlyphStep(along / em, (dy * ux - dx * uy) / em, ux * vx + uy * vy < 0.99)


def find_twins(glyphs: Sequence[Glyph], first: int, last: int) -> dict[int, int]:
    """Glyphs printed over others that say the same, for bold or shadow: the later one, and the earlier."""
    seen: dict[tuple[str, int, int], list[list[int]]] = defaultdict(list)
    twins: dict[int, int] = {}
    for _, group in groupby(range(first, last), key=lambda number: id(glyphs[number].show)):
        members = list(group)
        text = "".join([glyphs[number].text for number in members])
        if not text.strip():
            continue
        before = _printed(glyphs, members, seen, text)
        if before is not None:
            twins.update(zip(members, before, strict=True))
            continue
        for cell in _cells(glyphs[members[0]]):
            seen[text, *cell].append(members)
    return twins


def _cells(glyph: Glyph) -> set[tuple[int, int]]:
    """The squares that another print of the same letter could stand in."""
    size = glyph.show.em
    reach = size * _TWIN
    columns = {math.floor((glyph.x + by) / size) for by in (-reach, reach)}
    rows = {math.floor((glyph.y + by) / size) for by in (-reach, reach)}
    return {(column, row) for column in columns for row in rows}


def _printed(
    glyphs: Sequence[Glyph], members: list[int], seen: dict[tuple[str, int, int], list[list[int]]], text: str
) -> list[int] | None:
    """The glyphs of an earlier operator that show the same at the same place."""
    head = glyphs[members[0]]
    size = head.show.em
    for other in seen.get((text, math.floor(head.x / size), math.floor(head.y / size)), ()):
        same = len(other) == len(members) and abs(glyphs[other[0]].show.em - size) <= 0.02 * size
        if same and all(_is_near(glyphs[a], glyphs[b]) for a, b in zip(members, other, strict=True)):
            return other
    return None


def _is_near(one: Glyph, other: Glyph) -> bool:
    reach = one.show.em * _TWIN
    return abs(one.x - other.x) <= reach and abs(one.y - other.y) <= reach


def find_lines(glyphs: Sequence[Glyph], members: Sequence[int]) -> list[GlyphLine]:
    """The lines of one page or part; a letter-spaced word is one word."""
    lines: list[GlyphLine] = []
    before: Glyph | None = None
    for number in members:
        glyph = glyphs[number]
        if before is not None and glyph.show is before.show and glyph.gap > -_BACK * glyph.show.em:
            line = lines[-1]  # by far the most: the next letter of one string
            line.numbers.append(number)
            line.gaps.append(glyph.gap / glyph.show.em)
            before = glyph
            continue
        step = step_between(before, glyph) if before is not None else None
        if step is None or _leaves(step, before, glyph):
            lines.append(GlyphLine(far=step is None or abs(step.across) > _FAR or step.turned))
        lines[-1].add(number, step.along if step is not None and lines[-1].numbers else 0.0)
        before = glyph
    lines = _stitched(glyphs, lines)
    for line in lines:
        _close_up(glyphs, line)
    return lines


def _leaves(step: GlyphStep, before: Glyph | None, after: Glyph) -> bool:
    if step.turned or abs(step.across) > _SAME_LINE:
        return True
    back = _BACK + (before.width / before.show.em if before and not after.text.strip() else 0.0)
    return step.along < -back and not _runs_back(step, before, after)


def _runs_back(step: GlyphStep, before: Glyph | None, after: Glyph) -> bool:
    """Letters of a right-to-left script that the stream places one before the other."""
    if before is None:
        return False
    own = (before.width + after.width) / max(before.show.em, after.show.em)
    return is_rtl(after.text) and -own - COLUMN < step.along


def is_rtl(text: str) -> bool:
    return any("\u0590" <= char <= "\u08ff" or "\ufb1d" <= char <= "\ufdff" for char in text)


def _stitched(glyphs: Sequence[Glyph], lines: list[GlyphLine]) -> list[GlyphLine]:
    """Lines whose end another one continues, drawn later, are one: producers draw in any order."""
    ends: dict[tuple[int, int], GlyphLine] = {}
    found: list[GlyphLine] = []
    for line in lines:
        first, last = glyphs[line.numbers[0]], glyphs[line.numbers[-1]]
        base = ends.pop(_cell(first.x, first.y, first), None)
        if base is not None and _continues(glyphs, base, first):
            step = step_between(glyphs[base.numbers[-1]], first)
            base.numbers.extend(line.numbers)
            base.gaps.extend([step.along, *line.gaps[1:]])
            line = base
        else:
            found.append(line)
        ux, uy = last.show.along
        ends[_cell(last.x + ux * last.advance, last.y + uy * last.advance, last)] = line
    return found


def _cell(x: float, y: float, glyph: Glyph) -> tuple[int, int]:
    size = glyph.show.em
    return round(x / size), round(y / size * 2)


def _continues(glyphs: Sequence[Glyph], line: GlyphLine, first: Glyph) -> bool:
    step = step_between(glyphs[line.numbers[-1]], first)
    return not step.turned and abs(step.across) < 0.2 and -0.2 < step.along < 0.6


def _close_up(glyphs: Sequence[Glyph], line: GlyphLine) -> None:
    """Gaps of a word that is set with spaces between its letters are no spaces: alike, or at one beat."""
    gaps = list(line.gaps)
    for run in _runs(glyphs, line):
        pitches = [_pitch(glyphs[line.numbers[at - 1]], glyphs[line.numbers[at]]) for at in run]
        usual = sorted(gaps[at] for at in run)[len(run) // 2] * 1.35
        beat = sorted(pitches)[len(run) // 2]
        for at, pitch in zip(run, pitches, strict=True):
            if gaps[at] <= usual or abs(pitch - beat) <= 0.1 * beat:
                line.gaps[at] = 0.0


def _pitch(before: Glyph, after: Glyph) -> float:
    """From the beginning of a letter to that of the next."""
    return math.hypot(after.x - before.x, after.y - before.y)


def _runs(glyphs: Sequence[Glyph], line: GlyphLine) -> Iterator[list[int]]:
    """Stretches of at least four letters, each apart from the next."""
    apart = [at for at, gap in enumerate(line.gaps) if at and SPACE < gap < COLUMN]
    run: list[int] = []
    for at in apart:
        text, before = glyphs[line.numbers[at]].text, glyphs[line.numbers[at - 1]].text
        if run and at != run[-1] + 1:
            if len(run) >= 3:
                yield run
            run = []
        if len(text) == 1 and text.isalpha() and before.isalpha():
            run.append(at)
    if len(run) >= 3:
        yield run
