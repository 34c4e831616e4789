"""Collects the pieces of a source, counts them for the list of parts, and writes the source again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from nescio.core.contents import DROPPED, FREE, REFUSED, REWRITTEN, FilePart
from nescio.formats.gathering import Gathering, Put
from nescio.formats.markup.source import Source, SpelledText, collapsed
from nescio.formats.places import TECHNICAL, Piece
from nescio.text.encoding import Decoded

ORDER: Final = ("", " ", "\t", "\n")  # what stands between two texts, the stronger behind the weaker


class Collecting:
    """An opened source: `OpenedDocument` for formats that are text themselves."""

    def __init__(self, decoded: Decoded, *, what: str, errors: str = "strict") -> None:
        self.source = Source(decoded.text)
        self.gathered = Gathering()
        self._decoded, self._errors, self._what = decoded, errors, what
        self._counts: dict[str, list[int]] = {}
        self._said: dict[str, FilePart] = {}
        self._inner: list[FilePart] = []

    @property
    def pieces(self) -> Sequence[Piece]:
        return self.gathered.pieces

    @property
    def must_write(self) -> bool:
        return self.gathered.must_write

    @property
    def is_exact(self) -> bool:
        return self.gathered.is_exact

    @property
    def parts(self) -> list[FilePart]:
        found = [FilePart(name, REWRITTEN, "", *counts) for name, counts in self._counts.items()]
        all_parts = [*found, *self._said.values(), *self._inner]
        return all_parts or [FilePart(self._what, FREE, "empty")]

    def write(self, texts: Sequence[str]) -> bytes:
        self.gathered.put(texts)
        text = self.source.written()
        return self._decoded.bom + text.encode(self._decoded.encoding, self._errors)

    def take(self, part: str, start: int, end: int, spelling: SpelledText, **about: Any) -> None:
        """A piece of the source; `about` is what `Piece` is told besides its text."""
        self.take_around(part, (start, end), (start, end), spelling, **about)

    def take_around(
        self, part: str, span: tuple[int, int], around: tuple[int, int], spelling: SpelledText, **about: Any
    ) -> None:
        """The same for a text that, if it goes, takes the white space around it along."""
        start, end = span
        piece = Piece(spelling.read(self.source.text[start:end]), **about)
        if spelling.collapses and piece.fit is None:
            piece = replace(piece, fit=collapsed)
        self.add(part, piece, partial(self._put_text, span, around, spelling))

    def _put_text(
        self, span: tuple[int, int], around: tuple[int, int], spelling: SpelledText, new: str
    ) -> None:
        if new:
            self.source.put(*span, spelling, new)
        else:
            self.source.edit(*around, "")

    def add(self, part: str, piece: Piece, put: Put) -> None:
        """A piece, what puts a text at its place, and the part that it is counted for."""
        add: Callable[..., None] = self.gathered.share if piece.shared else self.gathered.add
        add(piece, put)
        counts = self._counts.setdefault(part, [0, 0])
        counts[0] += 1
        counts[1] += len(piece.text)

    def take_name(self, part: str, start: int, end: int, spelling: SpelledText, **about: Any) -> None:
        """What programs read: searched for what is hidden elsewhere."""
        self.take(part, start, end, spelling, kind=TECHNICAL, **about)

    def refuse(self, part: str, why: str) -> None:
        self._said[part] = FilePart(part, REFUSED, why)

    def drop(self, part: str, why: str, start: int, end: int) -> None:
        """What goes because the user wished it."""
        self.source.edit(start, end, "")
        self._said[part] = FilePart(part, DROPPED, why)
        self.gathered.must_write = True

    def tell(self, part: str, outcome: str, why: str) -> None:
        self._said[part] = FilePart(part, outcome, why)

    def tell_inner(self, name: str, parts: Sequence[FilePart]) -> None:
        self._inner += [part._replace(name=f"{name}: {part.name}") for part in parts]


def stronger(one: str, other: str) -> str:
    return max(one, other, key=ORDER.index)
