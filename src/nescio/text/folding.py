"""Folding: the forms in which words, entries and names are compared.

All forms stand on `fold`, which changes one character into one character. `fold_words`,
`fold_entry` and `fold_word` differ only in how they join the words of a text: not at all,
with single spaces, without a space. `key_of` serves the knowledge base, whose stored keys
spell ß as ss and take a loose accent for the end of a word.
"""

from __future__ import annotations

import sys
import unicodedata
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import regex

_SOFT_HYPHEN: Final = "\u00ad"
_NAME: Final = 64  # characters: what is as short as a name is asked for more than once


@cache
def _loose() -> tuple[regex.Pattern[str], regex.Pattern[str]]:
    """Marks and joiners, and a letter with those behind it; compiled when a text has such signs at all."""
    import regex

    loose = r"\p{M}\u00ad\u200c\u200d\u2060"
    return regex.compile(f"[{loose}]"), regex.compile(f"[^{loose}][{loose}]*|[{loose}]+")


def _fold_code(code: int) -> int:
    char = chr(code)
    category = unicodedata.category(char)
    if category[0] not in "LN":
        return 0x20
    base = unicodedata.normalize("NFKD", char)[0].lower()
    return ord(base) if len(base) == 1 else code


_LONG: Final = 500  # characters from which arrays are faster
_CODE_POINTS: Final = "utf-32-le" if sys.byteorder == "little" else "utf-32-be"


class _FoldTable(dict[int, int]):
    """Maps letters to lower case without accents and everything else to a space, lazily."""

    def __missing__(self, code: int) -> int:
        self[code] = folded = _fold_code(code)
        return folded


class _CodeTable:
    """The same for arrays of code points; a code is worked out when first met."""

    _UNKNOWN: Final = 0xFFFFFFFF

    def __init__(self) -> None:
        self._folded = np.full(0x110000, self._UNKNOWN, dtype=np.uint32)
        self._capital = np.zeros(0x110000, dtype=np.bool_)

    def look_up(self, codes: NDArray[np.uint32]) -> tuple[NDArray[np.uint32], NDArray[np.bool_]]:
        folded = self._folded[codes]
        unknown = folded == self._UNKNOWN
        if unknown.any():
            for code in set(codes[unknown].tolist()):
                self._folded[code] = _fold_code(code)
                self._capital[code] = chr(code).isupper()
            folded = self._folded[codes]
        return folded, self._capital[codes]


_TABLE = _FoldTable()
_CODES = _CodeTable()


def fold(text: str) -> str:
    """Lower case, no accents, a space for every other character; the length never changes."""
    if len(text) < _LONG or text.isascii():
        return text.translate(_TABLE)
    # One letter beyond ASCII makes `translate` many times slower, wherever it stands.
    codes = np.frombuffer(text.encode(_CODE_POINTS, "surrogatepass"), dtype=np.uint32)
    return fold_codes(codes)[0].tobytes().decode(_CODE_POINTS, "surrogatepass")


def fold_codes(codes: NDArray[np.uint32]) -> tuple[NDArray[np.uint32], NDArray[np.bool_]]:
    """Folded code points, and which were capital letters."""
    return _CODES.look_up(codes)


def fold_words(text: str) -> tuple[str, ...]:
    """The words of a text: lower case, no accents, no marks."""
    return _fold_name(text) if len(text) <= _NAME else tuple(_words(compose(text)[0]))


@lru_cache(maxsize=1 << 14)  # the same names and small words are asked for again and again
def _fold_name(text: str) -> tuple[str, ...]:
    return tuple(_words(compose(text)[0]))


def fold_entry(entry: str) -> str:
    """The form in which an entry of a list is compared: its folded words with single spaces."""
    return " ".join(fold_words(entry))


def fold_word(word: str) -> str:
    """The form in which a word of a name is compared: what marks part in it is one word."""
    if word.isascii() and word.isalnum():  # most words, and nothing to fold but case
        return word.lower()
    return "".join(fold_words(word))


def key_of(name: str) -> str:
    """The form in which the knowledge base compares names."""
    if name.isascii() and name.isalnum():  # most words, and nothing to fold but case
        return name.lower()
    return _name_key(name) if len(name) <= _NAME else _make_key(name)


def _make_key(name: str) -> str:
    # As Unicode's full case folding has it; the other forms keep one character for one.
    return " ".join(_words(name.replace("ß", "ss")))


_name_key = lru_cache(maxsize=1 << 14)(_make_key)


def _words(text: str) -> list[str]:
    return fold(text).split()


def compose(text: str) -> tuple[str, list[int] | None]:
    """The text with each letter and its marks as one character, and where each came from.

    Soft hyphens and joiners inside a word vanish too, so that none of them splits it. The
    positions are `None` when nothing had to be joined, the usual case.
    """
    if _is_latin(text):
        return text, None
    loose, cluster_of = _loose()
    if loose.search(text) is None:
        return text, None
    clusters = list(cluster_of.finditer(text))
    composed = "".join(unicodedata.normalize("NFC", cluster[0])[0] for cluster in clusters)
    return composed, [*(cluster.start() for cluster in clusters), len(text)]


def _is_latin(text: str) -> bool:
    """All characters are of Latin-1, which has no marks; nearly every text and list is so."""
    if text.isascii():
        return True
    try:
        text.encode("latin-1")
    except UnicodeEncodeError:
        return False
    return _SOFT_HYPHEN not in text
