"""Which numbers stand behind given words in a text, in one pass: what could be taken for a placeholder."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Final

from nescio.text.folding import fold

_DIGITS: Final = re.compile("[0-9]+")
_LONGEST: Final = 20  # digits that are looked at; no number of ours has more


def word_key(word: str) -> str:
    """The form in which a word is looked for."""
    return _fold(word).lstrip()


def standing(text: str, words: Collection[str]) -> dict[str, set[str]]:
    """Which digits stand behind the folded words, in one pass over the text.

    Case, accents and up to two blanks, hyphens or low lines between word and number do not count: an
    editor may have written `[Person 1]`, and the way back understands it. Of `PERSON12` the 1 counts
    too, for without delimiters `PERSON1` is a part of it.
    """
    found: dict[str, set[str]] = {word: set() for word in words if word}
    lengths = {len(word) for word in found}
    last_letters = {word[-1] for word in found}
    folded = _fold(text) if found else ""
    for match in _DIGITS.finditer(text) if found else ():
        for end in _word_ends(text, match.start()):
            if folded[end - 1 : end] not in last_letters:
                continue
            for word in {folded[max(0, end - length) : end] for length in lengths} & found.keys():
                digits = match[0][:_LONGEST]
                found[word] |= {digits[:size] for size in range(1, len(digits) + 1)}
    return found


def _fold(text: str) -> str:
    return fold(text).replace("ı", "i")  # they are one when case does not count


def _word_ends(text: str, start: int) -> Iterator[int]:
    """Where a word may end to which the number at this place belongs."""
    yield start
    for end in (start - 1, start - 2):
        if end < 0 or not (text[end].isspace() or text[end] in "_-"):
            return
        yield end
