"""The places of an output around what was changed in it, as one text that is quick to look through again."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from operator import itemgetter, methodcaller
from typing import Final, NamedTuple

import regex

from nescio.replace.fragments import LeftName

_RUN: Final = regex.compile(r"\S+")
_SPAN, _START = methodcaller("span"), itemgetter(0)
_CONTEXT: Final = 3  # words that tell how another one is meant: an article, the end of a sentence
_BREAK: Final = "\n\0\n"  # a word that no name has, so that none is found across


class _Window(NamedTuple):
    """A stretch of the output, and where it stands among the excerpts."""

    start: int
    end: int
    place: int
    inner: range  # what is near enough to a change; what is found around it was judged before


class Excerpts:
    """Windows of words around changed stretches; what is found in them is told by its place in the output."""

    def __init__(self, text: str, changed: Iterable[tuple[int, int]], *, words: int) -> None:
        self._windows = list(_windows(text, changed, words + _CONTEXT))
        self._places = [window.place for window in self._windows]
        self.text = _BREAK.join(text[window.start : window.end] for window in self._windows)

    def located(self, found: Iterable[LeftName]) -> Iterator[LeftName]:
        """What lies near a change, with its place in the output."""
        for left in found:
            window = self._windows[bisect_right(self._places, left.start) - 1]
            shift = window.start - window.place
            start, end = left.start + shift, left.end + shift
            if start < window.inner.stop and window.inner.start < end <= window.end:
                yield left._replace(start=start, end=end)


def _windows(text: str, changed: Iterable[tuple[int, int]], words: int) -> Iterator[_Window]:
    """One for each change, from left to right; those that touch are one."""
    runs: list[tuple[int, int]] = list(map(_SPAN, _RUN.finditer(text)))
    starts: list[int] = list(map(_START, runs))
    open: tuple[int, int, int, int] | None = None  # numbers of its words: outer, inner, inner, outer
    place = 0
    for start, end in changed:
        first, last = max(bisect_right(starts, start) - 1, 0), max(bisect_right(starts, end) - 1, 0)
        inner = max(first - words, 0), min(last + words, len(runs) - 1)
        outer = max(inner[0] - _CONTEXT, 0), min(inner[1] + _CONTEXT, len(runs) - 1)
        if open is not None and outer[0] <= open[3] + 1:
            open = open[0], open[1], inner[1], outer[1]
            continue
        if open is not None:
            yield (window := _window(text, runs, open, place))
            place += window.end - window.start + len(_BREAK)
        open = outer[0], inner[0], inner[1], outer[1]
    if open is not None and runs:
        yield _window(text, runs, open, place)


def _window(text: str, runs: list[tuple[int, int]], open: tuple[int, int, int, int], place: int) -> _Window:
    """What lies between the words, the space at the ends of the text included."""
    start = runs[open[0]][0] if open[0] else 0
    end = runs[open[3]][1] if open[3] < len(runs) - 1 else len(text)
    inner = range(runs[open[1]][0] if open[1] else 0, runs[open[2]][1])
    return _Window(start, end, place, inner)
