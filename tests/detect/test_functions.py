"""Functions grow over what belongs to their head word."""

from __future__ import annotations

import pytest

from nescio.detect.functions import FunctionGrower
from nescio.packs.functions import FunctionWords
from nescio.text.word_matcher import Words

WORDS = FunctionWords(
    before=frozenset({"senior", "night", "deputy", "stellv"}),
    after=frozenset({"general", "social"}),
    links=frozenset({"of", "for"}),
    articles=frozenset({"the"}),
    small=frozenset({"of"}),
    not_fields=frozenset({"mine"}),
)


def grown(text: str, head: str) -> str:
    words = Words(text)
    index = words.folded.index(head)
    first, last = FunctionGrower(WORDS).grow(words, index, index)
    return text[words.spans[first][0] : words.spans[last][1]]


@pytest.mark.parametrize(
    ("text", "head", "whole"),
    [
        ("our senior night porter slept", "porter", "senior night porter"),
        ("a secretary general spoke", "secretary", "secretary general"),
        ("the head of logistics left", "head", "head of logistics"),
        ("the Minister for Health left", "minister", "Minister for Health"),
        ("the chair of the Northern Board left", "chair", "chair of the Northern Board"),
        ("die stellv. Leiterin kam", "leiterin", "stellv. Leiterin"),
        ("a friend, porter of mine", "porter", "porter"),
        ("the porter of the house", "porter", "porter"),
        ("the porter for hire", "porter", "porter"),
        ("not senior, porter they said", "porter", "porter"),
        ("porter", "porter", "porter"),
        ("porter of", "porter", "porter"),
        ("porter of the", "porter", "porter"),
    ],
)
def test_a_function_takes_in_what_belongs_to_it(text: str, head: str, whole: str) -> None:
    assert grown(text, head) == whole
