"""The sections of a decision: its head, the running text, and what stands below it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

_LINE: Final = re.compile(r"[^\n]+")
_PROSE: Final = 18  # words make a line running text
_WRAPPED: Final = 9  # words of a line in a paragraph that is wrapped by hand


def find_body(text: str) -> tuple[int, int]:
    """Where the running text begins and ends; the whole text if there is none."""
    lines = list(_LINE.finditer(text))
    sizes = [len(line[0].split()) for line in lines]
    prose = [line for number, line in enumerate(lines) if _is_prose(sizes, number)]
    return (prose[0].start(), prose[-1].end()) if prose else (0, len(text))


def _is_prose(sizes: Sequence[int], number: int) -> bool:
    """A long line, or a middling one with two more below it, as in texts with a margin."""
    return sizes[number] >= _PROSE or all(size >= _WRAPPED for size in (*sizes[number : number + 3], 0)[:3])
