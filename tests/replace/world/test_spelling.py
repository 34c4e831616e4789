from __future__ import annotations

from fractions import Fraction
from itertools import accumulate

from hypothesis import given
from hypothesis import strategies as st

from nescio.packs import Packs
from nescio.packs.pseudonyms import LETTERS, TOTAL
from tests.replace.world.stocks import spelling

_SIGNS = 1 << 21


def _read(number: int) -> str:
    """The word of a number, by fractions: a second way, which shows that no two words share one."""
    shares = Packs.installed().load("en").pseudonyms.letters.shares
    point = Fraction(number - (1 << number.bit_length() - 1), 1 << number.bit_length() - 1)
    found, row = "", len(LETTERS)
    while True:
        starts = [0, *accumulate(shares[row])]
        part = int(point * TOTAL)
        symbol = next(n for n in range(len(shares[row])) if part < starts[n + 1])
        point = (point * TOTAL - starts[symbol]) / shares[row][symbol]
        if symbol == len(LETTERS):
            return found
        if symbol < len(LETTERS):
            found += LETTERS[symbol]
            row = symbol
        else:
            sign = int(point * _SIGNS)
            point = point * _SIGNS - sign
            found += chr(sign)
            row = len(LETTERS)


@given(st.text(max_size=30))
def test_a_word_can_be_read_from_its_number(word: str) -> None:
    assert _read(spelling().number(word)) == word


@given(st.text(alphabet="abcdefghijklmnopqrstuvwxyz", max_size=14))
def test_a_name_can_be_read_from_its_number(word: str) -> None:
    assert _read(spelling().number(word)) == word


def test_a_likely_name_has_a_small_number() -> None:
    assert spelling().number("marina").bit_length() < spelling().number("xqzvkj").bit_length() - 20
