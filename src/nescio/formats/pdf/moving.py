"""Where the letters of a line stand after an edit: the gap that a name leaves must not tell its width."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from nescio.formats.pdf.content import Glyph
from nescio.formats.pdf.lines import SPACE, GlyphLine
from nescio.formats.pdf.spelling import GlyphSpelling

_COLUMN: Final = 1.8  # heights of a letter: what stands beyond such a gap stays
_NARROWEST: Final = 0.55  # a new text is squeezed so far at most
_STRETCHED: Final = 0.6  # heights that a space of a justified line may grow
_TIGHT: Final = 0.2  # what remains of a space at least
_ALIKE: Final = 3  # lines that end at one place are justified


@dataclass(slots=True)
class GlyphMoves:
    """By glyph: how far it moves along its line; and how much a new text is squeezed."""

    shifts: dict[int, float] = field(default_factory=dict)
    squeezed: dict[int, float] = field(default_factory=dict)


@dataclass(slots=True)
class _Stand:
    """A glyph in its line; a run of touched ones has one stand."""

    glyphs: list[int]
    start: float
    end: float
    touched: bool
    width: float = 0.0  # of what is written instead
    blank: bool = False  # a space that is a glyph


class _Margins:
    """The right margins of columns: places where several lines end."""

    def __init__(self, ends: Sequence[float]) -> None:
        self._counts = Counter(map(round, ends))
        self._common = sorted(end for end in self._counts if self.holds(end))
        self._last = max(ends, default=0.0)

    def holds(self, end: float) -> bool:
        """Whether a line that ends there is justified."""
        place = round(end)
        return sum(self._counts[place + by] for by in (-1, 0, 1)) >= _ALIKE

    def behind(self, end: float) -> float:
        """The margin of the column in which a line ends."""
        at = bisect_left(self._common, end - 1)
        return float(self._common[at]) if at < len(self._common) else self._last


def find_moves(
    glyphs: Sequence[Glyph], lines: Sequence[GlyphLine], touched: Mapping[int, GlyphSpelling | None]
) -> GlyphMoves:
    moves = GlyphMoves()
    margins = _Margins([_end(glyphs, line) for line in lines])
    for line in lines:
        numbers = line.numbers
        if not any(number in touched for number in numbers):
            continue
        if glyphs[numbers[0]].show.font.vertical:
            continue
        segments = _segments(glyphs, numbers, touched)
        for place, segment in enumerate(segments):
            if not any(stand.touched for stand in segment):
                continue
            last = place == len(segments) - 1
            end, em = segment[-1].end, _em(glyphs, segment)
            limit = margins.behind(end) if last else segments[place + 1][0].start - 0.4 * em
            _move(glyphs, segment, moves, max(limit, end), justified=last and margins.holds(end))
    return moves


def _start(glyph: Glyph) -> float:
    return glyph.x * glyph.show.along[0] + glyph.y * glyph.show.along[1]


def _end(glyphs: Sequence[Glyph], line: GlyphLine) -> float:
    return max(_start(glyphs[number]) + glyphs[number].width for number in line.numbers)


def _em(glyphs: Sequence[Glyph], segment: Sequence[_Stand]) -> float:
    return max(glyphs[number].show.em for number in segment[0].glyphs)


def _segments(
    glyphs: Sequence[Glyph], numbers: Sequence[int], touched: Mapping[int, GlyphSpelling | None]
) -> list[list[_Stand]]:
    segments: list[list[_Stand]] = []
    for number in sorted(numbers, key=lambda number: _start(glyphs[number])):
        glyph = glyphs[number]
        start, end = _start(glyph), _start(glyph) + glyph.width
        before = segments[-1][-1] if segments else None
        is_touched = number in touched
        spelling = touched.get(number)
        width = spelling.width if spelling else 0.0
        if before is None or start - before.end > _COLUMN * glyph.show.em:
            segments.append([_Stand([number], start, end, is_touched, width)])
        elif before.touched and is_touched:
            before.glyphs.append(number)
            before.end = max(before.end, end)
            before.width += width
        else:
            blank = glyph.text == " " and not is_touched
            segments[-1].append(_Stand([number], start, end, is_touched, width, blank))
    return segments


def _move(
    glyphs: Sequence[Glyph], segment: Sequence[_Stand], moves: GlyphMoves, limit: float, *, justified: bool
) -> None:
    em = _em(glyphs, segment)
    gaps = _gaps(segment, em)
    written = sum(stand.width for stand in segment)
    old = segment[-1].end
    natural = _laid(segment, gaps, 1.0)
    if justified:
        gaps = _justified(segment, gaps, old - natural, em)
        natural = _laid(segment, gaps, 1.0)
    squeeze = 1.0
    if natural > limit + 0.1 * em and written > 0:
        squeeze = max(_NARROWEST, (written - (natural - limit)) / written)
    _apply(segment, gaps, squeeze, moves)


def _gaps(segment: Sequence[_Stand], em: float) -> list[float]:
    """The gap before every stand; a kern beside a hidden letter would tell which letter it was."""
    found = [0.0]
    for before, after in pairwise(segment):
        gap = after.start - before.end
        if (before.touched or after.touched) and gap < SPACE * em:
            gap = 0.0
        found.append(gap)
    return found


def _laid(segment: Sequence[_Stand], gaps: Sequence[float], squeeze: float) -> float:
    """Where the line ends."""
    at = segment[0].start
    for stand, gap in zip(segment, gaps, strict=True):
        at += gap + (stand.width * squeeze if stand.touched else stand.end - stand.start)
    return at


def _justified(segment: Sequence[_Stand], gaps: Sequence[float], missing: float, em: float) -> list[float]:
    """Spaces grown or shrunk so that the line ends where it did, as far as they can."""
    spaces = [
        place for place, gap in enumerate(gaps) if place and (gap > SPACE * em or segment[place - 1].blank)
    ]
    found = list(gaps)
    for place in spaces:
        blank = segment[place - 1]
        wide = found[place] + (blank.end - blank.start if blank.blank else 0.0)
        share = min(missing / len(spaces), _STRETCHED * em)
        found[place] += max(share, min(_TIGHT * em - wide, 0.0))
    return found


def _apply(segment: Sequence[_Stand], gaps: Sequence[float], squeeze: float, moves: GlyphMoves) -> None:
    at = segment[0].start
    for stand, gap in zip(segment, gaps, strict=True):
        at += gap
        moves.shifts[stand.glyphs[0]] = at - stand.start
        if stand.touched and squeeze < 1.0:
            moves.squeezed.update(dict.fromkeys(stand.glyphs, squeeze))
        at += stand.width * squeeze if stand.touched else stand.end - stand.start
