"""Any word as a number: two words never have the same one, and a word like many names has a small one."""

from __future__ import annotations

from itertools import accumulate
from typing import Final

from nescio.packs.pseudonyms import LETTERS, TOTAL, NameLetters

_START: Final = len(LETTERS)  # what stands before the first letter, and behind any other sign
_END, _OTHER = len(LETTERS), len(LETTERS) + 1
_SHARE_BITS: Final = TOTAL.bit_length() - 1
_SIGN_BITS: Final = 21  # of a code point
_PLACE: Final = {char: place for place, char in enumerate(LETTERS)}


class NameNumbers:
    """Numbers words by how names are spelled: arithmetic coding, with whole numbers.

    All words share the stretch from 0 to 1: its 4096 parts are divided among the first letters, each
    letter's among those that may follow it, down to the sign of the end. So the stretches of two words
    never overlap. The number of a word is the shortest binary fraction in its stretch, with a one before
    it that keeps its zeros; another word has another fraction. A likely word has a long stretch and so a
    small number: some three and a half bits for a letter of a name, where a letter at random has five.
    """

    def __init__(self, letters: NameLetters) -> None:
        # By the letter before: start and share of whatever follows it.
        self._rows = [list(zip((0, *accumulate(row)), row, strict=False)) for row in letters.shares]

    def number(self, word: str) -> int:
        """The number of a folded word; the empty word has one too."""
        low, width, bits = 0, 1, 0  # the stretch, in parts of two to the power of `bits`
        row = self._rows[_START]
        for char in word:
            symbol = _PLACE.get(char, _OTHER)
            start, share = row[symbol]
            low, width, bits = (low << _SHARE_BITS) + start * width, width * share, bits + _SHARE_BITS
            if symbol == _OTHER:
                low, bits = (low << _SIGN_BITS) + ord(char) * width, bits + _SIGN_BITS
            row = self._rows[_START if symbol == _OTHER else symbol]
        start, share = row[_END]
        low, width, bits = (low << _SHARE_BITS) + start * width, width * share, bits + _SHARE_BITS
        rest = width.bit_length() - 1
        return 1 << bits - rest | -(-low >> rest)
