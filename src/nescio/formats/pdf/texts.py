"""One text out of lines, and for every letter of it the glyph that shows it."""

from __future__ import annotations

import re
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from nescio.formats.pdf.content import DrawnContent, Glyph
from nescio.formats.pdf.lines import COLUMN, SPACE, GlyphLine, find_lines, find_twins, is_rtl

NOBODY: Final = -1  # a letter that no glyph shows: a space between words, the end of a line
OWN, BESIDE, ALONE = "own", "beside", "alone"  # our reading; another one beside it; of what we cannot read
_WORD: Final = re.compile(r"[^\W\d_]+")
_HYPHENS: Final = frozenset("-\xad\u2010")


@dataclass(frozen=True, slots=True)
class GlyphText:
    """The text of a page or part with the glyph of every letter, and its lines for whoever moves them."""

    text: str = field(repr=False)
    owners: array[int] = field(repr=False)
    lines: Sequence[GlyphLine] = field(repr=False)
    attached: Mapping[int, Sequence[int]] = field(repr=False)  # glyphs that go with a glyph of the text
    page: int
    kind: str
    reading: str = OWN

    @property
    def called(self) -> str:
        return f"{self.kind} contents" if self.reading == OWN else "contents as PDFium reads them"


class _Builder:
    """Letters with their glyphs, as they come."""

    def __init__(self) -> None:
        self.letters: list[str] = []
        self.owners = array("i")

    def add(self, text: str, owner: int) -> None:
        self.letters.extend(text)
        self.owners.extend([owner] * len(text))

    def drop_last(self) -> int:
        self.letters.pop()
        return self.owners.pop()


def glyph_texts(drawn: DrawnContent) -> list[GlyphText]:
    """The texts of all pages and parts, in the order in which they were read."""
    borders = sorted({*drawn.breaks, len(drawn.glyphs)})
    found = []
    for first, last in pairwise(borders):
        if first < last:
            found.append(_text_between(drawn, first, last))
    return found


def _text_between(drawn: DrawnContent, first: int, last: int) -> GlyphText:
    glyphs = drawn.glyphs
    twins = find_twins(glyphs, first, last)
    attached: dict[int, list[int]] = {}
    for later, earlier in twins.items():
        attached.setdefault(earlier, []).append(later)
    lines = find_lines(glyphs, [number for number in range(first, last) if number not in twins])
    builder = _Builder()
    words = _words(glyphs, lines)
    for line in lines:
        _begin_line(builder, line, glyphs, attached, words)
        for number, gap in _logical(glyphs, line):
            text = glyphs[number].text
            if gap > SPACE and text != " " and builder.letters:
                _part(builder, gap)
            if len(text) == 1:
                builder.letters.append(text)
                builder.owners.append(number)
            else:
                builder.add(text, number)
    unit = drawn.units[glyphs[first].show.unit]
    return GlyphText("".join(builder.letters), builder.owners, lines, attached, unit.page, unit.kind)


def _part(builder: _Builder, gap: float) -> None:
    """What a gap says: a space between words, and a tab between the cells of a row."""
    last = builder.letters[-1]
    if gap > COLUMN and last not in "\t\n":
        builder.add("\t", NOBODY)
    elif not last.isspace():
        builder.add(" ", NOBODY)


def _words(glyphs: Sequence[Glyph], lines: Sequence[GlyphLine]) -> frozenset[str]:
    """The words that stand within lines: what is one of them and stands before a hyphen is whole."""
    found: set[str] = set()
    for line in lines:
        parts = [
            f" {glyphs[number].text}" if gap > SPACE else glyphs[number].text
            for number, gap in zip(line.numbers, line.gaps, strict=True)
        ]
        found.update(_WORD.findall("".join(parts).rstrip("-\xad\u2010 ").rpartition(" ")[0]))
    return frozenset(found)


def _begin_line(
    builder: _Builder,
    line: GlyphLine,
    glyphs: Sequence[Glyph],
    attached: dict[int, list[int]],
    words: frozenset[str],
) -> None:
    """A line end, or none where a hyphen cuts a word: the hyphen then belongs to the letter before it."""
    letters = builder.letters
    if not letters:
        return
    head = glyphs[line.numbers[0]].text
    cut = len(letters) > 1 and letters[-1] in _HYPHENS and letters[-2].isalpha() and head[:1].isalpha()
    if not cut:
        builder.add("\n\n" if line.far else "\n", NOBODY)
    elif letters[-1] == "\xad" or (
        letters[-2].islower() and head[:1].islower() and _last_word(letters) not in words
    ):
        hyphen = builder.drop_last()
        attached.setdefault(builder.owners[-1], []).append(hyphen)


def _last_word(letters: Sequence[str]) -> str:
    """The letters before a hyphen."""
    at = len(letters) - 1
    while at > 0 and letters[at - 1].isalpha():
        at -= 1
    return "".join(letters[at:-1])


def _logical(glyphs: Sequence[Glyph], line: GlyphLine) -> list[tuple[int, float]]:
    """Right-to-left letters in the order of reading: runs that are drawn from left to right are turned."""
    pairs = list(zip(line.numbers, line.gaps, strict=True))
    if "".join([glyphs[number].text for number in line.numbers]).isascii():
        return pairs
    found: list[tuple[int, float]] = []
    run: list[tuple[int, float]] = []
    for number, gap in pairs:
        text = glyphs[number].text
        if is_rtl(text) or (run and not text.isalnum()):
            run.append((number, gap))
            continue
        found.extend(_turned(glyphs, run))
        run = []
        found.append((number, gap))
    return found + _turned(glyphs, run)


def _turned(glyphs: Sequence[Glyph], run: list[tuple[int, float]]) -> list[tuple[int, float]]:
    if len(run) < 2:
        return run
    first, last = glyphs[run[0][0]], glyphs[run[-1][0]]
    forward = (last.x - first.x) * first.show.along[0] + (last.y - first.y) * first.show.along[1]
    if forward < 0:
        return [(number, max(gap, 0.0)) for number, gap in run]
    gaps = [gap for _, gap in run[1:]] + [run[0][1]]
    return [(number, gap) for (number, _), gap in zip(reversed(run), reversed(gaps), strict=True)]
