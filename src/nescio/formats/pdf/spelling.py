"""How a new text is written in the place of an old one: in its own font, a standard font, or as a box."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from nescio.formats.pdf.content import Glyph, ShowOperator
from nescio.formats.pdf.fonts import UNREADABLE, FontCode, GlyphFont
from nescio.formats.pdf.standins import BOX_WIDTH, StandIn, box_for, encoded, stand_in_for, width_of

_BLANK: Final = 0.28  # of the height of a letter: a space that a font does not have


@dataclass(frozen=True, slots=True)
class GlyphSpelling:
    """A text in codes; numbers between them are spaces, in thousandths of the size as `TJ` counts them."""

    parts: tuple[bytes | float, ...]
    width: float  # on the page
    size: float
    font: StandIn | None = None  # None: the font that is chosen there


class FontAlphabets:
    """The letters that each font is known to draw: those that stay in the document."""

    def __init__(self, glyphs: Iterable[Glyph], removed: Collection[int]) -> None:
        found: dict[int, dict[str, FontCode]] = defaultdict(dict)
        for number, glyph in enumerate(glyphs):
            is_letter = len(glyph.text) == 1 and glyph.text != UNREADABLE and glyph.raw >= b" "
            if number not in removed and is_letter:
                letters = found[id(glyph.show.font)]
                if glyph.text not in letters:
                    font = glyph.show.font
                    letters[glyph.text] = font.split(glyph.raw)[0]
        self._letters = found

    def of(self, font: GlyphFont) -> Mapping[str, FontCode]:
        seen = self._letters[id(font)]
        if not font.embedded:
            return {code.text: code for code in font.known_codes() if code.text != UNREADABLE} | seen
        return seen


def spell(show: ShowOperator, text: str, alphabets: FontAlphabets) -> GlyphSpelling | None:
    """The best way to write a text where `show` writes; None if there is nothing to write."""
    text = " ".join(text.split())
    if not text:
        return None
    own = _in_own_font(show, text, alphabets.of(show.font))
    if own is not None or show.font.vertical:
        return own
    stand_in = stand_in_for(show.font)
    raw = encoded(text)
    size = abs(show.size) * show.font.unit * (1.0 if show.size >= 0 else -1.0)
    if raw is None or not text.isprintable():
        width = BOX_WIDTH * show.em * show.stretch * _squareness(show) + show.letter
        return GlyphSpelling((b"b",), width, size, box_for(text))
    width = width_of(stand_in, raw) * show.em * show.stretch * _squareness(show)
    return GlyphSpelling((raw,), width + _spaces(show, raw), size, stand_in)


def _squareness(show: ShowOperator) -> float:
    """Text space may be wider than tall: `em` is measured across the line, widths along it."""
    tall = abs(show.size) * show.font.unit
    return show.scale * tall / show.em if show.em else 1.0


def _spaces(show: ShowOperator, raw: bytes) -> float:
    return len(raw) * show.letter + raw.count(b" ") * show.word


def _in_own_font(show: ShowOperator, text: str, letters: Mapping[str, FontCode]) -> GlyphSpelling | None:
    if any(letter not in letters and letter != " " for letter in text):
        return None
    parts: list[bytes | float] = []
    width = 0.0
    unit = abs(show.size) * show.stretch * show.scale
    for letter in text:
        if letter not in letters:
            parts.append(-_BLANK * show.font.unit * 1000)
            width += _BLANK * show.font.unit * unit
            continue
        code = letters[letter]
        parts.append(code.raw)
        width += code.advance * unit + show.letter + (show.word if code.raw == b" " else 0.0)
    return GlyphSpelling(tuple(parts), width, show.size)
