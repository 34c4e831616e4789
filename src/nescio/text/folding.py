"""Folding: the form in which words are compared, one character for one character."""

from __future__ import annotations

import unicodedata


class _FoldTable(dict[int, int]):
    """Maps letters to lower case without accents and everything else to a space, lazily."""

    def __missing__(self, code: int) -> int:
        self[code] = folded = _fold_code(code)
        return folded


def _fold_code(code: int) -> int:
    char = chr(code)
    category = unicodedata.category(char)
    if category[0] not in "LN":
        return 0x20
    base = unicodedata.normalize("NFKD", char)[0].lower()
    return ord(base) if len(base) == 1 else code


_TABLE = _FoldTable()


def fold(text: str) -> str:
    """Lower case, no accents, a space for every other character; the length never changes."""
    return text.translate(_TABLE)


def compose(text: str) -> tuple[str, list[int] | None]:
    """The text with combining marks joined to their letters, and where each character came from.

    The positions are `None` when nothing had to be joined, the usual case.
    """
    if text.isascii() or unicodedata.is_normalized("NFC", text):
        return text, None
    pieces: list[str] = []
    origins: list[int] = []
    start = 0
    for end in [*_cluster_starts(text)[1:], len(text)]:
        piece = unicodedata.normalize("NFC", text[start:end])
        pieces.append(piece)
        # The first character takes the marks that were joined to it, so no word is ever empty.
        joined = (end - start) - len(piece)
        origins += [start, *(max(start, start + joined + i) for i in range(1, len(piece)))]
        start = end
    origins.append(len(text))
    return "".join(pieces), origins


def _cluster_starts(text: str) -> list[int]:
    return [i for i, char in enumerate(text) if i == 0 or not unicodedata.combining(char)]
