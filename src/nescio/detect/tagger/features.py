"""What the tagger sees of a word by itself, without any learnt weight."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

CHARS = 20
_HEAD_CHARS = 12
ALPHABET = (
    "\0abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0-.,'’&/@#:()\"ºª+_%$€!?"
    "àáâãäåæçèéêëìíîïñòóôõöøùúûüýÿßœšžćčđłńśźżąęğışţțăřůěťďňőűÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝŒŠŽĆČŁŚŻİŞ"
)
UNKNOWN_CHAR = len(ALPHABET)
_CHAR_NUMBER = {char: number for number, char in enumerate(ALPHABET)}
SHAPES = 12
# What the letters of a word are like, as bits.
LETTER, HAS_CAPITAL, ALL_CAPITALS, CAPITAL, LONG, COLON, ADDRESS = (1 << bit for bit in range(7))
_ADDRESS_MARKS = frozenset("@_#")


def title_form(word: str) -> str:
    """Return the word with a first capital and the rest small; hyphenated parts each."""
    if "-" not in word:
        return word[:1].upper() + word[1:].lower()
    return "-".join(part[:1].upper() + part[1:].lower() for part in word.split("-"))


def char_rows(words: Sequence[str]) -> NDArray[np.int64]:
    """Return `CHARS` numbers of each word: of the head and the tail of a long one, padded with zero."""
    cut = [
        word.ljust(CHARS, "\0") if len(word) <= CHARS else word[:_HEAD_CHARS] + word[-(CHARS - _HEAD_CHARS) :]
        for word in words
    ]
    codes = np.frombuffer("".join(cut).encode("utf-32-le", "surrogatepass"), dtype="<u4")
    numbers: NDArray[np.int64] = _NUMBERS[np.minimum(codes, len(_NUMBERS) - 1)]
    for place in np.flatnonzero(codes >= len(_NUMBERS)).tolist():
        numbers[place] = _char_number(chr(codes[place]))
    return numbers.reshape(len(words), CHARS)


def _char_number(char: str) -> int:
    return _CHAR_NUMBER.get("0" if char.isdigit() else char, UNKNOWN_CHAR)


# Of the characters that nearly all texts are made of.
_NUMBERS = np.array([_char_number(chr(code)) for code in range(0x400)], dtype=np.int64)


def shape_number(word: str) -> int:
    """Return which of the 12 shapes a word has."""
    if word.isalpha():  # most words
        return _letter_shape(word)
    if not any(char.isalpha() for char in word):
        return 1 if any(char.isdigit() for char in word) else 0
    if any(char.isdigit() for char in word):
        return 2
    if word[0] in "@#":
        return 3
    return _letter_shape(word)


def _letter_shape(word: str) -> int:
    if word.islower():
        return 4
    if word.isupper():
        return _upper_shape(word)
    if word[0].isupper() and word[1:].islower():
        return 8 if "-" in word else 7
    if word[0].isupper():
        return 9 if "-" in word else 10
    return 11


def _upper_shape(word: str) -> int:
    if len(word) == 1 or (len(word) == 2 and word[1] == "."):
        return 5
    return 6


def letter_bits(word: str) -> int:
    """Return what the letters of a word are like; an address may hide names."""
    bits = (COLON if word == ":" else 0) | (LONG if len(word) > 1 else 0)
    if len(word) > 1 and not _ADDRESS_MARKS.isdisjoint(word):
        bits |= ADDRESS
    if not word[0].isalpha():
        return bits
    bits |= LETTER | (ALL_CAPITALS if word.isupper() else 0) | (CAPITAL if word[0].isupper() else 0)
    return bits | (HAS_CAPITAL if not word.islower() and any(map(str.isupper, word)) else 0)
