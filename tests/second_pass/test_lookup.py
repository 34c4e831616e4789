"""Looking up the forms of found entities."""

from __future__ import annotations

from nescio.second_pass.lookup import Alias, Cover, find
from nescio.text.word_matcher import Words


def looked_up(length: int) -> int:
    words = Words("Anna " * 60)
    alias = Alias(("anna",) * length, "PER", 0.9, "same")
    return len(list(find(words, [alias], Cover([]))))


def test_a_form_is_found_wherever_it_stands() -> None:
    assert looked_up(3) == 20


def test_a_form_longer_than_any_name_is_not_looked_up() -> None:
    # Comparing it at every place would take time that grows with the square of the text.
    assert looked_up(25) == 0
