"""Dates of which the year may stay: the day and the month go."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

from nescio.core.model import Span
from nescio.text.pieces import trimmed

YEAR: Final = r"(?:1[5-9]|20)\d\d"  # as a regular expression: what a date can mean
_YEAR: Final = re.compile(rf"(?<!\d){YEAR}(?!\d)")
_HARMLESS: Final = re.compile(r"\W*(?:\b(?P<word>[^\W\d_]{1,2})\b\W*)?")  # "of", "in", "de"
OLDEST_AGE: Final = 89


def recent() -> int:
    """The first year of birth that does not point to an age over 89."""
    return datetime.now(tz=UTC).year - OLDEST_AGE


def without_years(text: str, span: Span, *, since: int = 0) -> list[Span]:
    """The pieces of a date that are left when its years from `since` on may stay."""
    return list(_pieces(text, span, since))


def _pieces(text: str, span: Span, since: int) -> Iterator[Span]:
    start = span.start
    for match in _YEAR.finditer(text, span.start, span.end):
        if int(match[0]) >= since:
            yield from _told(text, span, start, match.start())
            start = match.end()
    yield from _told(text, span, start, span.end)


def _told(text: str, span: Span, start: int, end: int) -> Iterator[Span]:
    harmless = _HARMLESS.fullmatch(text, start, end)
    if harmless and not (harmless["word"] or "").isupper() and (start, end) != (span.start, span.end):
        return  # in capitals it may be a month: "V 1971"
    yield from trimmed(text, span._replace(start=start, end=end))
