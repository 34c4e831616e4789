"""Letters that stand for words."""

from __future__ import annotations

import pytest

from nescio.text.acronyms import is_made_of


@pytest.mark.parametrize(
    ("letters", "words", "made"),
    [
        ("ep", "europeanparliament", True),
        ("eurparl", "europeanparliament", True),
        ("pe", "europeanparliament", False),  # the first letter comes first
        ("ept", "parliament", False),
        ("", "parliament", False),
        ("e", "", False),
    ],
)
def test_letters_come_in_order_from_the_words(letters: str, words: str, made: bool) -> None:
    assert is_made_of(letters, words) is made
