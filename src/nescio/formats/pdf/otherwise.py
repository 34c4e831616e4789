"""What PDFium makes of glyphs that it reads differently: who copies a text out of a viewer gets its word.

Lines that both read the same are left out. Where our own reader knows no letters, PDFium's are the text.
"""

from __future__ import annotations

import ctypes
import math
import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

import pypdfium2 as pdfium
import pypdfium2.raw as bindings

from nescio.formats.pdf.content import DrawnContent, Glyph
from nescio.formats.pdf.fonts import UNREADABLE, readable
from nescio.formats.pdf.texts import ALONE, BESIDE, NOBODY, GlyphText

_SHOWN: Final = frozenset({"page", "form"})
_REACH: Final = 0.35  # heights of a letter that the two may place a glyph apart
_WORD: Final = re.compile(r"[^\W_]{2,}")
_CUT: Final = re.compile("(?:-|\xad|\ufffe|\x02)[\r\n]+")
_LAST, _PRINTED, _ENDS = 0x10FFFF, 32, "\r\n\x02"  # codes of letters; controls that say something
_END: Final = re.compile(r"[\r\n]+")


class _Letter(NamedTuple):
    """A letter that PDFium reads, and the glyph that stands there."""

    text: str
    owner: int


def other_readings(data: bytes, drawn: DrawnContent, texts: Sequence[GlyphText]) -> list[GlyphText]:
    """Lines that PDFium reads differently, each with the glyphs of its letters."""
    pages: dict[int, list[GlyphText]] = defaultdict(list)
    for text in texts:
        if text.kind in _SHOWN and text.page:
            pages[text.page].append(text)
    try:
        document = pdfium.PdfDocument(data)
    except pdfium.PdfiumError:
        return []
    try:
        return [found for page in pages for found in _of_page(document, drawn, page, pages[page])]
    finally:
        document.close()


def _of_page(
    document: pdfium.PdfDocument, drawn: DrawnContent, number: int, texts: Sequence[GlyphText]
) -> Iterator[GlyphText]:
    try:
        page = document[number - 1]
    except (pdfium.PdfiumError, IndexError):
        return
    reader = page.get_textpage()
    try:
        own = Counter(word for text in texts for word in _words(text.text))
        seen = Counter(_words(_CUT.sub("", str(reader.get_text_range()))))
        if seen <= own:
            return
        places = _GlyphPlaces(drawn.glyphs, texts)
        letters = [_Letter(char, places.at(x, y)) for char, x, y in _letters(reader)]
    finally:
        reader.close()
        page.close()
    for line in _lines(letters):
        if _is_other(drawn, line, own):
            yield _reading(drawn, line, texts[0])


def _words(text: str) -> list[str]:
    """Words with ligatures and shaped letters taken apart, as our own reader does."""
    if not text.isascii():
        text = "\n".join(readable(line) for line in text.splitlines())
    return _WORD.findall(text)


def _letters(reader: pdfium.PdfTextPage) -> Iterator[tuple[str, float, float]]:
    """The letters of a page with the places where their glyphs begin; what PDFium adds itself has none."""
    x, y = ctypes.c_double(), ctypes.c_double()
    for number in range(reader.count_chars()):
        code = bindings.FPDFText_GetUnicode(reader, number)
        if not 0 < code <= _LAST or (code < _PRINTED and chr(code) not in _ENDS):
            continue  # it is left out of what PDFium copies
        is_there = bindings.FPDFText_IsGenerated(reader, number) == 0
        is_there = is_there and bool(bindings.FPDFText_GetCharOrigin(reader, number, x, y))
        yield chr(code), x.value if is_there else math.nan, y.value if is_there else math.nan


class _GlyphPlaces:
    """The glyphs of a page by where they stand."""

    def __init__(self, glyphs: Sequence[Glyph], texts: Iterable[GlyphText]) -> None:
        self._glyphs = glyphs
        self._cells: dict[tuple[int, int], list[int]] = defaultdict(list)
        for text in texts:
            for number in sorted(set(text.owners) - {NOBODY}):
                self._cells[round(glyphs[number].x), round(glyphs[number].y)].append(number)

    def at(self, x: float, y: float) -> int:
        """The nearest glyph, or none that is near enough."""
        if not (math.isfinite(x) and math.isfinite(y)):
            return NOBODY
        column, row = round(x), round(y)
        near = [
            number
            for cell in ((column + a, row + b) for a in (-1, 0, 1) for b in (-1, 0, 1))
            for number in self._cells.get(cell, ())
        ]
        best = min(near, key=lambda number: self._far(number, x, y), default=NOBODY)
        is_near = best != NOBODY and self._far(best, x, y) <= _REACH * self._glyphs[best].show.em
        return best if is_near else NOBODY

    def _far(self, number: int, x: float, y: float) -> float:
        glyph = self._glyphs[number]
        return math.hypot(glyph.x - x, glyph.y - y)


def _lines(letters: Sequence[_Letter]) -> Iterator[Sequence[_Letter]]:
    """Lines as PDFium ends them; one that a hyphen cuts goes on in the next."""
    text = "".join(letter.text for letter in letters)
    cuts = {match.start(): match.end() for match in _CUT.finditer(text)}
    line: list[_Letter] = []
    at = 0
    while at < len(letters):
        if at in cuts:
            at = cuts[at]
            continue
        if _END.match(text, at):
            yield line
            line = []
        else:
            line.append(letters[at])
        at += 1
    yield line


def _is_other(drawn: DrawnContent, line: Sequence[_Letter], own: Collection[str]) -> bool:
    """Whether a word of the line is none of ours, or none where it stands."""
    for word in _words_of(line):
        numbers = dict.fromkeys(letter.owner for letter in word)
        numbers.pop(NOBODY, None)
        seen = readable("".join(letter.text for letter in word))
        read = "".join(drawn.glyphs[number].text for number in numbers)
        if numbers and (seen not in own or seen != read.strip()):
            return True
    return False


def _words_of(line: Sequence[_Letter]) -> Iterator[Sequence[_Letter]]:
    for match in _WORD.finditer("".join(letter.text for letter in line)):
        yield line[match.start() : match.end()]


def _reading(drawn: DrawnContent, line: Sequence[_Letter], of: GlyphText) -> GlyphText:
    owners = array("i", [letter.owner for letter in line])
    unread = any(
        letter.owner != NOBODY and drawn.glyphs[letter.owner].text == UNREADABLE
        for word in _words_of(line)
        for letter in word
    )
    text = "".join(letter.text for letter in line)
    return replace(of, text=text, owners=owners, reading=ALONE if unread else BESIDE)
