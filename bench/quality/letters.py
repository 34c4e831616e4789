"""Letters and figures of a text: what counts when it is asked how much of a mention was hidden."""

from __future__ import annotations

from collections.abc import Iterable


def letters(text: str, spans: Iterable[tuple[int, int]]) -> set[int]:
    """The places of all letters and figures inside the spans."""
    return {place for start, end in spans for place in range(start, end) if text[place].isalnum()}
