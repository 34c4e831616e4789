"""What stands before and after a mention: words, determiner, preposition, quotes, lines."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

import regex

from nescio.replace.agreement.grammar import Reading

AFTER: Final = regex.compile(r"(?:[ \u00a0]+|[ \t]*\n[ \t]*)([\p{L}\p{M}][\p{L}\p{M}'’-]*)")
_BEFORE: Final = regex.compile(r"([\p{L}\p{M}][\p{L}\p{M}'’-]*)([ \u00a0]+|[ \t]*\n[ \t]*)$")
_CAPITALS: Final = regex.compile(r"\p{Lu}{3}[\p{Lu}\p{P}]*$")
_STOPS: Final = (".", "!", "?", "…")
_QUOTES: Final = ('"', "“", "„", "«", "‚", "‘", "”")


class NearWord(NamedTuple):
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Around:
    """The words before a mention, nearest first, parsed."""

    words: tuple[NearWord, ...]
    adjectives: tuple[NearWord, ...] = ()
    determiner: NearWord | None = None
    readings: tuple[Reading, ...] = field(default=(), repr=False)
    preposition: NearWord | None = None

    @property
    def start(self) -> int | None:
        first = self.preposition or self.determiner or (self.adjectives[-1] if self.adjectives else None)
        return first.start if first else None


def words_before(text: str, start: int, left: int) -> tuple[NearWord, ...]:
    words: list[NearWord] = []
    end = start
    while len(words) < 4:
        match = _BEFORE.search(text[max(left, end - 40) : end])
        if match is None:
            break
        offset = max(left, end - 40)
        words.append(NearWord(match[1], offset + match.start(1), offset + match.end(1)))
        if words[-1].start == left and left > 0:  # may be cut off by the fence
            words.pop() if text[left - 1 : left].isalnum() else None
            break
        end = words[-1].start
    return tuple(words)


def stands_alone(text: str, start: int, end: int) -> bool:
    """Whether the name is a heading, a dateline, an item or a bracket, where nouns need no article."""
    line_start = text.rfind("\n", 0, start) + 1
    before = text[line_start:start].strip()
    line_end = text.find("\n", end)
    after = text[end : line_end if line_end >= 0 else len(text)].strip()
    if before.endswith("(") and after.startswith(")"):
        return True
    if before[-1:] in _QUOTES and text[start - 1 : start] in (*_QUOTES, " "):
        return True
    if before.endswith((":", "|", "\t")):
        return not after or after[0] in ",;|("
    if after.startswith("(") and _CAPITALS.search(before) and not text[start:end].isupper():
        return True  # a headline in capitals ends, and the place of the news begins
    if not before and after.startswith(","):
        return not after.endswith(_STOPS)  # "Lisbon, Portugal", but not "Lisbon, it says, is large."
    return not before and (not after or after[0] in ";:|–—(")
