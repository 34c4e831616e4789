"""The smallest edit that puts new words in the place of a name and its neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nescio.core.scene import Change
from nescio.replace.agreement.surroundings import Around, NearWord, Spot


class NewWords(NamedTuple):
    """What is to be said: preposition and determiner, adjectives in the order of the text, noun."""

    front: str
    adjectives: Sequence[str]
    noun: str


class _NewPiece(NamedTuple):
    start: int
    end: int
    text: str


def assemble(spot: Spot, around: Around, words: NewWords) -> Change:
    """The smallest stretch that changes: words on the left that stay the same are left alone."""
    old = [word for word in (around.preposition, around.determiner) if word is not None]
    pieces = _pieces(spot, around, words, old)
    while len(pieces) > 1 and _says_the_same(spot.text, pieces[0]):
        pieces = pieces[1:]
    if len(pieces) > 1 and old and pieces[0].start == old[0].start and len(old) == 2:
        pieces[0] = _without_same_preposition(old, pieces[0])
    result, position = "", pieces[0].start
    for piece in pieces:
        result += spot.text[position : piece.start] + piece.text
        position = piece.end
    return Change(pieces[0].start, spot.end, result)


def _pieces(spot: Spot, around: Around, words: NewWords, old: Sequence[NearWord]) -> list[_NewPiece]:
    """What becomes of each word before the name and of the name; a new front stands before the first."""
    new = [*zip(reversed(around.adjectives), words.adjectives, strict=True)]
    rest = [_NewPiece(word.start, word.end, form.strip()) for word, form in new]
    rest.append(_NewPiece(spot.start, spot.end, words.noun.strip()))
    if old and words.front:
        return [_NewPiece(old[0].start, old[-1].end, words.front), *rest]
    first = rest[0]._replace(text=f"{words.front} {rest[0].text}".strip())
    return [first._replace(start=old[0].start) if old else first, *rest[1:]]


def _says_the_same(text: str, piece: _NewPiece) -> bool:
    return text[piece.start : piece.end].lower() == piece.text.lower()


def _without_same_preposition(old: Sequence[NearWord], piece: _NewPiece) -> _NewPiece:
    """ "in der" → "in dem": only the article changes."""
    first, _, rest = piece.text.partition(" ")
    if rest and first.lower() == old[0].text.lower():
        return _NewPiece(old[1].start, piece.end, rest)
    return piece
