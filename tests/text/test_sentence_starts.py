"""Signs before a place."""

from __future__ import annotations

import pytest

from nescio.text.sentence_starts import BREAKS, OPENERS, begins_after


@pytest.mark.parametrize(
    ("before", "begins", "begins_behind_openers"),
    [
        ("", True, True),
        ("He left. ", True, True),
        ("he met ", False, False),
        ("item\n \t", True, True),
        ("he said “", True, False),
        ("he left. (", True, True),
    ],
)
def test_a_sentence_begins_after_a_break(before: str, begins: bool, begins_behind_openers: bool) -> None:
    text, start = f"{before}Ann", len(before)
    assert begins_after(BREAKS | OPENERS, text, start) is begins
    assert begins_after(BREAKS, text, start, past=OPENERS) is begins_behind_openers
