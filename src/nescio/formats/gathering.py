"""Gathers the pieces of a document together with what puts a new text at their places."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from nescio.core.contents import FilePart
from nescio.formats.document import OpenedDocument, is_exact
from nescio.formats.places import Piece

Put = Callable[[str], None]


class _Inner(NamedTuple):
    """A document within the document: which pieces are its own, and where its bytes go."""

    first: int
    opened: OpenedDocument
    put: Callable[[bytes], None]


class Gathering:
    """The pieces of a document in the order in which they were found."""

    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        self._puts: list[list[Put]] = []
        self._shared: dict[Piece, int] = {}
        self._inner: list[_Inner] = []
        self.must_write = False
        self.is_exact = True

    def add(self, piece: Piece, put: Put) -> None:
        self.pieces.append(piece)
        self._puts.append([put])

    def share(self, piece: Piece, put: Put) -> None:
        """One piece for all places where this very value stands: a name, and what refers to it."""
        number = self._shared.get(piece)
        if number is None:
            self._shared[piece] = len(self.pieces)
            self.add(piece, put)
        else:
            self._puts[number].append(put)

    def nest(self, opened: OpenedDocument, put: Callable[[bytes], None]) -> Sequence[FilePart]:
        """A document within this one: its pieces stand among these; answers with its parts."""
        self._inner.append(_Inner(len(self.pieces), opened, put))
        for piece in inner_pieces(opened, len(self._inner)):
            self.add(piece, _nothing)
        self.must_write = self.must_write or opened.must_write
        self.is_exact = self.is_exact and is_exact(opened)
        return opened.parts

    def put(self, texts: Sequence[str]) -> None:
        """The new texts to their places, where they are new; documents within are written as well."""
        for piece, text, puts in zip(self.pieces, texts, self._puts, strict=True):
            if piece.text != text:
                for put in puts:
                    put(text)
        for inner in self._inner:
            own = texts[inner.first : inner.first + len(inner.opened.pieces)]
            inner.put(inner.opened.write(own))


def inner_pieces(opened: OpenedDocument, number: int) -> Iterator[Piece]:
    """The pieces of a document within another: what it says goes on with nothing that stands before it.

    The people of its rows are none of the next table's.
    """
    begun: set[str] = set()
    for piece in opened.pieces:
        if piece.kind not in begun and not piece.before.startswith("\n"):
            piece = replace(piece, before=f"\n{piece.before}")
        begun.add(piece.kind)
        if piece.person is None:
            yield piece
        else:
            name, part = piece.person
            yield replace(piece, person=(f"{number}/{name}", part))


class GatheredDocument:
    """What a document says of the pieces that it gathers; its parts and its writing are its own."""

    def __init__(self) -> None:
        self._gathered = Gathering()

    @property
    def pieces(self) -> Sequence[Piece]:
        return self._gathered.pieces

    @property
    def must_write(self) -> bool:
        return self._gathered.must_write

    @property
    def is_exact(self) -> bool:
        return self._gathered.is_exact


def _nothing(text: str) -> None:
    """What is written with its own document needs nothing here."""
