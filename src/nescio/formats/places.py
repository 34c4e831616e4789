"""One text made of pieces, each with a place in a document, and what patches of the text mean for the pieces.

Between pieces stands fixed text: the end of a paragraph, a tab, nothing at all where a word goes on in
the next run. What is fixed is never changed. A patch that covers several pieces is written into the
first of them; if its new text has the fixed text in it as well, each piece gets its share.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain
from typing import Final, NamedTuple

PROSE: Final = "prose"  # what people read
TOLD: Final = "told"  # what people entered about the document: properties, authors, names of things
TECHNICAL: Final = "technical"  # what programs read: names, keys, codes that may hold a name all the same
KINDS: Final = (PROSE, TOLD, TECHNICAL)  # in this order they stand in the text


class Patch(NamedTuple):
    """A stretch of a text, and what is to stand there."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A text at one place, or at several that must stay equal; the text never shows in a repr."""

    text: str
    kind: str = PROSE
    before: str = "\n"  # fixed text before it; the first piece of a text has none
    label: str = ""  # what all of it is by the format's own word, such as the author of a comment
    fit: Callable[[str], str] | None = None  # makes a replacement something that may stand at the place
    fit_all: Callable[[str], str] | None = None  # the same for one that stands for all of the text
    shared: bool = False  # one of a set of names: what was different must stay so
    alone: bool = False  # an entry by itself: what covers it and others goes in each of them
    rule: str = ""  # whose word the label is, if a user's
    person: tuple[str, int] | None = None  # pieces of one person, and which part of the name it is

    def __repr__(self) -> str:
        return f"Piece({len(self.text)} characters, {self.kind})"


class _Share(NamedTuple):
    """What a patch covers of one piece, in offsets of that piece."""

    piece: int
    start: int
    end: int


class _Stretch(NamedTuple):
    """A patch seen from its pieces: shares without fixed text between them, divided by fixed texts."""

    chains: list[list[_Share]]
    fixed: list[str]  # one fewer


class Places:
    """The pieces of a text in their order."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self.pieces = pieces
        befores = [piece.before if number else "" for number, piece in enumerate(pieces)]
        self.text = "".join(chain.from_iterable((b, p.text) for b, p in zip(befores, pieces, strict=True)))
        lengths = (len(b) + len(p.text) for b, p in zip(befores, pieces, strict=True))
        self._ends = list(accumulate(lengths))
        self._starts = [end - len(p.text) for end, p in zip(self._ends, pieces, strict=True)]

    def spans(self) -> Iterator[tuple[Piece, int, int]]:
        """Each piece with where it stands in the text."""
        yield from zip(self.pieces, self._starts, self._ends, strict=True)

    def kind_at(self, position: int) -> str:
        """The kind of the piece that a character belongs to, or of the next one."""
        number = bisect_right(self._ends, position)
        return self.pieces[min(number, len(self.pieces) - 1)].kind

    def is_alone(self, start: int, end: int) -> bool:
        """Whether several pieces lie between two positions of which one is an entry by itself."""
        first, last = bisect_right(self._ends, start), bisect_left(self._ends, end)
        return last > first and any(piece.alone for piece in self.pieces[first : last + 1])

    def stretches(self, start: int, end: int) -> list[tuple[int, int]]:
        """What lies between two positions without the fixed text: from where to where, never empty."""
        found = []
        for shares in self._stretch(Patch(start, end, "")).chains:
            if shares:
                first, last = shares[0], shares[-1]
                found.append((self._starts[first.piece] + first.start, self._starts[last.piece] + last.end))
        return [(begin, stop) for begin, stop in found if begin < stop]

    def settled(self, patches: Iterable[Patch], *, fit: bool = True) -> list[Patch]:
        """The patches as the document can take them: fitting their places, with the fixed text in them."""
        found = []
        for patch in patches:
            stretch = self._stretch(patch)
            shares = self._divided(patch.text, stretch)
            if fit:
                shares = [self._fitted(text, own) for text, own in zip(shares, stretch.chains, strict=True)]
            whole = "".join(chain.from_iterable(zip(shares, [*stretch.fixed, ""], strict=True)))
            found.append(Patch(patch.start, patch.end, whole))
        return found

    def patched(self, patches: Iterable[Patch]) -> list[str]:
        """The new text of each piece; patches are in order and do not overlap."""
        edits: dict[int, list[tuple[int, int, str]]] = {}
        for patch in patches:
            stretch = self._stretch(patch)
            for text, shares in zip(self._divided(patch.text, stretch), stretch.chains, strict=True):
                holder = _holder(shares) if shares else None
                for share in shares:
                    new = text if share == holder else ""
                    edits.setdefault(share.piece, []).append((share.start, share.end, new))
        texts = [piece.text for piece in self.pieces]
        for number, own in edits.items():
            texts[number] = _edited(texts[number], own)
        return texts

    def _fitted(self, text: str, shares: list[_Share]) -> str:
        if not shares or not text:
            return text
        share = _holder(shares)
        piece = self.pieces[share.piece]
        is_all = piece.fit_all is not None and share.end - share.start == len(piece.text)
        fit = piece.fit_all if is_all else piece.fit
        return text if fit is None else fit(text)

    def _stretch(self, patch: Patch) -> _Stretch:
        number = bisect_right(self._ends, patch.start)  # the first piece that ends behind the start
        if number == len(self.pieces) or self._starts[number] > patch.start:
            # It begins in fixed text, or at the very end of the piece before.
            number = max(0, bisect_left(self._ends, patch.start, 0, number))
        chains: list[list[_Share]] = [[]]
        fixed: list[str] = []
        if number < len(self.pieces) and self._starts[number] > patch.start:
            fixed.append(self.text[patch.start : min(self._starts[number], patch.end)])
            chains.append([])
        for piece in range(number, len(self.pieces)):
            start, end = self._starts[piece], self._ends[piece]
            if start > patch.end:
                break
            gap = self.text[max(self._ends[piece - 1], patch.start) : start] if piece > number else ""
            if gap:
                fixed.append(gap)
                chains.append([])
            chains[-1].append(_Share(piece, max(start, patch.start) - start, min(end, patch.end) - start))
            if end >= patch.end:
                break
            behind = self._starts[piece + 1] if piece + 1 < len(self.pieces) else end
            if behind > patch.end:  # it ends within fixed text
                fixed.append(self.text[end : patch.end])
                chains.append([])
                break
        return _Stretch(chains, fixed)

    def _divided(self, text: str, stretch: _Stretch) -> list[str]:
        """The new text in as many shares as there are chains; what finds no fixed text goes to the first."""
        shares: list[str] = []
        rest = text
        for own, fixed in zip(stretch.chains, stretch.fixed, strict=False):
            at = rest.find(fixed) if own else (0 if rest.startswith(fixed) else -1)
            if at < 0:
                shares.append(rest if own else "")
                rest = "" if own else rest
            else:
                shares.append(rest[:at])
                rest = rest[at + len(fixed) :]
        shares.append(rest)
        if rest and not stretch.chains[-1]:  # behind the last fixed text there is no place
            holders = [number for number, own in enumerate(stretch.chains) if own]
            shares[-1] = ""
            if holders:
                shares[holders[-1]] += rest
        return shares


def _holder(shares: list[_Share]) -> _Share:
    """Where the text of a chain is written: the first share that is more than a border."""
    return next((share for share in shares if share.end > share.start), shares[0])


def _edited(text: str, edits: Iterable[tuple[int, int, str]]) -> str:
    parts, position = [], 0
    for start, end, new in edits:
        parts += [text[position:start], new]
        position = end
    return "".join([*parts, text[position:]])
