"""What stands before and after a mention: words, determiner, preposition, quotes, lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import regex

from nescio.core.model import Span
from nescio.core.scene import Scene
from nescio.replace.agreement.grammar import Reading

AFTER: Final = regex.compile(r"(?:[ \u00a0]+|[ \t]*\n[ \t]*)([\p{L}\p{M}][\p{L}\p{M}'’-]*)")
_BEFORE: Final = regex.compile(r"([\p{L}\p{M}][\p{L}\p{M}'’-]*)([ \u00a0]+|[ \t]*\n[ \t]*)$")
_PLAIN_BEFORE: Final = regex.compile(r"([\p{L}\p{M}]+)([ \u00a0]+)$")
_REACH: Final = 40  # characters before a place in which the word before it stands
_WORDS: Final = 4
_CAPITALS: Final = regex.compile(r"\p{Lu}{3}[\p{Lu}\p{P}]*$")
_STOPS: Final = (".", "!", "?", "…")
_QUOTES: Final = ('"', "“", "„", "«", "‚", "‘", "”")


@dataclass(frozen=True, slots=True)
class Spot:
    """A name where it stands, and how far its neighbours may be changed without touching another."""

    text: str = field(repr=False)
    start: int
    end: int
    left: int
    right: int

    @property
    def name(self) -> str:
        return self.text[self.start : self.end]

    @property
    def before(self) -> str:
        """What may be changed before the name."""
        return self.text[self.left : self.start]


def spot_of(scene: Scene, span: Span) -> Spot:
    return Spot(scene.document.text, span.start, span.end, *scene.room(span.start, span.end))


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


def words_before(spot: Spot) -> tuple[NearWord, ...]:
    """The words right before a name, nearest first."""
    words: list[NearWord] = []
    end = spot.start
    while len(words) < _WORDS and (word := _last_word(_BEFORE, spot, end=end)) is not None:
        if word.start == spot.left and spot.left > 0:  # may be cut off by the fence
            return tuple(words if spot.text[spot.left - 1].isalnum() else [*words, word])
        words.append(word)
        end = word.start
    return tuple(words)


def plain_words_before(spot: Spot, *, reach: int = _REACH) -> Iterator[NearWord]:
    """The words of letters alone on the line before a name, nearest first."""
    end = spot.start
    while (word := _last_word(_PLAIN_BEFORE, spot, end=end, reach=reach)) is not None:
        yield word
        end = word.start


def _last_word(pattern: regex.Pattern[str], spot: Spot, *, end: int, reach: int = _REACH) -> NearWord | None:
    offset = max(spot.left, end - reach)
    match = pattern.search(spot.text[offset:end])
    return NearWord(match[1], offset + match.start(1), offset + match.end(1)) if match else None


def stands_alone(spot: Spot) -> bool:
    """Whether the name is a heading, a dateline, an item or a bracket, where nouns need no article."""
    text, start, end = spot.text, spot.start, spot.end
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
    if after.startswith("(") and _CAPITALS.search(before) and not spot.name.isupper():
        return True  # a headline in capitals ends, and the place of the news begins
    if not before and after.startswith(","):
        return not after.endswith(_STOPS)  # "Lisbon, Portugal", but not "Lisbon, it says, is large."
    return not before and (not after or after[0] in ";:|–—(")
