"""A text cut into blocks that are shown one below the other: paragraphs, and pieces of giant ones."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

import regex

LONGEST: Final = 2_000  # signs; a browser lays a block out as a whole
_LINE: Final = regex.compile(r"[^\r\n]*(?:\r\n|\r|\n)?")
_BREAK: Final = regex.compile(r"\s")


class Block(NamedTuple):
    """A stretch of the text without the line end behind it; if it flows, the next one goes on in its line."""

    start: int
    end: int
    flows: bool = False


def cut(text: str, closed: Iterable[tuple[int, int]]) -> list[Block]:
    """The blocks of a text; none ends inside one of the closed stretches."""
    fence = _Fence(closed)
    blocks: list[Block] = []
    begin = 0  # of a block whose lines are held together
    for match in _LINE.finditer(text):
        if match.end() == match.start():
            break
        if match.end() < len(text) and fence.holds(match.end()):
            continue
        blocks += _pieces(text, begin, match.end(), fence)
        begin = match.end()
    if begin < len(text):
        blocks += _pieces(text, begin, len(text), fence)
    return blocks


def _pieces(text: str, start: int, end: int, fence: _Fence) -> Iterator[Block]:
    """One block, or several of a line that is too long for one."""
    content = start + len(text[start:end].rstrip("\r\n"))
    content = fence.free(content, end)  # a line end may belong to what is closed
    while content - start > LONGEST:
        place = fence.free(_cut_at(text, start, content), content)
        if place >= content:
            break
        yield Block(start, place, True)
        start = place
    yield Block(start, content)


def _cut_at(text: str, start: int, end: int) -> int:
    """Behind white space, if some is near."""
    found = _BREAK.search(text, start + LONGEST, min(end, start + LONGEST + 200))
    return start + LONGEST if found is None else found.end()


class _Fence:
    """Stretches in which no block may end."""

    def __init__(self, closed: Iterable[tuple[int, int]]) -> None:
        self._ends: list[int] = []
        self._starts: list[int] = []
        for start, end in sorted(closed):
            if self._ends and start < self._ends[-1]:
                self._ends[-1] = max(self._ends[-1], end)
            else:
                self._starts.append(start)
                self._ends.append(end)

    def holds(self, place: int) -> bool:
        return self.free(place, place + 1) != place

    def free(self, place: int, limit: int) -> int:
        """The first place from here on where a block may end."""
        index = bisect_right(self._starts, place) - 1
        inside = index >= 0 and self._starts[index] < place < self._ends[index]
        return min(self._ends[index], limit) if inside else place
