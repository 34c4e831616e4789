"""Marked documents become words with tags, lines and entities."""

from __future__ import annotations

from nescio.detect.tagger.passages import LINE, PARAGRAPH, SENTENCE
from nescio.learn.corpora import MASKED
from nescio.learn.documents import to_sentence
from nescio.text.segment import Segmenter

TEXT = "Ana Bexiga: olá\n\nCartão 4111, mail a@b.pt"


def test_a_document_keeps_its_lines_and_to_whom_a_mention_refers() -> None:
    marks = [(0, 10, "PER", "p1"), (24, 28, "CARD", "c1"), (35, 41, "EMAIL", "e1")]
    found = to_sentence(TEXT, marks, Segmenter([]))
    assert found.words == ("Ana", "Bexiga", ":", "olá", "Cartão", "4111", ",", "mail", "a@b.pt")
    assert found.tags == ("B-PER", "I-PER", "O", "O", "O", MASKED, "O", "O", "O")
    assert found.entities[:2] == ("PER#p1", "PER#p1")
    assert found.breaks[0] == SENTENCE | LINE
    assert found.breaks[4] == SENTENCE | LINE | PARAGRAPH
    assert found.silent == frozenset()


def test_a_mark_inside_a_word_tags_the_whole_word() -> None:
    found = to_sentence("die Meier-Sache", [(4, 9, "PER", "p1")], Segmenter([]))
    assert found.tags == ("O", "B-PER")
