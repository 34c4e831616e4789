"""PDF among the other formats: its texts as pieces, its parts with what becomes of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, Final, NamedTuple

from nescio.core.contents import DROPPED, FREE, REFUSED, REWRITTEN, FilePart
from nescio.formats.document import DocumentFormat, OpenedDocument, Wishes
from nescio.formats.pdf.checking import residues, second_reading
from nescio.formats.pdf.document import OpenedPdf, PdfPart, PdfWishes, read_pdf, write_pdf
from nescio.formats.pdf.planning import GlyphEdit
from nescio.formats.pdf.texts import NOBODY, GlyphText
from nescio.formats.places import PROSE, TECHNICAL, TOLD, Piece
from nescio.formats.second_reader import Residue, find_in

_TOKEN: Final = re.compile(r"\S+\s*|\s+")
_LETTERS: Final = re.compile(r"[^\W\d_]{3}")
_HYPHENATED: Final = re.compile("[-\xad\ufffe\x02]\\s+")
_FREE: Final = {
    "images": "pixels, which are not read; what is written beside them is taken out",
    "font programs": "outlines; letters that only a hidden text needed are emptied where they can be",
    "character maps": "codes of letters, without those that only a hidden text needed",
    "glyph drawings": "drawings without text",
    "shadings and functions": "numbers",
    "halftones": "numbers",
    "colour profiles": "numbers",
}


class _Place(NamedTuple):
    """Where a piece stands: in which text of the document, and from where to where."""

    part: int
    start: int
    end: int


class PdfFormat(DocumentFormat):
    """Takes hidden glyphs out of a PDF and writes others in their place."""

    suffixes: ClassVar[frozenset[str]] = frozenset({".pdf"})
    name: ClassVar[str] = "pdf"
    is_exact: ClassVar[bool] = False  # where a word ends is told from gaps, which a new text changes

    def __init__(self, wishes: Wishes) -> None:
        super().__init__(wishes)
        self._last: tuple[bytes, PdfFile] | None = None

    def open(self, data: bytes, wishes: Wishes) -> list[OpenedDocument]:
        if self._last is None or self._last[0] is not data:  # reading, settling and writing ask for the same
            self._last = (data, PdfFile(data, wishes))
        return [self._last[1]]

    def residues(self, written: bytes, surfaces: Sequence[str]) -> Iterable[Residue]:
        """What PDFium and the bare bytes still say, also spaced, or cut at the end of a line."""
        readings = second_reading(written)
        texts = [(reading.where, reading.text) for reading in readings]
        joined = [(where, _HYPHENATED.sub("", text)) for where, text in texts if where.startswith("page ")]
        yield from find_in([*texts, *joined], surfaces)
        for surface in surfaces:
            for where in residues(readings, [surface]):
                yield Residue(where, surface)


class PdfFile:
    """A PDF that was taken apart; it is read anew to be written, since writing changes its objects."""

    must_write = False

    def __init__(self, data: bytes, wishes: Wishes) -> None:
        self._data, self._wishes = data, PdfWishes(drop_unknown=wishes.drop_unknown)
        opened = read_pdf(data, self._wishes)
        self._count = len(opened.parts)
        self.pieces: list[Piece] = []
        self._places: list[_Place] = []
        for place, piece in _pieces(opened):
            self._places.append(place)
            self.pieces.append(piece)
        self.parts = list(_parts(opened))

    def write(self, texts: Sequence[str]) -> bytes:
        edits: list[list[GlyphEdit]] = [[] for _ in range(self._count)]
        for place, piece, text in zip(self._places, self.pieces, texts, strict=True):
            if piece.text != text:
                edits[place.part].append(_edit(place.start, piece.text, text))
        return write_pdf(self._data, edits, self._wishes)


def open_pdf_file(data: bytes, wishes: Wishes) -> OpenedDocument:
    return PdfFile(data, wishes)


def _edit(start: int, old: str, new: str) -> GlyphEdit:
    """Signs around a word that stay are not written again: they keep their own font."""
    before = _shared(old, new)
    behind = _shared(old[before:][::-1], new[before:][::-1])
    return GlyphEdit(start + before, start + len(old) - behind, new[before : len(new) - behind])


def _shared(one: str, other: str) -> int:
    """How many signs both begin with that are no letters or figures."""
    count = 0
    while count < min(len(one), len(other)) and one[count] == other[count] and not one[count].isalnum():
        count += 1
    return count


def _pieces(opened: OpenedPdf) -> Iterator[tuple[_Place, Piece]]:
    for number, text in enumerate(opened.glyphs):
        yield from _words(number, text)
    for number, part in enumerate(opened.parts[len(opened.glyphs) :], len(opened.glyphs)):
        if not part.technical or _LETTERS.search(part.text):
            yield _Place(number, 0, len(part.text)), _told(part)


def _told(part: PdfPart) -> Piece:
    if part.technical:
        return Piece(part.text, TECHNICAL, shared=True)
    return Piece(part.text, TOLD, label=part.label)


def _words(number: int, text: GlyphText) -> Iterator[tuple[_Place, Piece]]:
    """Stretches of glyphs, cut into words; what no glyph shows stands fixed between them."""
    at, before, behind = 0, "\n\n", 0
    owners, letters = text.owners, text.text
    while at < len(letters):
        if owners[at] == NOBODY:
            at += 1
            continue
        end = at
        while end < len(letters) and owners[end] != NOBODY:
            end += 1
        fixed = (before if not behind else "") + letters[behind:at]
        for match in _TOKEN.finditer(letters, at, end):
            place = _Place(number, match.start(), match.end())
            yield place, Piece(match.group(), PROSE, before=fixed, fit=_in_one_line)
            fixed = ""
        at = behind = end


def _in_one_line(text: str) -> str:
    return " ".join(text.split())


def _parts(opened: OpenedPdf) -> Iterator[FilePart]:
    """Pages by their number, all else by its kind."""
    found: Counter[tuple[str, int]] = Counter()
    letters: Counter[tuple[str, int]] = Counter()
    for part in opened.parts:
        found[part.where, part.page] += 1
        letters[part.where, part.page] += len(part.text)
    for (where, page), count in found.items():
        name = f"page {page}, {where}" if page else where
        yield FilePart(name, REWRITTEN, texts=count, characters=letters[where, page])
    for kind, count in sorted(opened.streams.items()):
        if kind in _FREE:
            yield FilePart(f"{kind} ({count})", FREE, _FREE[kind])
    for kind, count in sorted(opened.dropped.items()):
        yield FilePart(f"{kind} ({count})", DROPPED, "it carries text that is not shown")
    for problem in opened.problems:
        yield FilePart("the document", REFUSED, problem)
