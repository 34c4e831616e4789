"""All places of the same words."""

from __future__ import annotations

import pytest

from nescio.workbench.finding import same_words

CASES = [
    ("Will met Will; will you?", "Will", ["Will", "Will"]),
    (
        "Anna Meier, Anna\n  Meier, ANNA MEIER, Anna Meiers",
        "Anna Meier",
        ["Anna Meier", "Anna\n  Meier", "ANNA MEIER"],
    ),
    ("a.b* and a.b*c", "a.b*", ["a.b*", "a.b*"]),
    ("nothing", "  ", []),
]


@pytest.mark.parametrize(("text", "words", "found"), CASES, ids=[words for _, words, _ in CASES])
def test_whole_words_are_found_wherever_lines_break(text: str, words: str, found: list[str]) -> None:
    assert [text[start:end] for start, end in same_words(text, words)] == found
