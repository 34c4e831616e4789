"""Numbers in Roman letters."""

from __future__ import annotations

import pytest

from nescio.text.numerals import is_roman


@pytest.mark.parametrize("text", ["i", "iv", "viii", "ix", "xii", "xxix"])
def test_small_numbers_are_known(text: str) -> None:
    assert is_roman(text)


@pytest.mark.parametrize("text", ["", "iiii", "vx", "xxx", "mix", "IV", "iv."])
def test_other_words_are_no_numbers(text: str) -> None:
    assert not is_roman(text)
