"""Looking up the forms of found entities."""

from __future__ import annotations

import pytest

from nescio.core.model import Span
from nescio.second_pass.lookup import Alias, Cover, find, merged
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


def test_a_name_of_which_only_a_part_was_found_is_taken_whole() -> None:
    text = "gestern schrieb helena wargow wieder"
    part = Span(16, 22, "PER", 0.5, "tagger")
    alias = Alias(("helena", "wargow"), "PER", 0.8, "spelling", "any")
    whole = list(find(Words(text), [alias], Cover([part])))
    assert [text[span.start : span.end] for span in merged([part], whole)] == ["helena wargow"]


def test_several_words_together_outweigh_the_label_of_one_of_them() -> None:
    text = "gestern schrieb helena wargow wieder"
    part = Span(16, 22, "LOC", 0.5, "tagger")
    alias = Alias(("helena", "wargow"), "PER", 0.8, "spelling", "any")
    whole = list(find(Words(text), [alias], Cover([part])))
    assert [(text[s.start : s.end], s.label) for s in merged([part], whole)] == [("helena wargow", "PER")]


@pytest.mark.parametrize(("start", "end"), [(16, 29), (8, 22), (16, 36)])
def test_a_found_name_of_another_kind_that_is_no_part_stays_as_it_is(start: int, end: int) -> None:
    text = "gestern schrieb helena wargow wieder"
    other = Span(start, end, "LOC", 0.5, "tagger")
    alias = Alias(("helena", "wargow"), "PER", 0.8, "spelling", "any")
    assert list(find(Words(text), [alias], Cover([other]))) == []
