"""Ages and amounts made less exact, in their own spelling."""

from __future__ import annotations

from typing import Final

import regex

_NUMBER: Final = regex.compile(r"\d+(?:[.,\u00a0 '’]\d{3})*(?:[.,]\d+)?")
_WHOLE: Final = regex.compile(r"\d+(?:[.,\u00a0 '’]\d{3})*(?!\d)")
_AGE: Final = regex.compile(r"(?P<lead>\D*)(?P<years>\d+)(?P<unit>(?!\p{L}{1,3}(?!\p{L}))\D*)")
_OLDEST: Final = 130


def band(text: str, width: int) -> str | None:
    """An age as a band of years: 45 → 40–49; None when the text has not one number.

    A number that letters are glued to (`21st`, `40s`, `54F`) is not read. Words before a round age
    (`Mitte 50`, `early 40`) part a band that is no longer said, so they go.
    """
    match = _AGE.fullmatch(text)
    if match is None or not 0 < int(match["years"]) < _OLDEST:
        return None
    years = int(match["years"])
    low = years // width * width
    lead = "" if years % 10 == 0 and regex.search(r"\p{L}", match["lead"]) else match["lead"]
    return f"{lead}{low}–{low + width - 1}{match['unit']}"


def rounded(text: str) -> str | None:
    """An amount with its first figure only, in the same spelling: 9.412,37 € → 9.000 €."""
    match = _NUMBER.search(text)
    if match is None or len(_NUMBER.findall(text)) != 1:
        return None
    whole = _WHOLE.match(match[0])
    written = whole[0] if whole else match[0]
    first = next((place for place, char in enumerate(written) if char not in "0.,"), 0)
    figures = "".join(c if i <= first or not c.isdigit() else "0" for i, c in enumerate(written))
    result = text[: match.start()] + figures + text[match.end() :]
    return result if result != text else None
