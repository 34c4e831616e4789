"""What belongs to a name of a person and was left beside it: `Rice` senior, Old `Darren`, `m.` das dores."""

from __future__ import annotations

import re
from typing import Final

from nescio.core.model import Span
from nescio.packs.naming import Naming
from nescio.text.folding import fold_word

_SUFFIX: Final = re.compile(r"[ \u00a0](?P<word>[^\W\d_]{2,8})(?P<stop>\.(?= [^\W\d_A-ZÀ-Þ]|[,:;)]))?(?!\w)")
_NAME_BEHIND: Final = re.compile(r"\.?[ \u00a0][A-ZÀ-ÖØ-Þ]")
_EPITHET: Final = re.compile(r"(?:[^\W\d_]|,) (?P<word>[A-ZÀ-ÖØ-Þ][^\W\d_]{2,7}) $")
_INITIALS: Final = re.compile(r"(?:[^\W\d_A-ZÀ-Þ]\.)+")
_REST: Final = re.compile(r"[ \u00a0](?P<particle>[^\W\d_]{1,3})[ \u00a0](?P<word>[^\W\d_A-ZÀ-Þ]{3,})")
_LOOK_BACK: Final = 16


class NameEdges:
    """Takes in a word for a generation behind a name, an epithet before it, and the rest behind initials."""

    def __init__(self, naming: Naming) -> None:
        kin = naming["person.kin_m"] | naming["person.kin_f"]
        self._suffixes = (
            naming["person.junior"] | naming["person.senior"]
        ) - kin  # "curro padre" is a father
        self._epithets = naming["person.epithets"]
        self._particles = naming["person.particles"] - naming["person.conjunctions"]

    def widened(self, text: str, span: Span, *, floor: int, limit: int) -> Span:
        """The span with what belongs to it, within the borders of its neighbours."""
        if span.is_told or span.start == span.end:
            return span
        start = self._start(text, span, floor)
        end = self._end(text, span)
        return span._replace(start=start, end=end if end <= limit else span.end)

    def _start(self, text: str, span: Span, floor: int) -> int:
        """A capital in a sentence makes a name of the epithet: Old Darren, but the old Darren."""
        before = _EPITHET.search(text[max(floor, span.start - _LOOK_BACK) : span.start])
        if (
            before is None
            or fold_word(before["word"]) not in self._epithets
            or not text[span.start].isupper()
        ):
            return span.start
        return span.start - len(before["word"]) - 1

    def _end(self, text: str, span: Span) -> int:
        suffix = _SUFFIX.match(text, span.end)
        if suffix is not None and fold_word(suffix["word"]) in self._suffixes:
            is_title = _NAME_BEHIND.match(text, suffix.end("word")) is not None  # "Ana Reis Sr. Lopes"
            return span.end if is_title else suffix.end()
        rest = _REST.match(text, span.end) if _INITIALS.fullmatch(text, span.start, span.end) else None
        return rest.end() if rest is not None and rest["particle"] in self._particles else span.end
