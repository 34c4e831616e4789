"""What the tagger sees of a word and of its sentence, without any learnt weight."""

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
SENTENCE_CASES = 4
CASELESS = (1, 2)  # of the sentence cases: no capital, all capitals
TOKEN_EXTRAS = 2 + SENTENCE_CASES


def title_form(word: str) -> str:
    """Return the word with a first capital and the rest small; hyphenated parts each."""
    return "-".join(part[:1].upper() + part[1:].lower() for part in word.split("-"))


def char_numbers(word: str) -> list[int]:
    """Return `CHARS` numbers: the head and the tail of a long word, padded with zero."""
    cut = word if len(word) <= CHARS else word[:_HEAD_CHARS] + word[-(CHARS - _HEAD_CHARS) :]
    numbers = [_CHAR_NUMBER.get("0" if char.isdigit() else char, UNKNOWN_CHAR) for char in cut]
    return numbers + [0] * (CHARS - len(numbers))


def shape_number(word: str) -> int:
    """Return which of the 12 shapes a word has."""
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


def sentence_case(words: Sequence[str]) -> int:
    """Return 0 mixed, 1 no capital, 2 all capitals, 3 nearly every word capitalized."""
    letters = [word for word in words if word[0].isalpha()]
    if not letters:
        return 0
    if not any(char.isupper() for word in letters for char in word):
        return 1
    upper = sum(word.isupper() for word in letters)
    if upper >= 0.8 * len(letters) and any(len(word) > 1 for word in letters):
        return 2
    capital = sum(word[0].isupper() for word in letters)
    return 3 if len(letters) >= 4 and capital >= 0.8 * len(letters) else 0


def token_extras(words: Sequence[str]) -> NDArray[np.float32]:
    """Return per word: first of its sentence, first letter-word, and the sentence's case."""
    extras = np.zeros((len(words), TOKEN_EXTRAS), dtype=np.float32)
    extras[0, 0] = 1.0
    first = next((i for i, word in enumerate(words) if word[0].isalpha()), 0)
    extras[first, 1] = 1.0
    extras[:, 2 + sentence_case(words)] = 1.0
    return extras
