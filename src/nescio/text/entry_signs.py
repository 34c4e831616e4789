"""The signs of an entry: "C++", "@ada", "Smith, John" are found only as they are written."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from nescio.text.word_matcher import Words

_PLAIN: Final = re.compile(r"[\w\s.'’ʼ–-]*", re.UNICODE)  # no signs beyond those between any words
_EDGES: Final = " \t\u00a0.,;:!?¡¿'’ʼ\"„“”«»‹›()[]{}–—-…"  # at its edges they belong to the sentence


class Signs(NamedTuple):
    """What stands before, between and behind the words of an entry."""

    before: str
    gaps: tuple[str, ...]
    behind: str

    def stand_around(self, words: Words, first: int, last: int) -> bool:
        """Whether a text has the same signs around its words from `first` to `last`."""
        start, end = words.spans[first][0], words.spans[last][1]
        return (
            words.text.startswith(self.behind, end)
            and words.text.endswith(self.before, 0, start)
            and tuple(_squeezed(words.gap(index)) for index in range(first, last)) == self.gaps
        )


def signs_of(entry: str) -> Signs | None:
    """The signs of an entry; None if words alone tell it."""
    if _PLAIN.fullmatch(entry):
        return None
    words = Words(entry)
    if not len(words):
        return None
    before, behind = entry[: words.spans[0][0]].strip(_EDGES), entry[words.spans[-1][1] :].strip(_EDGES)
    if not before and not behind and words.joined(0, len(words) - 1):
        return None
    return Signs(before, tuple(_squeezed(words.gap(index)) for index in range(len(words) - 1)), behind)


def _squeezed(gap: str) -> str:
    return " ".join(gap.split()).replace("’", "'")
