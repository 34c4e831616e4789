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
_COLUMN: Final = 1.8  # a gap after which another column or cell begins
_BACK: Final = 0.6  # how far a letter may step back within its line
_FAR: Final = 1.9  # heights between lines: more begins another paragraph
_TWIN: Final = 0.12  # how far apart two prints of one letter are at most


class PlacedGlyph(NamedTuple):
    """A glyph in its line; `gap` says how far it stands from the one before, in heights of a letter."""

    glyph: int
    gap: float


@dataclass(slots=True)
class GlyphLine:
    """Glyphs on one baseline, in the order of the stream; `far` if a paragraph begins with it."""

    glyphs: list[PlacedGlyph] = field(default_factory=list)
    far: bool = False


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
    seen: dict[tuple[str, int, int], list[int]] = defaultdict(list)
    twins: dict[int, int] = {}
    for _, group in groupby(range(first, last), key=lambda number: id(glyphs[number].show)):
        members = list(group)
        inked = [number for number in members if glyphs[number].text.strip()]
        found = [_twin(glyphs, number, seen) for number in inked]
        if inked and all(twin is not None for twin in found):
            twins.update(
                {number: twin for number, twin in zip(inked, found, strict=True) if twin is not None}
            )
            twins.update({number: found[0] or 0 for number in members if number not in twins})
            continue
        for number in inked:
            for key in _cells(glyphs[number]):
                seen[key].append(number)
    return twins


def _cells(glyph: Glyph) -> set[tuple[str, int, int]]:
    """The squares that a print of the same letter could stand in."""
    size = max(glyph.show.em, 1e-6)
    reach = size * _TWIN
    columns = {math.floor((glyph.x + by) / size) for by in (-reach, reach)}
    rows = {math.floor((glyph.y + by) / size) for by in (-reach, reach)}
    return {(glyph.text, column, row) for column in columns for row in rows}


def _twin(glyphs: Sequence[Glyph], number: int, seen: dict[tuple[str, int, int], list[int]]) -> int | None:
    glyph = glyphs[number]
    size = max(glyph.show.em, 1e-6)
    reach = size * _TWIN
    for other in seen.get((glyph.text, math.floor(glyph.x / size), math.floor(glyph.y / size)), ()):
        near = glyphs[other]
        same_size = abs(near.show.em - size) <= 0.02 * size
        if same_size and abs(near.x - glyph.x) <= reach and abs(near.y - glyph.y) <= reach:
            return other
    return None


def find_lines(glyphs: Sequence[Glyph], members: Sequence[int]) -> list[GlyphLine]:
    """The lines of one page or part; a letter-spaced word is one word."""
    lines: list[GlyphLine] = []
    before: Glyph | None = None
    for number in members:
        glyph = glyphs[number]
        step = step_between(before, glyph) if before is not None else None
        if step is None or _leaves(step, before, glyph):
            lines.append(GlyphLine(far=step is None or abs(step.across) > _FAR or step.turned))
            lines[-1].glyphs.append(PlacedGlyph(number, 0.0))
        else:
            lines[-1].glyphs.append(PlacedGlyph(number, step.along))
        before = glyph
    lines = _stitched(glyphs, lines)
    for line in lines:
        line.glyphs = _unspaced(glyphs, line.glyphs)
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
    return is_rtl(after.text) and -own - _COLUMN < step.along


def is_rtl(text: str) -> bool:
    return any("\u0590" <= char <= "\u08ff" or "\ufb1d" <= char <= "\ufdff" for char in text)


def _stitched(glyphs: Sequence[Glyph], lines: list[GlyphLine]) -> list[GlyphLine]:
    """Lines whose end another one continues, drawn later, are one: producers draw in any order."""
    ends: dict[tuple[int, int], int] = {}
    merged: list[GlyphLine | None] = []
    for line in lines:
        first, last = glyphs[line.glyphs[0].glyph], glyphs[line.glyphs[-1].glyph]
        target = ends.pop(_cell(first.x, first.y, first), None)
        base = merged[target] if target is not None else None
        if base is not None and target is not None and _continues(glyphs, base, first):
            step = step_between(glyphs[base.glyphs[-1].glyph], first)
            base.glyphs.append(PlacedGlyph(line.glyphs[0].glyph, step.along))
            base.glyphs.extend(line.glyphs[1:])
            place = target
        else:
            merged.append(line)
            place = len(merged) - 1
        ux, uy = last.show.along
        ends[_cell(last.x + ux * last.advance, last.y + uy * last.advance, last)] = place
    return [line for line in merged if line is not None]


def _cell(x: float, y: float, glyph: Glyph) -> tuple[int, int]:
    size = max(glyph.show.em, 1e-6)
    return round(x / size), round(y / size * 2)


def _continues(glyphs: Sequence[Glyph], line: GlyphLine, first: Glyph) -> bool:
    step = step_between(glyphs[line.glyphs[-1].glyph], first)
    return not step.turned and abs(step.across) < 0.2 and -0.2 < step.along < 0.6


def _unspaced(glyphs: Sequence[Glyph], line: list[PlacedGlyph]) -> list[PlacedGlyph]:
    """Gaps of a word that is set with spaces between its letters are no spaces: alike, or at one beat."""
    found = list(line)
    for run in _runs(glyphs, line):
        pitches = [_pitch(glyphs[line[at - 1].glyph], glyphs[line[at].glyph]) for at in run]
        usual = sorted(line[at].gap for at in run)[len(run) // 2] * 1.35
        beat = sorted(pitches)[len(run) // 2]
        for at, pitch in zip(run, pitches, strict=True):
            if line[at].gap <= usual or abs(pitch - beat) <= 0.1 * beat:
                found[at] = PlacedGlyph(line[at].glyph, 0.0)
    return found


def _pitch(before: Glyph, after: Glyph) -> float:
    """From the beginning of a letter to that of the next."""
    return math.hypot(after.x - before.x, after.y - before.y)


def _runs(glyphs: Sequence[Glyph], line: Sequence[PlacedGlyph]) -> Iterator[list[int]]:
    """Stretches of at least four letters, each apart from the next."""
    run: list[int] = []
    for at, placed in enumerate(line):
        apart = SPACE < placed.gap < _COLUMN
        text = glyphs[placed.glyph].text
        if at and apart and len(text) == 1 and text.isalpha() and glyphs[line[at - 1].glyph].text.isalpha():
            run.append(at)
            continue
        if len(run) >= 3:
            yield run
        run = []
    if len(run) >= 3:
        yield run
