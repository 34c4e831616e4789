"""A drawing as a document: its words are pieces, its remarks go, its lines stay."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from nescio.core.contents import DROPPED, FREE, REFUSED, REWRITTEN, FilePart
from nescio.formats.document import OpenedDocument, Wishes
from nescio.formats.drawings.emf import Emf
from nescio.formats.drawings.records import DrawnLine, DrawnText, Records, chains, touches
from nescio.formats.drawings.wmf import Wmf
from nescio.formats.gathering import Gathering
from nescio.formats.places import Piece

_DRAWN: Final = "a drawing without words"
_REMARKS: Final = "remarks, data for printers and texts of nameless glyphs in a drawing"


def open_drawing(data: bytes, wishes: Wishes) -> OpenedDocument:
    """An EMF or a WMF by its first bytes."""
    return Drawing(Emf(data) if data[40:44] == b" EMF" else Wmf(data))


class Drawing:
    """One drawing; what cannot be read in it is refused."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self._gathered = Gathering()
        self._chains = chains(records.texts)
        self._changed: dict[int, str] = {}  # the new texts of chains
        for number, chain in enumerate(self._chains):
            fit = partial(records.drawable, chain.texts[0].number)
            piece = Piece(chain.text, before=chain.before, fit=fit)
            self._gathered.add(piece, partial(self._changed.__setitem__, number))

    @property
    def pieces(self) -> Sequence[Piece]:
        return self._gathered.pieces

    @property
    def must_write(self) -> bool:
        return False

    @property
    def parts(self) -> list[FilePart]:
        if self._records.unknown:
            return [FilePart("drawing", REFUSED, self._records.unknown)]
        size = sum(len(piece.text) for piece in self.pieces)
        found = FilePart("drawing", REWRITTEN, "", len(self.pieces), size)
        remarks = [FilePart("remarks", DROPPED, _REMARKS)] if self._records.void else []
        return [found if self.pieces else FilePart("drawing", FREE, _DRAWN), *remarks]

    def write(self, texts: Sequence[str]) -> bytes:
        self._gathered.put(texts)
        new: dict[int, bytes] = {}
        for number, text in self._changed.items():
            new |= self._written(number, text)
        records = (
            new.get(number, record)
            for number, record in enumerate(self._records.records)
            if number not in self._records.void
        )
        return self._records.whole(record for record in records if record)

    def _written(self, number: int, text: str) -> dict[int, bytes]:
        """A chain with another text, which stands in its first record; the others go."""
        chain = self._chains[number]
        first = chain.texts[0]
        gone = {drawn.number: b"" for drawn in chain.texts[1:]}
        return {first.number: self._records.drawing(first.number, text, self._advance(number, text)), **gone}

    def _advance(self, number: int, text: str) -> int:
        """The width of its letters, such that what stands behind on the line does not seem to go on."""
        chain = self._chains[number]
        advance = chain.advance
        behind = self._chains[number + 1].texts[0] if number + 1 < len(self._chains) else None
        while behind is not None and touches(_as_written(chain, text, advance), behind):
            advance += 1
        return advance


def _as_written(chain: DrawnLine, text: str, advance: int) -> DrawnText:
    return chain.texts[0]._replace(text=text, width=advance * len(text))
