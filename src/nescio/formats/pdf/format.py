"""PDF among the other formats: its texts as pieces, its parts with what becomes of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any, ClassVar, Final, NamedTuple

import pikepdf

from nescio.core.contents import DROPPED, FREE, REFUSED, REWRITTEN, FilePart
from nescio.core.errors import NescioError
from nescio.formats.document import DocumentFormat, OpenedDocument, Wishes
from nescio.formats.file_names import stem_and_suffix
from nescio.formats.gathering import inner_pieces
from nescio.formats.pdf.checking import embedded, residues, second_reading
from nescio.formats.pdf.document import OpenedPdf, PdfPart, PdfWishes, read_pdf, write_pdf
from nescio.formats.pdf.planning import GlyphEdit
from nescio.formats.pdf.strings import FILE_NAMES
from nescio.formats.pdf.texts import BESIDE, NOBODY, GlyphText
from nescio.formats.places import PROSE, TECHNICAL, TOLD, Piece
from nescio.formats.second_reader import Residue, find_in, find_residues
from nescio.formats.sniffing import open_inner

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

    def open(self, data: bytes, wishes: Wishes) -> list[OpenedDocument]:
        return [PdfFile(data, wishes)]

    def residues(self, written: bytes, surfaces: Sequence[str]) -> Iterable[Residue]:
        """What PDFium and the bare bytes still say, also spaced, or cut at the end of a line."""
        readings = second_reading(written)
        texts = [(reading.where, reading.text) for reading in readings]
        joined = [(where, _HYPHENATED.sub("", text)) for where, text in texts if where.startswith("page ")]
        yield from find_in([*texts, *joined], surfaces)
        for where, surface in residues(readings, surfaces):
            yield Residue(where, surface)
        for inner in embedded(written):
            is_pdf = inner.startswith(b"%PDF")
            yield from self.residues(inner, surfaces) if is_pdf else find_residues(inner, surfaces)


class PdfFile:
    """A PDF that was taken apart; it is read anew to be written, since writing changes its objects."""

    is_exact = False  # where a word ends is told from gaps, which a new text changes

    def __init__(self, data: bytes, wishes: Wishes) -> None:
        self._data = data
        self._wishes = PdfWishes(drop_unknown=wishes.drop_unknown, takes_attachments=True)
        opened = read_pdf(data, self._wishes)
        self._count = len(opened.parts)
        self.pieces: list[Piece] = []
        self._places: list[_Place] = []
        for place, piece in _pieces(opened, wishes):
            self._places.append(place)
            self.pieces.append(piece)
        self.parts = list(_parts(opened))
        self._inner = [self._attach(suffix, stream, wishes) for suffix, stream in opened.attached]

    @property
    def must_write(self) -> bool:
        return any(inner.must_write for inner in self._inner if inner is not None)

    def _attach(self, suffix: str, stream: Any, wishes: Wishes) -> OpenedDocument | None:
        """An attachment by its own format; one that has none is refused."""
        why = "an attachment is of a kind that cannot be rewritten"
        try:
            inner = open_inner(bytes(stream.read_bytes()), wishes, suffix=suffix)
        except (NescioError, pikepdf.PdfError):
            inner, why = None, "an attachment is damaged or cannot be made safe"
        if inner is None:
            self.parts.append(FilePart("an attachment", REFUSED, why))
            return None
        self.pieces.extend(inner_pieces(inner, len(self.pieces)))
        self.parts.extend(part._replace(name=f"an attachment, {part.name}") for part in inner.parts)
        return inner

    def write(self, texts: Sequence[str]) -> bytes:
        edits: list[list[GlyphEdit]] = [[] for _ in range(self._count)]
        for place, piece, text in zip(self._places, self.pieces, texts, strict=False):
            if piece.text != text:
                edits[place.part].append(_edit(place.start, piece.text, text))
        at, attachments = len(self._places), []
        for inner in self._inner:
            count = len(inner.pieces) if inner is not None else 0
            attachments.append(inner.write(texts[at : at + count]) if inner is not None else b"")
            at += count
        return write_pdf(self._data, edits, self._wishes, attachments)


def open_pdf_file(data: bytes, wishes: Wishes) -> OpenedDocument:
    return PdfFile(data, wishes)


def _edit(start: int, old: str, new: str) -> GlyphEdit:
    """What differs, by whole words: what stays around it is not written again, and keeps its own font."""
    before = _alike(old, new)
    behind = _alike(old[before:][::-1], new[before:][::-1])
    while before and _goes_on(old[before - 1], old[before : before + 1]):
        before -= 1
    while behind and _goes_on(old[len(old) - behind], old[len(old) - behind - 1 : len(old) - behind]):
        behind -= 1
    return GlyphEdit(start + before, start + len(old) - behind, new[before : len(new) - behind])


def _alike(one: str, other: str) -> int:
    """How many letters both begin with."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def _goes_on(letter: str, beside: str) -> bool:
    """Whether a letter belongs to the word beside it; the number of a note behind a name does not."""
    return _is_of_word(letter) and letter.isdigit() == beside.isdigit()


def _is_of_word(letter: str) -> bool:
    """Whether letters beside it belong to its word, as in scripts that have capitals."""
    return letter.isdigit() or letter.lower() != letter.upper()


def _pieces(opened: OpenedPdf, wishes: Wishes) -> Iterator[tuple[_Place, Piece]]:
    for number, text in enumerate(opened.glyphs):
        yield from _words(number, text)
    for number, part in enumerate(opened.parts[len(opened.glyphs) :], len(opened.glyphs)):
        if not part.technical or _LETTERS.search(part.text):
            yield _Place(number, 0, len(part.text)), _told(part, wishes)


def _told(part: PdfPart, wishes: Wishes) -> Piece:
    if part.technical:
        return Piece(part.text, TECHNICAL, shared=True)
    if part.where == FILE_NAMES:
        _, suffix = stem_and_suffix(part.text)
        return wishes.file_name(Piece(part.text, TOLD, fit_all=partial(_with_suffix, suffix)))
    return Piece(part.text, TOLD, label=part.label)


def _with_suffix(suffix: str, new: str) -> str:
    """A new name of a file; what kind it is of stays."""
    return new if new.endswith(suffix) else new + suffix


def _words(number: int, text: GlyphText) -> Iterator[tuple[_Place, Piece]]:
    """Stretches of glyphs, cut into words; what no glyph shows stands fixed between them."""
    at, before, behind = 0, "\n\n", 0
    owners, letters = text.owners, text.text
    kind = TECHNICAL if text.reading == BESIDE else PROSE
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
            yield place, Piece(match.group(), kind, before=fixed, fit=_in_one_line)
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
