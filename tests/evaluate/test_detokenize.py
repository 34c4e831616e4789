"""Tokens to text: readable, and every token where its place says."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nescio.evaluate.detokenize import join_sentences, join_tokens


@pytest.mark.parametrize(
    ("tokens", "text"),
    [
        ("Anna ' s house ( old ) .", "Anna 's house (old)."),
        ("Anna 's house , she said .", "Anna's house, she said."),
        ('He said " no " .', 'He said "no".'),
        ("¿ Dónde vive ?", "¿Dónde vive?"),
        ("„ Nein “ , sagte er", "„Nein “, sagte er"),
        ("do n't pay 5 %", "don't pay 5%"),
    ],
)
def test_a_sentence_is_written_as_people_write(tokens: str, text: str) -> None:
    assert join_tokens(tokens.split()).text == text


words = st.lists(st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=6), max_size=12)


@given(st.lists(words, max_size=4))
def test_every_token_stands_at_its_place(sentences: list[list[str]]) -> None:
    text, places = join_sentences(sentences)
    tokens = [token for sentence in sentences for token in sentence]
    assert [text[a:b] for a, b in places] == tokens
    assert all(b <= c for (_, b), (c, _) in pairwise(places))


@given(words)
def test_nothing_but_spaces_is_added(tokens: list[str]) -> None:
    assert join_tokens(tokens).text.replace(" ", "") == "".join(tokens).replace(" ", "")
