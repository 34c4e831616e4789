"""What stands next to the mentions of an entity: other entities by their kinds, and the ends of its line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from nescio.core.model import Entity

_TOUCHING: Final = 4  # characters between two names of one row: ", ", " / "
_CLOSE: Final = 25  # a function or a title fits between
_PARTS: Final = 4
_STOPS: Final = (". ", "! ", "? ", ".\n", "!\n", "?\n")
_QUOTES: Final = frozenset("„“\"«‘'")
_TRAIL: Final = " ,.;"  # may follow the last name of a line

Placed = tuple[int, int, int]  # start, end, number of the entity


def order_facts(text: str, entities: Sequence[Entity], kinds: Sequence[str]) -> list[set[str]]:
    """For each entity the kinds of its neighbours, how near they are, and where in its line it stands."""
    found = [set[str]() for _ in entities]
    places = sorted(
        (span.start, span.end, number) for number, entity in enumerate(entities) for span in entity.mentions
    )
    for start, end, number in places:
        found[number] |= set(_line_facts(text, start, end))
    for first, second in pairwise(places):
        gap = text[first[1] : second[0]]
        near = _nearness(gap)
        if not near:
            continue
        _tell(found, first, second, kinds, f"{near} before a", gap)
        _tell(found, second, first, kinds, f"{near} behind a", gap)
    return found


def _tell(
    found: Sequence[set[str]], mine: Placed, other: Placed, kinds: Sequence[str], words: str, gap: str
) -> None:
    kind = "further mention of it" if mine[2] == other[2] else kinds[other[2]]
    own, (near, side) = found[mine[2]], words.split(" ", 1)
    own.add(f"{words} {kind}")
    if near != "loosely":
        own.add(f"next, {side} {kind}")
    if near == "directly":
        own.add(f"gap {side}={gap.strip()}")  # with "=": never told in a reason


def _nearness(gap: str) -> str:
    """How near two names are; empty if a paragraph or sentence ends between them."""
    if "\n\n" in gap:
        return ""
    if "\n" in gap:
        return "a line"
    if len(gap) <= _TOUCHING:
        return "directly"
    if len(gap) <= _CLOSE:
        return "closely"
    return "" if any(stop in gap for stop in _STOPS) else "loosely"


def _line_facts(text: str, start: int, end: int) -> Iterator[str]:
    stop = text.find("\n", end)
    before = text[text.rfind("\n", 0, start) + 1 : start].strip()
    after = text[end : stop if stop >= 0 else len(text)].strip(_TRAIL)
    if not before:
        yield "begins a line"
    if not after:
        yield "ends a line"
    if not before and not after:
        yield "alone in its line"
    if before.endswith(":"):
        yield "behind a colon"
    if text.startswith(",", end):
        yield "before a comma"
    if text[start - 1 : start] in _QUOTES and start:
        yield "in quotation marks"
    yield f"in part {1 + _PARTS * start // max(1, len(text))} of {_PARTS}"
