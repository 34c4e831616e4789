"""Functions end in a word that says something."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from nescio.core.model import Document, Span
from nescio.packs import load_pack
from nescio.packs.functions import FunctionWords
from nescio.vote.function_edges import FunctionEdgeVoter

WORDS = FunctionWords(links=frozenset({"of"}), articles=frozenset({"the"}))


class Fixed:
    """A voter that agrees with everybody."""

    def vote(self, doc: Document, candidates: Sequence[Span]) -> list[Span]:
        return list(candidates)


def cut(text: str, surface: str, source: str = "lists:jobs", label: str = "PROFESSION") -> list[str]:
    start = text.index(surface)
    claim = Span(start, start + len(surface), label, 0.6, source)
    voter = FunctionEdgeVoter(Fixed(), WORDS, load_pack("en").labels)
    return [text[span.start : span.end] for span in voter.vote(Document("d", text), [claim])]


@pytest.mark.parametrize(
    ("surface", "left"),
    [
        ("chair of the", ["chair"]),
        ("chair of", ["chair"]),
        ("chair", ["chair"]),
        ("of the", []),
        ("chair of the Bank", ["chair of the Bank"]),
    ],
)
def test_small_words_at_the_end_are_cut(surface: str, left: list[str]) -> None:
    assert cut("chair of the Bank", surface) == left


def test_what_the_user_says_and_other_labels_stay() -> None:
    assert cut("chair of the Bank", "chair of", source="lists:own/jobs") == ["chair of"]
    assert cut("chair of the Bank", "chair of", label="PER") == ["chair of"]
