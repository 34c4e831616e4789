"""Folding: the form in which words are compared, one character for one character."""

from __future__ import annotations

import unicodedata
from typing import Final

import regex

_LOOSE: Final = regex.compile(r"[\p{M}\u00ad\u200c\u200d\u2060]")
_CLUSTER: Final = regex.compile(rf"[^{_LOOSE.pattern[1:-1]}]{_LOOSE.pattern}*|{_LOOSE.pattern}+")


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
    """The text with each letter and its marks as one character, and where each came from.

    Soft hyphens and joiners inside a word vanish too, so that none of them splits it. The
    positions are `None` when nothing had to be joined, the usual case.
    """
    if text.isascii() or _LOOSE.search(text) is None:
        return text, None
    clusters = list(_CLUSTER.finditer(text))
    composed = "".join(unicodedata.normalize("NFC", cluster[0])[0] for cluster in clusters)
    return composed, [*(cluster.start() for cluster in clusters), len(text)]
