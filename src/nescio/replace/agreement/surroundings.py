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
# A word begins behind no letter, figure or full stop within a word: "m4a" holds no article.
_BEFORE: Final = regex.compile(r"(?<![\w.@/'’-])([\p{L}\p{M}][\p{L}\p{M}'’-]*)([ \u00a0]+|[ \t]*\n[ \t]*)$")
_PLAIN_BEFORE: Final = regex.compile(r"(?<![\w.@/'’-])([\p{L}\p{M}]+)([ \u00a0]+)$")
_REACH: Final = 40  # characters before a place in which the word before it stands
_WORDS: Final = 4
_CAPITALS: Final = regex.compile(r"\p{Lu}{3}")
_CAPITAL_OR_MARK: Final = regex.compile(r"[\p{Lu}\p{P}]")
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
    match = pattern.search(spot.text, offset, end)
    return NearWord(match[1], match.start(1), match.end(1)) if match else None


def stands_alone(spot: Spot) -> bool:
    """Whether the name is a heading, a dateline, an item or a bracket, where nouns need no article."""
    text, start, end = spot.text, spot.start, spot.end
    read, follows = _last_on_line(text, start), _first_on_line(text, end)
    before, after = text[max(0, read - 1) : read], text[follows : follows + 1]
    if before == "\n":
        before = ""
    if after == "\n":
        after = ""
    if before == "(" and after == ")":
        return True
    if before in _QUOTES and text[start - 1 : start] in (*_QUOTES, " "):
        return True
    if before in (":", "|"):
        return not after or after in ",;|("
    if after == "(" and not spot.name.isupper() and _ends_in_capitals(text, read):
        return True  # a headline in capitals ends, and the place of the news begins
    if not before and after == ",":
        return not _line_ends_with_stop(text, follows)  # "Lisbon, Portugal", not "Lisbon, it says, is large."
    return not before and (not after or after in ";:|–—(")


def _last_on_line(text: str, end: int) -> int:
    """Behind the last character before a place that is no blank, or behind the end of the line before."""
    while end > 0 and text[end - 1] != "\n" and text[end - 1].isspace():
        end -= 1
    return end


def _first_on_line(text: str, start: int) -> int:
    """The first character from a place on that is no blank, or the end of the line."""
    while start < len(text) and text[start] != "\n" and text[start].isspace():
        start += 1
    return start


def _ends_in_capitals(text: str, end: int) -> bool:
    """Three capitals stand before a place, with nothing but capitals and marks behind them."""
    start = end
    while start > 0 and _CAPITAL_OR_MARK.match(text, start - 1):
        start -= 1
    return _CAPITALS.search(text, start, end) is not None


def _line_ends_with_stop(text: str, start: int) -> bool:
    end = text.find("\n", start)
    last = _last_on_line(text, end if end >= 0 else len(text))
    return text[last - 1 : last] in _STOPS
