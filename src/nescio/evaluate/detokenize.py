"""Tokens to running text, always the same way, with the place of every token kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

_CLITICS: Final = ("s", "re", "ve", "ll", "d", "m")  # of English, after either apostrophe
_NO_SPACE_BEFORE: Final = (
    frozenset([*",.;:!?)]}%…”’»ºª", "...", "''", "n't", "n’t"])
    | {f"'{end}" for end in _CLITICS}
    | {f"’{end}" for end in _CLITICS}
)
_NO_SPACE_AFTER: Final = frozenset([*"([{¿¡„“«‘‚#$£", "``"])
_TURNING: Final = frozenset(['"', "'"])  # opens, then closes


class Joined(NamedTuple):
    """A text and where each token stands in it."""

    text: str
    tokens: tuple[tuple[int, int], ...]


def join_tokens(tokens: Sequence[str]) -> Joined:
    """One sentence as people write it; each token keeps its characters.

    `„` and `“` are taken for opening marks, `»` for a closing one, and straight quotes open
    and close in turn. Where that is wrong a space is too much or missing, never a letter.
    """
    parts: list[str] = []
    places: list[tuple[int, int]] = []
    length = 0
    glued = True  # nothing before the first token
    opened: set[str] = set()
    for token in tokens:
        closes = token in opened
        space = not (glued or closes or token in _NO_SPACE_BEFORE)
        parts.append(f" {token}" if space else token)
        start = length + space
        length = start + len(token)
        places.append((start, length))
        glued = token in _NO_SPACE_AFTER or (token in _TURNING and not closes)
        if token in _TURNING:
            opened ^= {token}
    return Joined("".join(parts), tuple(places))


def join_sentences(sentences: Sequence[Sequence[str]]) -> Joined:
    """Sentences one below the other."""
    texts: list[str] = []
    places: list[tuple[int, int]] = []
    base = 0
    for sentence in sentences:
        joined = join_tokens(sentence)
        places += [(start + base, end + base) for start, end in joined.tokens]
        texts.append(joined.text)
        base += len(joined.text) + 1
    return Joined("\n".join(texts), tuple(places))
