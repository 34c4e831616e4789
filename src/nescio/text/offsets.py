"""Positions in code points, UTF-16 units and UTF-8 bytes, converted there and back.

The characters that take more than one unit are found once, in one pass; each offset is then
a binary search among them. A text without such characters costs next to nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from itertools import accumulate
from typing import Final, NamedTuple

from nescio.core.errors import JobError

_ASTRAL: Final = re.compile("[\U00010000-\U0010ffff]")
_NON_ASCII: Final = re.compile(r"[^\x00-\x7f]")


def to_utf16(text: str, offsets: Iterable[int]) -> list[int]:
    """Code-point offsets as counts of UTF-16 units (JavaScript, Java, Word)."""
    return _widen(offsets, _utf16_map(text))


def from_utf16(text: str, offsets: Iterable[int]) -> list[int]:
    """Counts of UTF-16 units as code-point offsets; inside a character is a `JobError`."""
    return _narrow(offsets, _utf16_map(text))


def to_bytes(text: str, offsets: Iterable[int]) -> list[int]:
    """Code-point offsets as counts of UTF-8 bytes."""
    return _widen(offsets, _bytes_map(text))


def from_bytes(text: str, offsets: Iterable[int]) -> list[int]:
    """Counts of UTF-8 bytes as code-point offsets; inside a character is a `JobError`."""
    return _narrow(offsets, _bytes_map(text))


class _Map(NamedTuple):
    """Where the wide characters stand, and how many units more than one they take."""

    length: int  # of the text, in code points
    wide: list[int]  # code-point offset of each wide character
    extra: list[int]  # extra[i]: additional units of the first i wide characters


def _utf16_map(text: str) -> _Map:
    wide = [] if text.isascii() else [match.start() for match in _ASTRAL.finditer(text)]
    return _Map(len(text), wide, list(range(len(wide) + 1)))


def _bytes_map(text: str) -> _Map:
    wide = [] if text.isascii() else [match.start() for match in _NON_ASCII.finditer(text)]
    return _Map(len(text), wide, list(accumulate((_extra_bytes(text[at]) for at in wide), initial=0)))


def _extra_bytes(character: str) -> int:
    # A lone surrogate (JSON may bring one) counts three bytes, as in every lenient encoder.
    return 1 if character < "\u0800" else 2 if character < "\U00010000" else 3


def _widen(offsets: Iterable[int], where: _Map) -> list[int]:
    offsets = list(offsets)
    _check_range(offsets, where.length)
    if not where.wide:
        return offsets
    return [offset + where.extra[bisect_left(where.wide, offset)] for offset in offsets]


def _narrow(offsets: Iterable[int], where: _Map) -> list[int]:
    offsets = list(offsets)
    _check_range(offsets, where.length + where.extra[-1])
    if not where.wide:
        return offsets
    starts = [at + extra for at, extra in zip(where.wide, where.extra, strict=False)]
    return [_narrow_one(offset, starts, where) for offset in offsets]


def _narrow_one(offset: int, starts: list[int], where: _Map) -> int:
    passed = bisect_right(starts, offset)  # wide characters that start here or before
    if passed and starts[passed - 1] == offset:
        return where.wide[passed - 1]
    narrow = offset - where.extra[passed]
    if passed and narrow <= where.wide[passed - 1]:
        raise JobError(f"Offset {offset} lies inside a character; give the offset of its start.")
    return narrow


def _check_range(offsets: list[int], end: int) -> None:
    if offsets and not 0 <= min(offsets) <= max(offsets) <= end:
        raise JobError(f"Offsets reach from {min(offsets)} to {max(offsets)}; the text allows 0 to {end}.")
