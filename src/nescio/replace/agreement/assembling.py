"""The smallest edit that puts new words in the place of a name and its neighbours."""

from __future__ import annotations

from nescio.replace.agreement.surroundings import Around, NearWord
from nescio.replace.planning import Edit


def assemble(
    text: str, start: int, end: int, around: Around, *, front: str, adjectives: list[str], noun: str
) -> Edit:
    """The smallest stretch that changes: words on the left that stay the same are left alone."""
    old = [word for word in (around.preposition, around.determiner) if word is not None]
    pieces: list[tuple[int, int, str]] = []
    if old:
        pieces.append((old[0].start, old[-1].end, front))
    new_adjectives = list(zip(reversed(around.adjectives), adjectives, strict=True))
    insert = front if not old else ""
    for word, form in new_adjectives:
        pieces.append((word.start, word.end, f"{insert} {form}".strip()))
        insert = ""
    pieces.append((start, end, f"{insert} {noun}".strip()))
    if old and not front:
        pieces = pieces[1:]
        pieces[0] = (old[0].start, *pieces[0][1:])
    while len(pieces) > 1 and text[pieces[0][0] : pieces[0][1]].lower() == pieces[0][2].lower():
        pieces = pieces[1:]
    if len(pieces) > 1 and old and pieces[0][0] == old[0].start and len(old) == 2:
        pieces[0] = _without_same_preposition(text, old, pieces[0])
    result = ""
    position = pieces[0][0]
    for piece_start, piece_end, new in pieces:
        result += (text[position:piece_start] if piece_start > position else "") + new
        position = piece_end
    return Edit(pieces[0][0], end, result)


def _without_same_preposition(
    text: str, old: list[NearWord], piece: tuple[int, int, str]
) -> tuple[int, int, str]:
    """ "in der" → "in dem": only the article changes."""
    first, _, rest = piece[2].partition(" ")
    if rest and first.lower() == old[0].text.lower():
        return (old[1].start, piece[1], rest)
    return piece
