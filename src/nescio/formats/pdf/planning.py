"""What edits of the text mean for glyphs: which go, what is written where one of them stood, what moves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from nescio.formats.pdf.content import DrawnContent
from nescio.formats.pdf.moving import GlyphMoves, find_moves
from nescio.formats.pdf.spelling import FontAlphabets, GlyphSpelling, spell
from nescio.formats.pdf.texts import NOBODY, OWN, GlyphText


class GlyphEdit(NamedTuple):
    """`text[start:end]` becomes another text."""

    start: int
    end: int
    text: str

    def __repr__(self) -> str:
        return f"GlyphEdit({self.start}, {self.end})"


@dataclass(slots=True)
class GlyphPlan:
    """Glyphs that go, with what is written in their place, and glyphs that move."""

    touched: dict[int, GlyphSpelling | None] = field(default_factory=dict)
    moves: GlyphMoves = field(default_factory=GlyphMoves)

    def units(self, drawn: DrawnContent) -> set[int]:
        """The streams that have to be written again."""
        moved = (number for number, by in self.moves.shifts.items() if abs(by) > 1e-6)
        return {drawn.glyphs[number].show.unit for number in (*self.touched, *moved)}


def make_plan(
    drawn: DrawnContent, texts: Sequence[GlyphText], edits: Sequence[Sequence[GlyphEdit]]
) -> GlyphPlan:
    """One list of edits for every text; they do not overlap, but for those of another reading."""
    written: dict[int, str] = {}
    for text, wished in zip(texts, edits, strict=True):
        if text.reading == OWN:
            written.update(_written(text, wished))
        else:
            _add_other(written, text, wished)
    for text in texts:
        for owner in [number for number in text.attached if number in written]:
            for other in text.attached[owner]:
                written.setdefault(other, "")
    alphabets = FontAlphabets(drawn.glyphs, written.keys())
    plan = GlyphPlan(
        {number: spell(drawn.glyphs[number].show, new, alphabets) for number, new in written.items()}
    )
    for text, wished in zip(texts, edits, strict=True):
        if wished:
            _take_over(plan.moves, find_moves(drawn.glyphs, text.lines, plan.touched), text)
    return plan


def _add_other(written: dict[int, str], text: GlyphText, edits: Iterable[GlyphEdit]) -> None:
    """What edits of another reading say of glyphs that no edit of ours has; the new text is written once."""
    for edit in sorted(edits):
        found = _written(text, [edit])
        is_written = any(number in written for number in found)
        for number, new in found.items():
            written.setdefault(number, "" if is_written else new)


def _written(text: GlyphText, edits: Iterable[GlyphEdit]) -> dict[int, str]:
    """For every glyph that an edit touches, what is written in its place.

    A ligature that is hidden in part is written again without that part.
    """
    found: dict[int, str] = {}
    for edit in sorted(edits):
        waiting = edit.text
        start, end = _whole_glyphs(text, edit.start, edit.end)
        for at in range(start, end):
            owner = text.owners[at]
            if owner == NOBODY:
                continue
            inside = edit.start <= at < edit.end
            new = waiting if inside or at >= edit.end else ""
            waiting = "" if new else waiting
            kept = "" if inside or _hidden_elsewhere(text, edits, at) else text.text[at]
            found[owner] = found.get(owner, "") + new + kept
    return found


def _whole_glyphs(text: GlyphText, start: int, end: int) -> tuple[int, int]:
    owners = text.owners
    while start > 0 and owners[start] != NOBODY and owners[start - 1] == owners[start]:
        start -= 1
    while 0 < end < len(owners) and owners[end - 1] != NOBODY and owners[end] == owners[end - 1]:
        end += 1
    return start, end


def _hidden_elsewhere(text: GlyphText, edits: Iterable[GlyphEdit], at: int) -> bool:
    return any(edit.start <= at < edit.end for edit in edits)


def _take_over(moves: GlyphMoves, found: GlyphMoves, text: GlyphText) -> None:
    moves.shifts.update(found.shifts)
    moves.squeezed.update(found.squeezed)
    for owner, others in text.attached.items():
        if owner in found.shifts:
            for other in others:
                moves.shifts.setdefault(other, found.shifts[owner])
