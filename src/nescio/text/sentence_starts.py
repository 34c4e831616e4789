"""Whether a place in a text begins something, by the sign that stands before it."""

from __future__ import annotations

from collections.abc import Container
from typing import Final

_BLANKS: Final = " \t\u00a0"
BREAKS: Final = frozenset(".!?:;…\n\r•*>|–—-")  # what stands before a sentence, a line or an item
OPENERS: Final = frozenset('"“„«»(')


def begins_after(signs: Container[str], text: str, start: int, *, past: Container[str] = ()) -> bool:
    """Before the place stands one of the signs or nothing, blanks and what is in `past` aside."""
    before = start - 1
    while before >= 0 and (text[before] in _BLANKS or text[before] in past):
        before -= 1
    return before < 0 or text[before] in signs
